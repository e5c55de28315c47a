// A field of any size as the server would send it: a few days, threads that branch, every state; the same each time.
import type { DropRow } from '#lib/domain/drop.ts';

const dayMs = 86_400_000;
const labels = [
  'Sketch the state machine',
  'Name five edge cases of a lease',
  'Compare advisory locks and row locks for a queue that must not lose work',
  'Why does autovacuum stall here?',
  'Plan three days in Lisbon',
  'Explain fencing tokens to a new colleague',
  'Turn this into a table',
  'Shorter, please',
];

/** Numbers from 0 to 1, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

export function manyRows(count: number): DropRow[] {
  const next = numbers(7);
  const rows: DropRow[] = [];
  const threads: DropRow[][] = [];
  const days = Math.max(6, count / 200);
  for (let index = 0; index < count; index++) {
    const at = new Date(Date.now() - ((count - index) * days * dayMs) / count).toISOString();
    const isRoot = threads.length === 0 || next() < 0.3;
    const thread = isRoot ? [] : (threads[Math.max(0, threads.length - 1 - Math.floor(next() * 8))] ?? []);
    const parent = thread[next() < 0.75 ? thread.length - 1 : Math.floor(next() * thread.length)];
    const row = rowOf(index, at, parent, next);
    if (isRoot) threads.push(thread);
    thread.push(row);
    rows.push(row);
  }
  // The newest are at work, so that something moves where the map opens.
  return rows.map((row, index) => (count - index <= 40 && index % 3 === 0 ? working(row) : row));
}

function rowOf(index: number, at: string, parent: DropRow | undefined, next: () => number): DropRow {
  const id = idOf(index);
  const luck = next();
  return {
    prompt_id: id,
    job_id: id.replace('0000-4000', '1111-4000'),
    session_id: '00000000-0000-4000-8000-000000000001',
    parent_id: parent?.prompt_id ?? null,
    root_id: parent?.root_id ?? id,
    kind: 'prompt',
    label: labels[Math.floor(next() * labels.length)] ?? 'Sketch',
    state: luck < 0.04 ? 'failed' : luck < 0.08 ? 'cancelled' : 'succeeded',
    version: 1,
    attempt: 1,
    max_attempts: 3,
    claim: 1,
    priority: 50,
    model: null,
    answered_by: 'demo/demo',
    created_at: at,
    available_at: at,
    depends_on: [],
    started_at: at,
    finished_at: at,
    error_kind: luck < 0.04 ? 'timeout' : null,
    error_message: null,
    response_id: null,
    answer_length: Math.floor(next() * 9_000),
    seen_at: luck > 0.95 ? null : at,
    supersedes: null,
  };
}

function idOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

function working(row: DropRow): DropRow {
  return { ...row, state: 'running', finished_at: null, error_kind: null, answer_length: 0, seen_at: null };
}

/** The next state of a drop as the server would tell it: answering, then answered, then asked again. */
export function stepped(row: DropRow): DropRow {
  const version = row.version + 1;
  const now = new Date().toISOString();
  if (row.state === 'running') {
    return { ...row, version, state: 'succeeded', finished_at: now, answer_length: 700, seen_at: now };
  }
  return { ...working(row), version, started_at: now };
}
