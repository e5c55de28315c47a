// Map or list: two views of the same field.
import { Icon } from '#components/ui/icon.tsx';
import { type ViewName, viewNames } from '../use-mission-url.ts';

const names: Readonly<Record<ViewName, string>> = { map: 'Map', list: 'List' };

export function ViewSwitch({
  view,
  onChange,
}: {
  readonly view: ViewName;
  readonly onChange: (view: ViewName) => void;
}) {
  return (
    <fieldset className="flex shrink-0 rounded-small border border-line p-px">
      <legend className="sr-only">View</legend>
      {viewNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === view}
          title={`${names[name]} (l)`}
          onClick={() => onChange(name)}
          className="flex h-6 items-center gap-1.5 rounded-[7px] px-2 text-ui text-dim hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
        >
          <Icon name={name} size={14} />
          <span className="max-lg:sr-only">{names[name]}</span>
        </button>
      ))}
    </fieldset>
  );
}
