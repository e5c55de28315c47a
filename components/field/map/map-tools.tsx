// What lies over the map at its edges: buttons, overview, the way through finds, the bar of a selection.
'use client';
import type { FieldProps } from '#components/field/field-props.ts';
import { SelectionBar } from '#components/field/several/selection-bar.tsx';
import type { Marks } from '#components/field/several/use-marks.ts';
import { useManyActions } from '#components/ui/many/use-many-actions.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { FindBar } from './find/find-bar.tsx';
import type { Find } from './find/use-find.ts';
import { MapControls } from './map-controls.tsx';
import { Overview, overviewFrom, overviewInset } from './overview/overview.tsx';
import type { Scene } from './paint/draw.ts';
import { useKept } from './use-kept.ts';
import type { StageChoice } from './use-stage.ts';
import type { Stage } from './window/stage.ts';

/** Screen pixels that the buttons take at the right, with the gaps beside them; and how high each stands. */
const buttonsInset = 58;
const compactInset = 66;
const buttonHeight = 35;
const gap = 12;

export interface Switch {
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** The overview's switch where there is one to have, and how much of the pane's right is taken. */
export function useMapEdge(count: number, isCompact: boolean): { overview: Switch | null; rightInset: number } {
  const [isOn, toggle] = useKept('asterion.overview', true);
  if (isCompact) return { overview: null, rightInset: compactInset };
  if (count <= overviewFrom) return { overview: null, rightInset: buttonsInset };
  return { overview: { isOn, toggle }, rightInset: isOn ? overviewInset : buttonsInset };
}

interface MapToolsProps {
  readonly props: FieldProps;
  readonly stage: Stage | null;
  readonly scene: Scene;
  readonly choice: StageChoice;
  readonly byId: ReadonlyMap<string, FieldDrop>;
  readonly marks: Marks;
  readonly find: Find | null;
  readonly overview: Switch | null;
  readonly ghosts: Switch | null;
}

export function MapTools({ props, stage, scene, choice, byId, marks, find, overview, ghosts }: MapToolsProps) {
  const { bottomInset = 0, finding = null } = props;
  const many = useManyActions();
  return (
    <>
      <MapControls
        stage={stage}
        bottom={bottomInset}
        isPicking={marks.isPicking}
        onPicking={marks.togglePicking}
        overview={overview}
        ghosts={ghosts}
      />
      {overview?.isOn && stage !== null && (
        <Overview
          stage={stage}
          scene={scene}
          bottom={bottomInset + 2 * gap + buttonHeight * (ghosts === null ? 6 : 7)}
        />
      )}
      {find !== null && finding !== null && (
        <FindBar find={find} unseen={choice.unseen} onOpen={props.onOpen} onClear={finding.onClear} />
      )}
      <SelectionBar
        ids={marks.ids}
        byId={byId}
        bottom={bottomInset}
        many={many}
        onClear={marks.clear}
        hint={marks.isPicking ? 'Drag around drops, or click them' : undefined}
      />
    </>
  );
}
