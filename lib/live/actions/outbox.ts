// Prompts on their way to the server: drawn at once, kept in this browser until the server has them, sent again on wish.
import { v7 as newId } from 'uuid';
import type { DropRow } from '#lib/domain/drop.ts';
import type { ExecutionOptions, SubmitRequest } from '#lib/domain/prompt.ts';
import type { SubmitAnswer } from '#lib/domain/prompts/submit-answer.ts';
import { ApiProblem } from '#lib/live/api.ts';
import { type FieldState, type SubmitProblem, withDrops, withMark, withoutDrops } from '#lib/live/cache.ts';
import { writeDraft } from './drafts.ts';
import { optimisticDrop, parseUnsent, requestOf, type UnsentDrop } from './unsent.ts';

/** What the compose bar hands over. `parentId` is the prompt it continues, taken at the moment of sending. */
export interface Submission {
  readonly text: string;
  readonly parentId: string | null;
  readonly options?: ExecutionOptions | undefined;
  /** Lower first; see `priorities` in lib/domain/job.ts. */
  readonly priority?: number | undefined;
  /** Runs no earlier than this, ISO 8601. */
  readonly scheduledFor?: string | undefined;
}

export interface OutboxOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> | undefined;
  readonly post: (request: SubmitRequest & { prompt_id: string }) => Promise<SubmitAnswer>;
  readonly read: () => FieldState;
  readonly edit: (change: (field: FieldState) => FieldState) => void;
  readonly nowMs: () => number;
  /** The server has taken one. */
  readonly onTaken: () => void;
}

