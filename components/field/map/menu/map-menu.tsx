// The place of a drop's menu on the map; the menu itself is loaded when it is first asked for.
'use client';
import './menu.css';
import { lazy, Suspense } from 'react';
import type { FieldProps } from '#components/field/field-props.ts';
import type { Marks } from '#components/field/several/use-marks.ts';
import { useManyActions } from '#components/ui/many/use-many-actions.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

const DropMenu = lazy(() => import('./drop-menu.tsx'));

/** The menu of a drop while it is open; `at` in pixels of the window. */
export interface OpenMenu {
  readonly id: string;
  readonly at: { readonly x: number; readonly y: number };
  readonly isChoosingModel: boolean;
}

interface MapMenuProps {
  readonly menu: OpenMenu;
  readonly row: FieldDrop;
  readonly marks: Marks;
  readonly props: Pick<FieldProps, 'onOpen' | 'onContinue' | 'onSelect' | 'onRetry' | 'onCancel'>;
  /** A prompt that the field does not hold: it can be read, continued and shared. */
  readonly isReadOnly?: boolean;
  readonly onClose: () => void;
}

export function MapMenu({ menu, row, marks, props, isReadOnly = false, onClose }: MapMenuProps) {
  const many = useManyActions();
  return (
    <Suspense fallback={null}>
      <DropMenu
        // Radix remembers where its menu was: another place, another menu.
        key={`${menu.id} ${menu.at.x} ${menu.at.y}`}
        row={row}
        at={menu.at}
        isMarked={marks.ids.has(menu.id)}
        isChoosingModel={menu.isChoosingModel}
        isReadOnly={isReadOnly}
        calls={{
          onOpen: props.onOpen,
          onContinue: props.onContinue ?? props.onSelect,
          onRetry: (id, model) => void props.onRetry(id, model === undefined ? undefined : { model }),
          onStop: (id) => void props.onCancel(id),
          onMark: marks.toggle,
          onArchive: (id) => many.archive([id]),
          onRestore: (id) => many.restore([id]),
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** Where the menu of a drop opens that nobody pointed at: under it. */
export function menuPlaceOf(id: string): OpenMenu['at'] {
  const box = document.querySelector(`.map .drop[data-prompt="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  return box === undefined ? { x: innerWidth / 2, y: innerHeight / 2 } : { x: box.right - 4, y: box.bottom + 6 };
}
