// A block of an answer that has formulas; loaded when the first one comes.
import 'katex/dist/katex.min.css';
import katex from 'katex';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { toDollars } from './find-math.ts';

const remarkPlugins = [remarkGfm, remarkMath];
const rehypePlugins = [rehypeSanitize];

/** `components` as for every other block; formulas are this file's. */
export default function MathBlock({ text, components }: { readonly text: string; readonly components: Components }) {
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={{ ...components, code: Code }}
    >
      {toDollars(text)}
    </ReactMarkdown>
  );
}

const Code: NonNullable<Components['code']> = ({ className, children }) =>
  className?.includes('language-math') ? (
    <Formula source={String(children)} />
  ) : (
    <code className={className}>{children}</code>
  );

/** A formula set by itself on lines of its own. */
export function DisplayFormula({ source }: { readonly source: string }) {
  return <Formula source={source} isDisplay />;
}

/** Links, images and classes of its own are not for a model to write, and what it repeats is counted. */
const settings = { throwOnError: false, trust: false, maxExpand: 300, maxSize: 20, strict: 'ignore' } as const;

function Formula({ source, isDisplay = false }: { readonly source: string; readonly isDisplay?: boolean }) {
  const html = katex.renderToString(source, { ...settings, displayMode: isDisplay });
  return (
    <span
      className={isDisplay ? 'markdown-formula' : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX writes it from an escaped source, without trust.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
