// A block of code in an answer: plain while it is being written, coloured when its fence is closed, copied with one press.
import { Fragment, memo, useEffect, useState } from 'react';
import { CopyButton } from '../copy-button.tsx';
import { type CodeLine, highlight, readHighlight } from './highlight.ts';

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** Its fence is closed: nothing more will come. */
  readonly isComplete: boolean;
}

export const CodeBlock = memo(function CodeBlock({ code, language, isComplete }: CodeBlockProps) {
  const lines = useHighlight(code, language, isComplete);
  return (
    <div className="code">
      <div className="code-head">
        <span>{language || 'text'}</span>
        <CopyButton text={code} label="Copy code" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{lines === null ? code : <Lines lines={lines} />}</code>
      </pre>
    </div>
  );
});

function Lines({ lines }: { readonly lines: readonly CodeLine[] }) {
  return lines.map((line, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of finished code never move
    <Fragment key={row}>
      {line.map(({ content, htmlStyle }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tokens of finished code never move
        <span key={at} style={htmlStyle}>
          {content}
        </span>
      ))}
      {'\n'}
    </Fragment>
  ));
}

function useHighlight(code: string, language: string, isComplete: boolean): CodeLine[] | null {
  const known = isComplete ? readHighlight(code, language) : undefined;
  const [late, setLate] = useState<{ code: string; lines: CodeLine[] } | null>(null);
  useEffect(() => {
    if (!isComplete || known !== undefined || language === '') return;
    let isCurrent = true;
    highlight(code, language).then(
      (lines) => isCurrent && lines !== null && setLate({ code, lines }),
      // The colours could not be loaded (offline): the code is readable without them.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [code, language, isComplete, known]);
  return known ?? (late?.code === code ? late.lines : null);
}
