// One thread as a tidy tree: where each of its prompts lies inside its own lane.
import { flextree } from 'd3-flextree';
import type { DropRow } from '#lib/domain/drop.ts';

/** World pixels one prompt takes; siblings and generations are this far apart. */
export const nodeWidth = 64;
export const nodeHeight = 74;

/** World pixels from a drop's centre to the outside of its ring. */
const dropReach = 18;

/** A prompt with the prompts that continue it, oldest first. */
export interface Branch {
  readonly row: DropRow;
  readonly children: Branch[];
}

export interface TreePlace {
  readonly id: string;
  /** Centre of the drop's round body, from the lane's left edge and the tree's top. */
  readonly x: number;
  readonly y: number;
  /** World pixels free to the right of the centre before the ring of the next drop of this generation; Infinity for the last. */
  readonly room: number;
  readonly depth: number;
}

export interface ThreadTree {
  readonly rootId: string;
  readonly places: readonly TreePlace[];
  readonly width: number;
  readonly height: number;
}

/** Order of everything in the field: the server's creation time, the id when two share it. */
export function byCreation(a: DropRow, b: DropRow): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.prompt_id < b.prompt_id ? -1 : a.prompt_id > b.prompt_id ? 1 : 0;
}

/**
 * Splits rows into threads. A prompt whose parent is not among the rows stands as a root, so that a part of the
 * history can be shown. Threads and siblings come in creation order.
 */
export function threadsOf(rows: readonly DropRow[]): Branch[] {
  const branches = new Map<string, Branch>();
  const ordered = [...rows].sort(byCreation);
  for (const row of ordered) branches.set(row.prompt_id, { row, children: [] });
  const roots: Branch[] = [];
  for (const row of ordered) {
    const branch = branches.get(row.prompt_id);
    if (branch === undefined) continue;
    const parent = row.parent_id === null ? undefined : branches.get(row.parent_id);
    if (parent === undefined) roots.push(branch);
    else parent.children.push(branch);
  }
  return roots;
}

const tidy = flextree<Branch>({
  children: (branch) => branch.children,
  nodeSize: () => [nodeWidth, nodeHeight],
});

/** Lays one thread out, newest generation lowest, its leftmost prompt at half a node from the lane's edge. */
export function layThread(root: Branch): ThreadTree {
  const tree = tidy(tidy.hierarchy(root));
  const nodes = tree.descendants();
  const left = Math.min(...extentsOf(nodes.map((node) => node.x)));
  const right = Math.max(...extentsOf(nodes.map((node) => node.x)));
  const generations = new Map<number, typeof nodes>();
  for (const node of nodes) {
    const generation = generations.get(node.depth);
    if (generation === undefined) generations.set(node.depth, [node]);
    else generation.push(node);
  }
  const room = new Map<string, number>();
  for (const generation of generations.values()) {
    generation.sort((a, b) => a.x - b.x);
    generation.forEach((node, index) => {
      const next = generation[index + 1];
      room.set(node.data.row.prompt_id, next === undefined ? Number.POSITIVE_INFINITY : next.x - node.x - dropReach);
    });
  }
  return {
    rootId: root.row.prompt_id,
    places: nodes.map((node) => ({
      id: node.data.row.prompt_id,
      x: node.x - left + nodeWidth / 2,
      y: node.depth * nodeHeight,
      room: room.get(node.data.row.prompt_id) ?? Number.POSITIVE_INFINITY,
      depth: node.depth,
    })),
    width: right - left + nodeWidth,
    height: generations.size * nodeHeight,
  };
}

// Spreading a long list into Math.min overflows the stack; two numbers never do.
function extentsOf(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Same text, same tree: the ids and parents of a thread in creation order. */
export function shapeOf(root: Branch): string {
  const parts: string[] = [];
  const stack = [root];
  for (let branch = stack.pop(); branch !== undefined; branch = stack.pop()) {
    parts.push(branch.row.prompt_id, String(branch.children.length));
    stack.push(...branch.children);
  }
  return parts.join(' ');
}
