// The two menus under an answer: running it again with another model, and copying it.
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { useModels } from '#components/ui/use-models.ts';

const panel =
  'z-50 max-h-80 min-w-52 overflow-y-auto rounded-[10px] border border-line-strong bg-raised p-1 shadow-panel text-ui';
const item =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-[6px] px-2.5 py-1 outline-none data-[highlighted]:bg-hover';

interface MenuProps {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

function Menu({ trigger, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="start" sideOffset={4} collisionPadding={8} className={panel}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuChoice {
  readonly label: string;
  readonly onSelect: () => void;
}

/** A menu of plain choices. `trigger` is the button that opens it. */
export function ChoiceMenu({
  trigger,
  choices,
}: {
  readonly trigger: ReactNode;
  readonly choices: readonly MenuChoice[];
}) {
  return (
    <Menu trigger={trigger}>
      {choices.map(({ label, onSelect }) => (
        <DropdownMenu.Item key={label} className={item} onSelect={onSelect}>
          {label}
        </DropdownMenu.Item>
      ))}
    </Menu>
  );
}

interface ModelMenuProps {
  readonly trigger: ReactNode;
  /** The model the last run used. */
  readonly current: string | null;
  readonly onSelect: (model: string) => void;
}

/** All models there are; choosing one runs the prompt again with it. */
export function ModelMenu({ trigger, current, onSelect }: ModelMenuProps) {
  return (
    <Menu trigger={trigger}>
      <DropdownMenu.Label className="px-2.5 pt-1.5 pb-1 text-small text-dim">Run again with</DropdownMenu.Label>
      <ModelItems current={current} onSelect={onSelect} />
    </Menu>
  );
}

function ModelItems({ current, onSelect }: Pick<ModelMenuProps, 'current' | 'onSelect'>) {
  const models = useModels();
  if (models === undefined) return <p className="px-2.5 py-1.5 text-dim">Looking for models…</p>;
  return models.models.map(({ id, label, provider, is_demo }) => (
    <DropdownMenu.Item key={id} className={item} onSelect={() => onSelect(id)}>
      <span className="flex-1">{label}</span>
      <span className="text-small text-dim">{is_demo ? 'built in' : provider}</span>
      {id === current && <Icon name="check" size={14} />}
    </DropdownMenu.Item>
  ));
}
