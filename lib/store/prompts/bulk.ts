// Many prompts of one request, stored in one transaction.
import { type Connection, type Database, inTransaction, sqlState } from '#lib/store/client.ts';
import { type Submission, type SubmitOutcome, storeSubmissions } from '#lib/store/jobs/submit.ts';
import { channels } from '#lib/store/notifier.ts';

/** Ends the transaction without storing anything, and carries what would have become of it. */
class NothingStored extends Error {
  override readonly name = 'NothingStored';
  constructor(readonly outcomes: readonly SubmitOutcome[]) {
    super('a prompt was refused, so none is stored');
  }
}

/**
 * Stores prompts in one transaction; answers in the given order. One may continue or wait for an earlier one of the same
 * request, and a prompt_id that was given twice is one prompt. With `isAllOrNothing` a refusal leaves nothing stored:
 * then the outcomes of the others say what would have become of them.
 */
export async function submitBulk(
  db: Database,
  items: readonly Submission[],
  isAllOrNothing: boolean,
): Promise<SubmitOutcome[]> {
  const attempt = () => inTransaction(db, (tx) => storeBulk(tx, items, isAllOrNothing));
  try {
    // The same ids in two requests at once: the second waits for the first's commit, fails, and then finds them.
    const outcomes = await attempt().catch((error: unknown) => {
      if (sqlState(error) === '23505') return attempt();
      throw error;
    });
    db.notifier.note(channels.ready);
    db.notifier.note(channels.event);
    return outcomes;
  } catch (error) {
    if (error instanceof NothingStored) return [...error.outcomes];
    throw error;
  }
}

async function storeBulk(
  tx: Connection,
  items: readonly Submission[],
  isAllOrNothing: boolean,
): Promise<SubmitOutcome[]> {
  const [first, later] = splitRepeated(items);
  const outcomes = new Map<number, SubmitOutcome>();
  const stored = await storeSubmissions(
    tx,
    first.map(({ item }) => item),
  );
  for (const [at, { index }] of first.entries()) keep(outcomes, index, stored[at]);
  // What stands in the same request is seen by a statement that comes after it only.
  const unknown = first.filter(({ index }) => isUnknown(outcomes.get(index)));
  for (const { item, index } of [...unknown, ...later].sort((a, b) => a.index - b.index))
    keep(outcomes, index, (await storeSubmissions(tx, [item]))[0]);
  const inOrder = items.map((_, index) => outcomes.get(index)).filter((outcome) => outcome !== undefined);
  if (isAllOrNothing && inOrder.some(({ ok }) => !ok)) throw new NothingStored(inOrder);
  return inOrder;
}

interface Placed {
  readonly item: Submission;
  readonly index: number;
}

/** A prompt_id that was given before in this request has to find the first one stored. */
function splitRepeated(items: readonly Submission[]): [first: Placed[], later: Placed[]] {
  const seen = new Set<string>();
  const [first, later]: [Placed[], Placed[]] = [[], []];
  for (const [index, item] of items.entries()) {
    const id = item.request.prompt_id?.toLowerCase();
    (id !== undefined && seen.has(id) ? later : first).push({ item, index });
    if (id !== undefined) seen.add(id);
  }
  return [first, later];
}

function isUnknown(outcome: SubmitOutcome | undefined): boolean {
  return outcome !== undefined && !outcome.ok && outcome.code.startsWith('unknown_');
}

function keep(outcomes: Map<number, SubmitOutcome>, index: number, outcome: SubmitOutcome | undefined): void {
  if (outcome === undefined) throw new Error('the submit statement answered for fewer prompts than it was given');
  outcomes.set(index, outcome);
}
