import type { Path, Step } from '../../base/value.ts';

type Node = { isEnd: boolean; next: Map<Step, Node> };

/** Paths that were put in order once, so that asking about many others takes a time that grows with their lengths alone. */
export type TouchedPaths = {
  /** Whether one of the paths is this one, leads to it, or lies below it. */
  touches(path: Path): boolean;
  /** Whether one of the paths is this one or leads to it. */
  leadsTo(path: Path): boolean;
};

/** Puts paths in order by their steps. A map of 200,000 keys that all differ has as many: comparing each with each takes minutes. */
export function touchedPaths(paths: readonly Path[]): TouchedPaths {
  const root: Node = { isEnd: false, next: new Map() };
  for (const path of paths) {
    let node = root;
    for (const step of path) {
      const below = node.next.get(step) ?? { isEnd: false, next: new Map<Step, Node>() };
      node.next.set(step, below);
      node = below;
    }
    node.isEnd = true;
  }

  /** Where a path ends among these: at or below one of them, above one, or beside them all. */
  function placeOf(path: Path): 'within' | 'above' | 'beside' {
    let node = root;
    for (const step of path) {
      if (node.isEnd) return 'within';
      const below = node.next.get(step);
      if (!below) return 'beside';
      node = below;
    }
    if (node.isEnd) return 'within';
    return node.next.size > 0 ? 'above' : 'beside';
  }

  return {
    touches: (path) => placeOf(path) !== 'beside',
    leadsTo: (path) => placeOf(path) === 'within',
  };
}
