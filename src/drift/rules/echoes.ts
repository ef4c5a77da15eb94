import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from '../compare/canonical.ts';
import { valueAt } from '../compare/diff.ts';
import type { Observed, Present, Stage } from '../compare/stage.ts';
import type { StateInstance } from '../state/instance.ts';
import { ECHOES, type ChildLink, type Echo } from './echo-table.ts';

/** A resource that may be behind what a parent shows; `live` is null when it is gone. */
export type EchoChild = { type: string; before: Value; live: Value };

/** The children of a parent by a link. */
type FindChildren = (link: ChildLink, parent: Record<string, Value>) => EchoChild[];

const ECHOES_OF = Map.groupBy(ECHOES, (echo) => echo.parent);
const CHILD_TYPES = new Set(ECHOES.flatMap(({ children }) => children.map(({ type }) => type)));

/** Without the attributes that say nothing, which are most: there may be many children, and each is kept. */
function brief(value: Value): Value {
  return value === null ? null : Object.fromEntries(Object.entries(fields(value)).filter(([, one]) => one !== null));
}

/** What is kept of an observed instance for its parent's sake; undefined where no parent shows what it is. */
export function echoChild({ instance, outcome: { before, ...rest } }: Observed): EchoChild | undefined {
  if (!CHILD_TYPES.has(instance.type)) return undefined;
  return { type: instance.type, before: brief(before), live: brief(rest.status === 'read' ? rest.live : null) };
}

/** The same for what could not be looked at: taken to be as its state says. That is no claim about it, only about its parent. */
export function echoChildAsWritten(instance: StateInstance): EchoChild | undefined {
  if (!CHILD_TYPES.has(instance.type)) return undefined;
  const value = brief(instance.values() as Record<string, Value>);
  return { type: instance.type, before: value, live: value };
}

/** Finds children by their link's field, each field of a type indexed once: states hold thousands of parents and children. */
function childrenIn(all: readonly EchoChild[]): FindChildren {
  const byType = Map.groupBy(all, ({ type }) => type);
  const indexes = new Map<string, Map<Value, EchoChild[]>>();
  const indexOf = ({ type, by }: ChildLink) => {
    const key = `${type}.${by}`;
    const known = indexes.get(key);
    if (known) return known;
    const made = Map.groupBy(byType.get(type) ?? [], ({ before }) => fieldOf(fields(before), by));
    indexes.set(key, made);
    return made;
  };
  return (link, parent) => {
    const names = new Set(link.to.map((name) => fieldOf(parent, name)).filter((name) => name !== null && name !== ''));
    const children = [...names].flatMap((name) => indexOf(link).get(name) ?? []);
    const { where } = link;
    return where ? children.filter(({ before }) => fieldOf(fields(before), where.field) === where.is) : children;
  };
}

/** Whether the children, as state and cloud know them, account for the whole difference of the parent's attribute. */
function explains(echo: Echo, attribute: string, { outcome }: Present, children: readonly EchoChild[]): boolean {
  const { atoms } = echo;
  if (!atoms) return true;
  const before = new Set(atoms.ofParent(valueAt(outcome.before, [attribute])));
  const live = new Set(atoms.ofParent(valueAt(outcome.live, [attribute])));
  const had = new Set(children.flatMap((child) => atoms.ofChild(child.before)));
  const has = new Set(children.flatMap((child) => atoms.ofChild(child.live)));
  const appeared = [...live].filter((atom) => !before.has(atom));
  const vanished = [...before].filter((atom) => !live.has(atom));
  return appeared.every((atom) => has.has(atom)) && vanished.every((atom) => had.has(atom) && !has.has(atom));
}

/**
 * One act is one finding: where a parent only shows what a managed child is, the child has the finding.
 * What no child explains stays with the parent: a rule added by hand to a group whose other rules are managed.
 */
export function echoes(children: readonly EchoChild[]): Stage {
  const childrenOf = childrenIn(children);
  return {
    name: 'echo',
    suppress(one, [attribute]) {
      const echo = ECHOES_OF.get(one.instance.type)?.find(({ attributes }) =>
        attributes.some((name) => name === attribute),
      );
      if (!echo || typeof attribute !== 'string') return undefined;
      const parent = fields(one.outcome.before);
      const own = echo.children.flatMap((link) => childrenOf(link, parent));
      return own.length > 0 && explains(echo, attribute, one, own) ? echo.why : undefined;
    },
  };
}
