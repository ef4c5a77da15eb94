import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../compare/canonical.ts';
import { valueAt } from '../compare/diff.ts';
import type { Observed, Present, Stage } from '../compare/stage.ts';
import { ECHOES, type ChildLink, type Echo } from './echo-table.ts';

/** Everything that was observed in the state, by type. */
export type ByType = ReadonlyMap<string, readonly Observed[]>;

/** The children of a parent by a link. */
type FindChildren = (link: ChildLink, parent: Record<string, Value>) => Observed[];

const ECHOES_OF = Map.groupBy(ECHOES, (echo) => echo.parent);

const liveOf = ({ outcome }: Observed) => (outcome.status === 'read' ? outcome.live : null);

/** Finds children by their link's field, each field of a type indexed once: states hold thousands of parents and children. */
function childrenIn(all: ByType): FindChildren {
  const indexes = new Map<string, Map<Value, Observed[]>>();
  const indexOf = ({ type, by }: ChildLink) => {
    const key = `${type}.${by}`;
    const known = indexes.get(key);
    if (known) return known;
    const made = Map.groupBy(all.get(type) ?? [], ({ outcome }) => fieldOf(fields(outcome.before), by));
    indexes.set(key, made);
    return made;
  };
  return (link, parent) => {
    const names = new Set(link.to.map((name) => fieldOf(parent, name)).filter((name) => name !== null && name !== ''));
    const children = [...names].flatMap((name) => indexOf(link).get(name) ?? []);
    const { where } = link;
    return where
      ? children.filter(({ outcome }) => fieldOf(fields(outcome.before), where.field) === where.is)
      : children;
  };
}

/** Whether the children, as state and cloud know them, account for the whole difference of the parent's attribute. */
function explains(echo: Echo, attribute: string, { outcome }: Present, children: readonly Observed[]): boolean {
  const { atoms } = echo;
  if (!atoms) return true;
  const before = new Set(atoms.ofParent(valueAt(outcome.before, [attribute])));
  const live = new Set(atoms.ofParent(valueAt(outcome.live, [attribute])));
  const had = new Set(children.flatMap((child) => atoms.ofChild(child.outcome.before)));
  const has = new Set(children.flatMap((child) => atoms.ofChild(liveOf(child))));
  const appeared = [...live].filter((atom) => !before.has(atom));
  const vanished = [...before].filter((atom) => !live.has(atom));
  return appeared.every((atom) => has.has(atom)) && vanished.every((atom) => had.has(atom) && !has.has(atom));
}

/**
 * One act is one finding: where a parent only shows what a managed child is, the child has the finding (ENGINE.md §5.3).
 * What no child explains stays with the parent: a rule added by hand to a group whose other rules are managed.
 */
export function echoes(all: ByType): Stage {
  const childrenOf = childrenIn(all);
  return {
    name: 'echo',
    suppress(observed, [attribute]) {
      const echo = ECHOES_OF.get(observed.instance.type)?.find((one) =>
        one.attributes.some((name) => name === attribute),
      );
      if (!echo || typeof attribute !== 'string') return undefined;
      const parent = fields(observed.outcome.before);
      const children = echo.children.flatMap((link) => childrenOf(link, parent));
      return children.length > 0 && explains(echo, attribute, observed, children) ? echo.why : undefined;
    },
  };
}
