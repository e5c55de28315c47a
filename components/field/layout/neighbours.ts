// Where the arrow keys lead: along the threads of the field, and to whatever needs a person.
import { type DropRow, isUnread } from '#lib/domain/drop.ts';
import type { FieldLayout } from './layout.ts';
import { byCreation } from './thread-tree.ts';

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/** Parents, children and threads of a layout, in the order the keys walk them. */
export interface Kinship {
  step(from: string | null, direction: Direction): string | null;
  childrenOf(id: string): readonly string[];
  parentOf(id: string): string | null;
  /** Root first, the drop itself last. */
  pathTo(id: string | null): readonly string[];
  /** Ids of the whole thread in creation order. */
  threadOf(id: string): readonly string[];
}

export function kinshipOf(layout: FieldLayout, byId: ReadonlyMap<string, DropRow>): Kinship {
  const children = new Map<string, string[]>();
  const threads = new Map<string, readonly string[]>();
  for (const lane of layout.lanes) threads.set(lane.rootId, inCreationOrder(lane.ids, byId));
  for (const ids of threads.values()) {
    for (const id of ids) {
      const parentId = layout.positions.get(id)?.parentId ?? null;
      if (parentId !== null) children.set(parentId, [...(children.get(parentId) ?? []), id]);
    }
  }
  const roots = layout.lanes.map((lane) => lane.rootId);
  const parentOf = (id: string) => layout.positions.get(id)?.parentId ?? null;
  const childrenOf = (id: string) => children.get(id) ?? [];
  // Asked for with every picture of the field: looked up once.
  let last: string | null | undefined;
  const newest = () => {
    last ??= newestOf(layout.positions.keys(), byId);
    return last;
  };

  function sideways(id: string, by: 1 | -1): string | null {
    const parentId = parentOf(id);
    const siblings = parentId === null ? [] : childrenOf(parentId);
    const sibling = siblings[siblings.indexOf(id) + by];
    if (parentId !== null && sibling !== undefined) return sibling;
    const rootId = layout.positions.get(id)?.rootId ?? id;
    return roots[roots.indexOf(rootId) + by] ?? null;
  }

  function step(from: string | null, direction: Direction): string | null {
    if (direction === 'first') return roots[0] ?? null;
    if (direction === 'last' || from === null || !layout.positions.has(from)) return newest();
    switch (direction) {
      case 'up':
        return parentOf(from);
      case 'down':
        return childrenOf(from)[0] ?? null;
      case 'left':
        return sideways(from, -1);
      case 'right':
        return sideways(from, 1);
    }
  }

  function pathTo(id: string | null): readonly string[] {
    const path: string[] = [];
    for (let at = id; at !== null && path.length <= layout.positions.size; at = parentOf(at)) path.unshift(at);
    return path;
  }

  const threadOf = (id: string) => threads.get(layout.positions.get(id)?.rootId ?? id) ?? [];
  return { step, childrenOf, parentOf, pathTo, threadOf };
}

function inCreationOrder(ids: readonly string[], byId: ReadonlyMap<string, DropRow>): readonly string[] {
  return ids
    .map((id) => byId.get(id))
    .filter((row) => row !== undefined)
    .sort(byCreation)
    .map((row) => row.prompt_id);
}

function newestOf(ids: Iterable<string>, byId: ReadonlyMap<string, DropRow>): string | null {
  let newest: DropRow | undefined;
  for (const id of ids) {
    const row = byId.get(id);
    if (row !== undefined && (newest === undefined || byCreation(row, newest) > 0)) newest = row;
  }
  return newest?.prompt_id ?? null;
}

/** An orphan or an unread answer: what `n` and `p` visit. */
export function needsPerson(row: DropRow): boolean {
  return row.state === 'failed' || isUnread(row);
}

/** The next drop in creation order that needs a person, around the end; null when none does. */
export function nextThatNeedsMe(rows: readonly DropRow[], from: string | null, by: 1 | -1): string | null {
  const ordered = [...rows].sort(byCreation);
  const at = ordered.findIndex((row) => row.prompt_id === from);
  for (let offset = 1; offset <= ordered.length; offset++) {
    const start = at === -1 && by === 1 ? -1 : Math.max(at, 0);
    const row = ordered[(((start + offset * by) % ordered.length) + ordered.length) % ordered.length];
    if (row !== undefined && needsPerson(row)) return row.prompt_id;
  }
  return null;
}
