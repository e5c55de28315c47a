// The palette with the page's commands in it; all of it is loaded when it is first opened.
import { useTheme } from 'next-themes';
import { copyText } from '#components/thread/copy-text.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { type MissionMoves, missionCommands } from './mission-commands.ts';
import Palette from './palette.tsx';

interface PaletteOpenerProps extends Omit<MissionMoves, 'theme' | 'setTheme' | 'copyLink'> {
  readonly rows: readonly FieldDrop[];
  readonly onClose: () => void;
}

export default function PaletteOpener({ rows, onClose, ...moves }: PaletteOpenerProps) {
  const { theme = null, setTheme } = useTheme();
  const copyLink = (id: string) =>
    void copyText(`${location.origin}/mission?drop=${encodeURIComponent(id)}&dock=thread`);
  return (
    <Palette
      commands={missionCommands({ ...moves, theme, setTheme, copyLink })}
      rows={rows}
      onOpen={moves.open}
      onClose={onClose}
    />
  );
}
