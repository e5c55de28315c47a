// What the cells of the list say: ages, instants, models, tokens and cost.
import { createDayReader } from '#components/field/layout/day.ts';
import type { DropRow } from '#lib/domain/drop.ts';
import type { PromptFigures } from '#lib/domain/prompts/figures.ts';

/** "just now", "4 min", "3 h" for today, else the local time of day. */
export function ageOf(instant: string, nowMs: number, timeZone: string): string {
  const at = Date.parse(instant);
  const minutes = Math.floor(Math.max(0, nowMs - at) / 60_000);
  if (Number.isNaN(minutes)) return '';
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  const { dayOf, time } = readersOf(timeZone);
  if (dayOf(instant) === dayOf(new Date(nowMs).toISOString())) return `${Math.floor(minutes / 60)} h`;
  return time.format(at);
}

// Building a formatter costs more than a hundred uses of it, and a list asks once per line.
const readers = new Map<string, { dayOf: (instant: string) => string; time: Intl.DateTimeFormat }>();
function readersOf(timeZone: string) {
  const known = readers.get(timeZone);
  if (known !== undefined) return known;
  const made = {
    dayOf: createDayReader(timeZone),
    time: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }),
  };
  readers.set(timeZone, made);
  return made;
}

/** Local time with its zone, and UTC: for a tooltip. */
export function instantWords(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return '';
  const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(at);
  return `${local} (${timeZone})\n${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}

/** The model without its provider: `demo` of `demo/demo`, `gpt-5` of `openai/gpt-5`. */
export function shortModel(model: string | null): string {
  return model === null ? '' : model.slice(model.indexOf('/') + 1);
}

/** "842", "12.4k": both directions together, with ≈ where the provider gave no counts. */
export function tokensWords({ tokens_in, tokens_out, is_estimate }: PromptFigures): string {
  const sum = tokens_in + tokens_out;
  if (sum === 0) return '';
  const words = sum < 10_000 ? sum.toLocaleString('en') : `${(sum / 1_000).toFixed(sum < 100_000 ? 1 : 0)}k`;
  return `${is_estimate ? '≈ ' : ''}${words}`;
}

/** "$0.0042"; empty when no price is known. */
export function costWords({ cost_usd, is_estimate }: PromptFigures): string {
  if (cost_usd === null) return '';
  const about = is_estimate && cost_usd > 0 ? '≈ ' : '';
  if (cost_usd === 0) return '$0';
  return `${about}$${cost_usd < 0.01 ? cost_usd.toFixed(4) : cost_usd.toFixed(2)}`;
}

/** For a tooltip. */
export function figuresDetail({ tokens_in, tokens_out, is_estimate }: PromptFigures): string {
  const counts = `${tokens_in.toLocaleString('en')} tokens in, ${tokens_out.toLocaleString('en')} out`;
  return is_estimate ? `${counts}; estimated, the provider gave no counts` : counts;
}

/** "+4 · 1 answering · 1 didn’t work": what a closed thread holds. */
export function belowWords(rows: readonly DropRow[]): string {
  const running = rows.filter(({ state }) => state === 'running' || state === 'queued').length;
  const failed = rows.filter(({ state }) => state === 'failed').length;
  const parts = [`+${rows.length}`];
  if (running > 0) parts.push(`${running} under way`);
  if (failed > 0) parts.push(`${failed} didn’t work`);
  return parts.join(' · ');
}
