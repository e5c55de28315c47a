// A thread as one markdown text, for pasting it elsewhere.
import { modelWords } from '#components/ui/model-words.ts';
import type { ThreadTurn } from '#lib/domain/thread.ts';

/** Each turn under a rule: the prompt as a quote, then its answer, or how it stands when there is none. */
export function threadMarkdown(path: readonly ThreadTurn[]): string {
  return `${path.map(turnMarkdown).join('\n\n---\n\n')}\n`;
}

function turnMarkdown({ row, text, answer, partial }: ThreadTurn): string {
  const prompt = text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
  const model = row.answered_by ?? row.model;
  const by = model === null ? '' : `*${modelWords(model)}, ${row.finished_at ?? row.created_at}*`;
  const said = answer ?? (partial === null ? '' : `${partial.text}\n\n*Not finished.*`);
  return [prompt, said.trimEnd() === '' ? '*No answer yet.*' : said.trimEnd(), by].filter(Boolean).join('\n\n');
}
