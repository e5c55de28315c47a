// The palette with the page's commands in it; all of it is loaded when it is first opened.
import type { FieldDrop } from '#lib/live/cache.ts';
import { type MissionMoves, missionCommands } from './mission-commands.ts';
import Palette from './palette.tsx';

interface PaletteOpenerProps extends MissionMoves {
  readonly rows: readonly FieldDrop[];
  readonly onClose: () => void;
}

export default function PaletteOpener({ rows, onClose, ...moves }: PaletteOpenerProps) {
  return <Palette commands={missionCommands(moves)} rows={rows} onOpen={moves.open} onClose={onClose} />;
}
