// One seat for each chosen drop, with all it needs to know of its surroundings.
'use client';
import { useMemo } from 'react';
import type { DropKin } from '#components/field/drop-view.ts';
import type { Kinship } from '#components/field/layout/neighbours.ts';
import type { Scene } from '#components/field/map/paint/draw.ts';
import type { StageChoice } from '#components/field/map/use-stage.ts';
import type { Stage } from '#components/field/map/window/stage.ts';
import { queueWords } from './queue-place.ts';
import { Seat, type SeatCalls } from './seat.tsx';
import { useQueuePlaces } from './use-queue-places.ts';

export interface SeatsProps {
  readonly stage: Stage;
  readonly choice: StageChoice;
  readonly scene: Scene;
  readonly kinship: Kinship;
  readonly focusedId: string | null;
  readonly tabStopId: string | null;
  readonly hoveredId: string | null;
  /** The find that is shown as one of many. */
  readonly steppedTo: string | null;
  readonly calls: SeatCalls;
}

export function Seats(props: SeatsProps) {
  const { stage, choice, scene, kinship, focusedId, tabStopId, hoveredId, steppedTo, calls } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels are all it reads of the scene, and new ones are a new kinship.
  const kin = useMemo(() => createKinReader(scene, kinship), [kinship]);
  const isLookedAt = (id: string) =>
    id === hoveredId || id === focusedId || id === scene.selectedId || id === steppedTo;
  const lookedAt = choice.ids.filter(isLookedAt).map((id) => scene.byId.get(id));
  const places = useQueuePlaces(lookedAt.filter((row) => row !== undefined));
  return choice.ids.map((id) => {
    const row = scene.byId.get(id);
    const position = scene.layout.positions.get(id);
    if (row === undefined || position === undefined) return null;
    const place = places.get(row.job_id);
    return (
      <Seat
        key={id}
        row={row}
        kin={kin(id)}
        stage={stage}
        scale={choice.scale}
        room={position.room}
        isSelected={id === scene.selectedId}
        isMarked={scene.marked.has(id)}
        isFocused={id === focusedId}
        isHovered={id === hoveredId || id === steppedTo}
        isDimmed={!isLookedAt(id) && isSteppedBack(scene, id)}
        isStill={!choice.moving.has(id)}
        isTabStop={id === tabStopId}
        isLeftward={isLookedAt(id) && position.x > choice.leftwardFrom}
        queue={place === undefined || row.state !== 'queued' ? null : queueWords(place)}
        calls={calls}
      />
    );
  });
}

function isSteppedBack({ found, path }: Scene, id: string): boolean {
  return found === null ? path.size > 0 && !path.has(id) : !found.has(id);
}

// The same object for the same answer, so that a drop whose surroundings did not change is not rendered again.
function createKinReader(scene: Scene, kinship: Kinship): (id: string) => DropKin {
  const known = new Map<string, DropKin>();
  return (id) => {
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const thread = kinship.threadOf(id);
    const title = scene.byId.get(thread[0] ?? id)?.label ?? '';
    const kin: DropKin = {
      place: thread.indexOf(id) + 1,
      size: thread.length,
      thread: title,
      replies: kinship.childrenOf(id).length,
    };
    known.set(id, kin);
    return kin;
  };
}
