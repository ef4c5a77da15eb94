import { fields } from '../compare/canonical.ts';
import { valueAt } from '../compare/diff.ts';
import type { Observed, Present, Stage } from '../compare/stage.ts';
import { ECHOES, type Echo } from './echo-table.ts';

/** Everything that was observed in the state, by type. */
export type ByType = ReadonlyMap<string, readonly Observed[]>;

const liveOf = ({ outcome }: Observed) => (outcome.status === 'read' ? outcome.live : null);

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
  return {
    name: 'echo',
    suppress(observed, path) {
      const attribute = path[0];
      const { type } = observed.instance;
      const echo = ECHOES.find((one) => one.parent === type && one.attributes.some((name) => name === attribute));
      if (!echo || typeof attribute !== 'string') return undefined;
      const parent = fields(observed.outcome.before);
      const children = echo.children.flatMap((childType) =>
        (all.get(childType) ?? []).filter((child) => echo.belongs(fields(child.outcome.before), parent, childType)),
      );
      return children.length > 0 && explains(echo, attribute, observed, children) ? echo.why : undefined;
    },
  };
}
