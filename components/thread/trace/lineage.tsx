// What a prompt comes from and what came of it: its ancestors, what it waited for, and everything that continues it.
import { stateWord } from '#lib/domain/drop.ts';
import type { JobDetails } from '#lib/domain/job-details.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { useField } from '#lib/live/use-field.ts';

interface LineageProps {
  readonly promptId: string;
  readonly job: JobDetails;
  readonly onSelect: (promptId: string) => void;
}

/** A long thread is told by its nearest part; the map shows the rest. */
const mostShown = 12;

export function Lineage({ promptId, job, onSelect }: LineageProps) {
  const { rows, byId } = useField();
  const ancestors = ancestorsOf(promptId, byId);
  const sources = rows.filter(({ job_id }) => job.depends_on.includes(job_id));
  const descendants = descendantsOf(promptId, rows);
  if (ancestors.length + sources.length + descendants.length === 0)
    return <p className="text-ui text-dim">A thread of its own; nothing continues it yet.</p>;
  return (
    <div className="space-y-2 text-ui">
      <DropLinks title="Continues" drops={ancestors} onSelect={onSelect} />
      <DropLinks title="Waited for" drops={sources} onSelect={onSelect} />
      <DropLinks title="Continued by" drops={descendants} onSelect={onSelect} />
    </div>
  );
}

/** Nearest first, up to the root. */
export function ancestorsOf(promptId: string, byId: ReadonlyMap<string, FieldDrop>): FieldDrop[] {
  const found: FieldDrop[] = [];
  let next = byId.get(promptId)?.parent_id ?? null;
  while (next !== null && found.length < byId.size) {
    const drop = byId.get(next);
    if (drop === undefined) break;
    found.push(drop);
    next = drop.parent_id;
  }
  return found;
}

/** Children before their own children, siblings in the field's order. */
export function descendantsOf(promptId: string, rows: readonly FieldDrop[]): FieldDrop[] {
  const children = new Map<string, FieldDrop[]>();
  for (const row of rows) {
    if (row.parent_id === null) continue;
    const known = children.get(row.parent_id);
    if (known === undefined) children.set(row.parent_id, [row]);
    else known.push(row);
  }
  const found = [...(children.get(promptId) ?? [])];
  for (const drop of found) found.push(...(children.get(drop.prompt_id) ?? []));
  return found;
}

interface DropLinksProps {
  readonly title: string;
  readonly drops: readonly FieldDrop[];
  readonly onSelect: (promptId: string) => void;
}

function DropLinks({ title, drops, onSelect }: DropLinksProps) {
  if (drops.length === 0) return null;
  return (
    <div>
      <p className="text-small text-dim">
        {title}
        {drops.length > 1 && ` ${drops.length}`}
      </p>
      <ul>
        {drops.slice(0, mostShown).map((drop) => (
          <li key={drop.prompt_id}>
            <button
              type="button"
              onClick={() => onSelect(drop.prompt_id)}
              className="-mx-2 flex min-h-7 w-[calc(100%+16px)] items-center gap-2 rounded-small px-2 text-left hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate">{drop.label}</span>
              <span className="text-small text-dim">{stateWord[drop.state]}</span>
            </button>
          </li>
        ))}
      </ul>
      {drops.length > mostShown && <p className="text-small text-dim">and {drops.length - mostShown} more</p>}
    </div>
  );
}
