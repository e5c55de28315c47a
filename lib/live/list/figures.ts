// Tokens, cost and verdicts of the prompts in sight: asked for in batches when they come into sight, kept until their row changes.

import { isTerminal } from '#lib/domain/job.ts';
import { figuresAnswer, type PromptFigures } from '#lib/domain/prompts/figures.ts';
import { type ApiAccess, ask, browserAccess } from '#lib/live/api.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

/** Those of the named prompts, at most 200; without names of the newest 5,000. */
export async function readFigures(
  promptIds: readonly string[] | null,
  access: ApiAccess = browserAccess,
): Promise<readonly PromptFigures[]> {
  const query = promptIds === null ? '' : `?${new URLSearchParams({ prompt_ids: promptIds.join(',') })}`;
  return (await ask(access, figuresAnswer, `/api/prompts/figures${query}`, {})).figures;
}

/** Lines that scroll by are not asked for. */
const restMs = 90;
const mostNamed = 100;

export type FiguresById = ReadonlyMap<string, PromptFigures>;

/** One for a page. What could not be read is asked for again when it is wanted again. */
export class FiguresStore {
  readonly #read: typeof readFigures;
  readonly #known = new Map<string, number>();
  #figures: FiguresById = new Map();
  readonly #wanted = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(read: typeof readFigures = readFigures) {
    this.#read = read;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something of it changes. */
  figures = (): FiguresById => this.#figures;

  /** Asks soon for those that are not known at their row's version. What is under way has no figures yet. */
  want(rows: Iterable<FieldDrop>): void {
    clearTimeout(this.#timer);
    this.#wanted.clear();
    for (const { prompt_id, state, version } of rows) {
      if (isTerminal(state) && this.#known.get(prompt_id) !== version) this.#wanted.set(prompt_id, version);
    }
    if (this.#wanted.size > 0) this.#timer = setTimeout(() => void this.#ask(), restMs);
  }

  async #ask(): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    const isWhole = wanted.length > mostNamed * 2;
    for (let at = 0; at < wanted.length; at += isWhole ? wanted.length : mostNamed) {
      const part = isWhole ? wanted : wanted.slice(at, at + mostNamed);
      try {
        this.#take(part, await this.#read(isWhole ? null : part.map(([id]) => id)));
      } catch {
        // The cells stay empty; the next scroll or change asks again.
        return;
      }
    }
  }

  #take(asked: readonly (readonly [string, number])[], found: readonly PromptFigures[]): void {
    const next = new Map(this.#figures);
    for (const [id, version] of asked) {
      this.#known.set(id, version);
      next.delete(id);
    }
    for (const one of found) next.set(one.prompt_id, one);
    this.#figures = next;
    for (const listener of this.#listeners) listener();
  }
}
