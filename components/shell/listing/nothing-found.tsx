// What stands where the list would: that nothing matches, why, and what can be done about it.
import { Button } from '#components/ui/button.tsx';
import { filterWords } from '../filter-rows.ts';
import { type MissionUrl, noFilters } from '../use-mission-url.ts';
import { type Finds, isId } from './use-finds.ts';

interface NothingFoundProps {
  readonly url: MissionUrl;
  readonly finds: Finds;
  /** The conversation asked for has nothing in this person's field. */
  readonly isElsewhere: boolean;
  readonly onChange: (next: Partial<MissionUrl>) => void;
  readonly bottom: number;
}

export function NothingFound({ url, finds, isElsewhere, onChange, bottom }: NothingFoundProps) {
  const { q, archived, session, state } = url;
  if (finds.isAsked && finds.isSearching) {
    return (
      <div role="status" className="nothing-found" style={{ paddingBottom: bottom }}>
        <p className="animate-pulse">Searching prompts and answers…</p>
      </div>
    );
  }
  const others = Object.entries(noFilters).filter(([name]) => name !== 'q' && Reflect.get(url, name) !== null).length;
  return (
    <div role="status" className="nothing-found" style={{ paddingBottom: bottom }}>
      <p className="nothing-found-title">
        {finds.error === null ? titleOf(url, isElsewhere) : 'The search did not work.'}
      </p>
      <p>{finds.error === null ? adviceOf(url, others) : finds.error.message}</p>
      <div className="nothing-found-ways">
        {finds.error !== null && (
          <Button icon="retry" onClick={finds.again}>
            Try again
          </Button>
        )}
        {q !== null && others > 0 && (
          <Button onClick={() => onChange({ ...noFilters, q })}>Search for “{shortened(q)}” everywhere</Button>
        )}
        {state !== null && q === null && others > 1 && (
          <Button onClick={() => onChange({ ...noFilters, state })}>All that is “{filterWords[state]}”</Button>
        )}
        {archived === null && session === null && q !== null && (
          <Button onClick={() => onChange({ ...noFilters, archived: 'yes' })}>Show the archive</Button>
        )}
        <Button tone="primary" onClick={() => onChange(noFilters)}>
          Show everything
        </Button>
      </div>
    </div>
  );
}

function titleOf({ q, archived, session }: MissionUrl, isElsewhere: boolean): string {
  if (session !== null && (!isId(session) || isElsewhere)) return 'This conversation is not here.';
  if (q !== null) return `No prompt or answer holds “${shortened(q)}”.`;
  return archived === 'yes' ? 'Nothing is archived.' : 'Nothing matches.';
}

function adviceOf({ q, archived, session }: MissionUrl, others: number): string {
  if (session !== null) return 'The link may be incomplete, or it belongs to another workspace.';
  if (q !== null && others > 0) return 'Other filters narrow the search too.';
  if (q !== null) return 'Try fewer or shorter words; each may be the beginning of a longer one.';
  return archived === 'yes'
    ? 'What you archive leaves the field and waits here until you restore it.'
    : 'Take a filter away to see more.';
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
