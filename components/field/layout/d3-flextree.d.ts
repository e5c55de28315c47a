// What the map uses of d3-flextree, which ships no types of its own.
declare module 'd3-flextree' {
  import type { HierarchyNode, HierarchyPointNode } from 'd3-hierarchy';

  export interface FlextreeLayout<T> {
    (root: HierarchyNode<T>): HierarchyPointNode<T>;
    hierarchy(data: T): HierarchyNode<T>;
  }

  export function flextree<T>(options: {
    children: (data: T) => readonly T[];
    nodeSize: () => readonly [number, number];
    spacing?: number;
  }): FlextreeLayout<T>;
}
