// A text file as a part of a prompt: fenced, under its name; or a sentence why it cannot be one.
import { promptTextLimit } from '#lib/domain/prompts/prompt-text.ts';

export type Attached = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

/** A character has at most four bytes: more than this can never fit. */
const mostBytes = promptTextLimit * 4;

/**
 * Adds the files to the draft, in their order. The first one that cannot be added ends it, and nothing is added.
 * `readDraft` is asked when the files are read: what was typed meanwhile stays.
 */
export async function attachFiles(readDraft: () => string, files: readonly File[]): Promise<Attached> {
  const read: { name: string; content: string }[] = [];
  for (const file of files) {
    const { name, size } = file;
    if (size > mostBytes) return { ok: false, why: tooLong(name) };
    const content = readable(await file.arrayBuffer());
    if (content === null) return { ok: false, why: `“${name}” is not a text file. Only text can be sent along.` };
    read.push({ name, content });
  }
  let text = readDraft();
  for (const { name, content } of read) {
    text = withFile(text, name, content);
    if (text.length > promptTextLimit) return { ok: false, why: tooLong(name) };
  }
  return { ok: true, text };
}

/** The fence is longer than any in the file, so that a markdown file stays in one piece. */
export function withFile(draft: string, name: string, content: string): string {
  const longest = Math.max(0, ...[...content.matchAll(/^`{3,}/gm)].map(([fence]) => fence.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  const kind = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const before = draft.trimEnd() === '' ? '' : `${draft.trimEnd()}\n\n`;
  const label = name.replace(/[`\r\n]/g, ' ');
  return `${before}\`${label}\`\n${fence}${kind}\n${content.replace(/\r\n?/g, '\n').replace(/\n$/, '')}\n${fence}\n`;
}

/** UTF-8 or nothing: a picture read as text is of no use to a model. */
function readable(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? null : text;
  } catch {
    // Not UTF-8: the person is told by name.
    return null;
  }
}

function tooLong(name: string): string {
  return `With “${name}” the prompt is longer than ${promptTextLimit.toLocaleString('en')} characters. Send a part of it.`;
}
