// Markdown of an answer, safe and fast while it grows: finished blocks are parsed once, only the last one again.
import { isValidElement, lazy, memo, type ReactNode, Suspense, useRef } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';
import { hasMath } from './find-math.ts';
import { emptySplit, growBlocks } from './split-blocks.ts';
import './markdown.css';

const MathBlock = lazy(() => import('./math-block.tsx'));
const DisplayFormula = lazy(() => import('./math-block.tsx').then((file) => ({ default: file.DisplayFormula })));

const remarkPlugins = [remarkGfm];
const rehypePlugins = [rehypeSanitize];

/** `isGrowing`: more text may follow, so an open code fence is not coloured yet. */
export function Markdown({ text, isGrowing = false }: { readonly text: string; readonly isGrowing?: boolean }) {
  const split = useRef(emptySplit);
  split.current = growBlocks(split.current, text);
  const { blocks } = split.current;
  return (
    <div className="markdown">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended, so their place is their identity
        <MarkdownBlock key={at} text={block.text} isOpen={block.isOpen && isGrowing} />
      ))}
    </div>
  );
}

interface MarkdownBlockProps {
  readonly text: string;
  readonly isOpen: boolean;
}

const MarkdownBlock = memo(function MarkdownBlock({ text, isOpen }: MarkdownBlockProps) {
  const components = isOpen ? openComponents : settledComponents;
  const plain = (
    <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={components}>
      {text}
    </ReactMarkdown>
  );
  if (!hasMath(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <MathBlock text={text} components={components} />
    </Suspense>
  );
});

const shared: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  // Nothing is fetched from other sites because an answer says so: a picture is offered as a link.
  img: ({ src, alt }) =>
    typeof src === 'string' ? (
      <a href={src} target="_blank" rel="noopener noreferrer">
        Picture: {alt || src}
      </a>
    ) : null,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="markdown-table" tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  ),
};

const settledComponents: Components = { ...shared, pre: ({ children }) => codeOf(children, true) };
const openComponents: Components = { ...shared, pre: ({ children }) => codeOf(children, false) };

function codeOf(children: ReactNode, isComplete: boolean) {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return <pre>{children}</pre>;
  const language = /language-(\S+)/.exec(children.props.className ?? '')?.[1] ?? '';
  const code = String(children.props.children ?? '').replace(/\n$/, '');
  if (language === 'math' && isComplete) {
    return (
      <Suspense fallback={<pre>{code}</pre>}>
        <DisplayFormula source={code} />
      </Suspense>
    );
  }
  return <CodeBlock code={code} language={language} isComplete={isComplete} />;
}
