// The command palette of the operator pages; loaded when it is first opened.
import { useRouter } from 'next/navigation';
import type { PaletteCommand } from '#components/shell/palette/commands.ts';
import Palette from '#components/shell/palette/palette.tsx';
import { areLettersOn, setLetters } from '#components/shell/shortcuts/use-shortcuts.ts';
import { useField } from '#lib/live/use-field.ts';
import { operatorPages } from './operator-pages.ts';

interface OperatorPaletteProps {
  readonly onClose: () => void;
  readonly help: () => void;
  readonly undo: () => void;
}

export default function OperatorPalette({ onClose, help, undo }: OperatorPaletteProps) {
  const router = useRouter();
  const { rows } = useField();
  const commands: readonly PaletteCommand[] = [
    ...operatorPages.map(({ name, href, key, also }) => ({
      name: `Operator: ${name}`,
      also,
      key,
      run: () => router.push(href),
    })),
    { name: 'Go to the field', also: 'map list prompts', key: 'g f', run: () => router.push('/mission') },
    { name: 'Undo', also: 'take back', key: 'u', run: undo },
    { name: 'Keyboard shortcuts', also: 'help keys', key: '?', run: help },
    areLettersOn()
      ? { name: 'Turn single-letter shortcuts off', also: 'keyboard setting', run: () => setLetters(false) }
      : { name: 'Turn single-letter shortcuts on', also: 'keyboard setting', run: () => setLetters(true) },
  ];
  const open = (promptId: string) => router.push(`/mission?drop=${promptId}&dock=thread`);
  return <Palette commands={commands} rows={rows} onOpen={open} onClose={onClose} />;
}
