// The command that does on a terminal what a page or a button does; a press copies it.
import { useEffect, useState } from 'react';
import { copyText } from '#components/thread/copy-text.ts';
import { Icon } from '#components/ui/icon.tsx';

const saysCopiedMs = 1_600;

/** `command` is the part after `npm run asterion --`; the whole line is copied. */
export function CommandChip({ command }: { readonly command: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), saysCopiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const line = commandLine(command);
  return (
    <button
      type="button"
      title={`${line} — copy`}
      aria-label={`Copy the equivalent command: ${line}`}
      onClick={() => void copyText(line).then(setCopied)}
      className="group flex h-7 max-w-full min-w-0 items-center gap-2 rounded-small border border-line bg-code px-2.5 font-mono text-small text-dim transition-colors duration-180 hover:border-line-strong hover:text-ink"
    >
      <span aria-hidden="true" className="truncate">
        <span className="select-none">asterion </span>
        {command}
      </span>
      <span className={isCopied ? 'text-green-ink' : ''}>
        <Icon name={isCopied ? 'check' : 'copy'} size={13} />
      </span>
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}

export function commandLine(command: string): string {
  return `npm run asterion -- ${command}`;
}

/** One word for a POSIX shell or zsh, whatever is in it; nothing is quoted that need not be. */
export function quoted(text: string): string {
  // A word that begins with = is a command's path to zsh.
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
