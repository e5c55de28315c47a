// What needs a hand, with what it means and what helps; one calm line when nothing does.

import { CommandChip } from '#components/operator/frame/command-chip.tsx';
import { countWords, lengthWords } from '#components/operator/frame/figure-words.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { Finding } from '#lib/domain/operator/finding.ts';
import type { OverviewAnswer } from '#lib/domain/operator/overview.ts';

export function HealthLine({ overview }: { readonly overview: OverviewAnswer }) {
  const { findings, database } = overview;
  const problems = findings.filter(({ level }) => level === 'problem').length;
  const answers = `PostgreSQL ${database.version.split(' ')[0]} answers in ${lengthWords(database.answer_ms)}`;
  if (findings.length === 0)
    return (
      <section aria-label="Health" className="-my-2 flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 text-ui">
        <span className="text-green-ink">
          <Icon name="check" />
        </span>
        Nothing needs a hand.
        <span className="text-dim">{answers}.</span>
        <span className="ml-auto">
          <CommandChip command="doctor" />
        </span>
      </section>
    );
  return (
    <section
      aria-label="Health"
      className={`rounded-card border ${problems > 0 ? 'border-orphan/40 bg-salmon-soft' : 'border-line bg-panel'}`}
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2">
        <h2 className="text-ui font-semibold">{headWords(findings.length, problems)}</h2>
        <span className="ml-auto">
          <CommandChip command="doctor" />
        </span>
      </div>
      <ul className="divide-y divide-line">
        {findings.map((finding) => (
          <FindingRow key={`${finding.check} ${finding.found}`} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function headWords(count: number, problems: number): string {
  if (problems === 0) return `${countWords(count)} worth knowing`;
  return problems === 1 ? 'One thing needs a hand' : `${countWords(problems)} things need a hand`;
}

function FindingRow({ finding: { check, level, found, means, todo } }: { readonly finding: Finding }) {
  return (
    <li className="grid gap-x-3 gap-y-0.5 px-4 py-2.5 text-ui md:grid-cols-[9rem_minmax(0,1fr)]">
      <span className={`flex items-center gap-2 self-start ${level === 'problem' ? 'text-salmon-ink' : 'text-dim'}`}>
        <Icon name={level === 'problem' ? 'alert' : 'help'} size={14} />
        <span className="first-letter:uppercase">{check}</span>
      </span>
      <div className="min-w-0">
        <p className="wrap-anywhere">{found}</p>
        {means !== undefined && <p className="text-dim">{means}</p>}
        {todo !== undefined && (
          <p className="text-dim">
            <span aria-hidden="true">→ </span>
            {todo}
          </p>
        )}
      </div>
    </li>
  );
}
