// A thread as one Markdown document: prompts, answers, and what is said about them.
import { stateWord } from '../drop.ts';
import type { ThreadAnswer, ThreadTurn } from '../thread.ts';
import type { VerdictWord } from './verdict.ts';

const verdictWords: Readonly<Record<VerdictWord, string>> = {
  accept: 'accepted',
  reject: 'rejected',
  needs_work: 'needs work',
};

/** Prompts are quoted; answers stand as they are, since they are Markdown already. Times are UTC. */
export function threadMarkdown({ path }: ThreadAnswer): string {
  const title = path[0]?.row.label ?? 'Thread';
  return `# ${title.replaceAll('\n', ' ')}\n\n${path.map(turnMarkdown).join('\n\n---\n\n')}\n`;
}

function turnMarkdown(turn: ThreadTurn): string {
  return [`**Prompt** · ${instant(turn.row.created_at)}`, quoted(turn.text), ...answerParts(turn)].join('\n\n');
}

function answerParts({ row, answer, partial, usage, state_class, verdict }: ThreadTurn): string[] {
  const facts = [
    row.answered_by,
    row.finished_at === null ? null : instant(row.finished_at),
    usage === null ? null : `${usage.is_estimate ? '≈ ' : ''}${usage.tokens_in + usage.tokens_out} tokens`,
    state_class === undefined || state_class === 'draft' ? null : state_class,
    verdict === undefined || verdict === null ? null : verdictWords[verdict.verdict] + noteOf(verdict.note),
  ].filter((fact) => fact !== null);
  if (answer !== null) return [['**Answer**', ...facts].join(' · '), answer];
  const reason = row.error_message === null ? '' : `: ${row.error_message}`;
  const state = `*${stateWord[row.state]}${reason}*`;
  return partial === null || partial.text === '' ? [state] : [state, `**Text so far**`, partial.text];
}

const noteOf = (note: string) => (note === '' ? '' : ` (“${note.replaceAll('\n', ' ')}”)`);

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

const instant = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