const keyPrefix = 'asterion.unsent.';

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #unsent = new Map<string, UnsentDrop>();
  readonly #underWay = new Map<string, Promise<SubmitAnswer | null>>();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Draws the prompt, clears its draft and sends it. Returns its id at once; what becomes of it shows in the field. */
  submit({ text, parentId, options, priority, scheduledFor }: Submission): string {
    const drop: UnsentDrop = {
      prompt_id: newId(),
      parent_id: parentId,
      text,
      created_at: this.#nextSlot(),
      ...(options === undefined ? {} : { options }),
      ...(priority === undefined ? {} : { priority }),
      ...(scheduledFor === undefined ? {} : { scheduled_for: scheduledFor }),
      problem: null,
    };
    writeDraft(parentId, '');
    void this.#send(drop);
    return drop.prompt_id;
  }

  /** Sends an unsent one again under the same id: if the server had taken it, nothing is doubled. */
  async resend(promptId: string): Promise<SubmitAnswer | null> {
    const drop = this.#unsent.get(promptId);
    return this.#underWay.get(promptId) ?? (drop === undefined ? null : this.#send({ ...drop, problem: null }));
  }

  /** Forgets an unsent one. Returns its text, for the compose bar. */
  discard(promptId: string): string | null {
    const drop = this.#unsent.get(promptId);
    if (drop === undefined || this.#underWay.has(promptId)) return null;
    this.#forget(promptId);
    this.#options.edit((field) =>
      field.byId.get(promptId)?.version === 0 ? withoutDrops(field, new Set([promptId])) : field,
    );
    return drop.text;
  }

  isUnsent(promptId: string): boolean {
    return this.#unsent.has(promptId);
  }

  /** Resolves when an attempt to send it that is under way has ended, well or not. */
  async whenSent(promptId: string): Promise<void> {
    await this.#underWay.get(promptId);
  }

  /** What the server has is not unsent, however its answer to the submit got lost. */
  settle(rows: readonly DropRow[]): void {
    for (const { prompt_id } of rows) if (this.#unsent.has(prompt_id)) this.#forget(prompt_id);
  }

  /** Brings back what earlier pages of this browser left unsent; what was cut off in the middle is sent again. */
  restore(): void {
    for (const drop of this.#stored()) {
      if (this.#unsent.has(drop.prompt_id) || this.#options.read().byId.has(drop.prompt_id)) continue;
      if (drop.problem === null) void this.#send(drop);
      else this.#keep(drop);
    }
  }

  /** Another tab of this browser wrote or removed an unsent prompt. */
  onStorage(key: string | null, value: string | null): void {
    if (key === null || !key.startsWith(keyPrefix)) return;
    const promptId = key.slice(keyPrefix.length);
    if (this.#underWay.has(promptId)) return;
    const drop = value === null ? null : parseUnsent(value);
    if (drop !== null) this.#draw(drop);
    else this.discard(promptId);
  }

  #send(drop: UnsentDrop): Promise<SubmitAnswer | null> {
    this.#keep(drop);
    const sending = this.#post(drop).finally(() => this.#underWay.delete(drop.prompt_id));
    this.#underWay.set(drop.prompt_id, sending);
    return sending;
  }

  async #post(drop: UnsentDrop): Promise<SubmitAnswer | null> {
    try {
      // A continuation is of no use to the server before it knows what is continued.
      if (drop.parent_id !== null && (await this.resend(drop.parent_id)) === null && this.isUnsent(drop.parent_id)) {
        this.#fail(drop, {
          kind: 'network',
          status: 0,
          detail: 'What it continues has not been sent yet.',
          errors: [],
        });
        return null;
      }
      const answer = await this.#options.post(requestOf(drop));
      this.#forget(drop.prompt_id);
      this.#options.edit((field) => withJob(field, answer));
      this.#options.onTaken();
      return answer;
    } catch (error) {
      this.#fail(drop, submitProblemOf(error));
      return null;
    }
  }

  #fail(drop: UnsentDrop, problem: SubmitProblem): void {
    // The row came by the live view although the answer got lost: it was taken.
    const known = this.#options.read().byId.get(drop.prompt_id);
    if (known !== undefined && known.version > 0) this.#forget(drop.prompt_id);
    else this.#keep({ ...drop, problem: { ...problem, errors: [...problem.errors] } });
  }

  #keep(drop: UnsentDrop): void {
    try {
      this.#options.storage?.setItem(keyPrefix + drop.prompt_id, JSON.stringify(drop));
    } catch {
      // Storage is full or switched off: it lives as long as this page.
    }
    this.#draw(drop);
  }

  #draw(drop: UnsentDrop): void {
    this.#unsent.set(drop.prompt_id, drop);
    this.#options.edit((field) => {
      const known = field.byId.get(drop.prompt_id);
      return known !== undefined && known.version > 0
        ? field
        : withDrops(field, new Map([[drop.prompt_id, optimisticDrop(drop, field)]]));
    });
  }

  #forget(promptId: string): void {
    this.#unsent.delete(promptId);
    try {
      this.#options.storage?.removeItem(keyPrefix + promptId);
    } catch {
      // Switched off: there was nothing kept.
    }
  }

  *#stored(): Iterable<UnsentDrop> {
    const { storage } = this.#options;
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '');
    for (const key of keys.filter((candidate) => candidate.startsWith(keyPrefix))) {
      const drop = parseUnsent(storage?.getItem(key) ?? '');
      if (drop !== null) yield drop;
    }
  }

  /** After everything that is drawn, so that a new drop never lands among older ones, whatever this clock says. */
  #nextSlot(): string {
    const { rows, slots } = this.#options.read();
    const last = rows.at(-1);
    const afterLastMs = last === undefined ? 0 : Date.parse(slots.get(last.prompt_id) ?? last.created_at) + 1;
    return new Date(Math.max(this.#options.nowMs(), afterLastMs)).toISOString();
  }
}

/** The server told the job's id before its first row came: stop works from now on. */
function withJob(field: FieldState, answer: SubmitAnswer): FieldState {
  const drop = field.byId.get(answer.prompt_id);
  if (drop === undefined || drop.version > 0) return field;
  const { job_id, session_id } = answer;
  const taken = withDrops(field, new Map([[drop.prompt_id, { ...drop, job_id, session_id }]]));
  return drop.local?.kind === 'unsent'
    ? withMark(taken, drop.prompt_id, { kind: 'sending', text: drop.local.text })
    : taken;
}

/** What a failed submit means for the prompt. */
function submitProblemOf(error: unknown): SubmitProblem {
  if (!(error instanceof ApiProblem))
    return { kind: 'network', status: 0, detail: 'The server could not be reached.', errors: [] };
  const { status, detail, errors } = error;
  return { kind: error.isRefusal ? 'refused' : 'failed', status, detail, errors };
}
