import { isObject, type Json } from '../../../base/json.ts';
import { isOn, numberOf } from '../../value/scalars.ts';
import { isHidden, leavesOf, listOf, type Fact } from './fact.ts';
import { widestFirst } from '../../value/width.ts';
import type { Items } from '../../../clouds/contract/phrases.ts';
import { quantities, quantity } from '../wording/quantity.ts';
import { join, say, sayOne, was } from '../wording/words.ts';

const isNothing = (value: Json) => listOf(value).length === 0;

const SECRET = { added: 'set', removed: 'removed', changed: 'replaced' } as const;

/** A clause without any value, for secrets, documents and blocks. */
export function opaqueClause(what: string, fact: Fact, verb = was(what)): string {
  const { before, after, masked, action } = fact;
  if (masked) return `${what} ${verb} ${SECRET[action]}`;
  if (isHidden(fact)) return `a secret value in ${what} was replaced`;
  if (isNothing(before)) return `${what} ${verb} added`;
  if (isNothing(after)) return `${what} ${verb} removed`;
  return `${what} ${verb} changed`;
}

/** The clause for a value that has changed to another one. */
export function valueClause(what: string, fact: Fact, verb = was(what)): string {
  const [before, after] = [say(fact.before), say(fact.after)];
  if (fact.masked) return opaqueClause(what, fact, verb);
  if (isNothing(fact.before))
    return after === undefined ? opaqueClause(what, fact, verb) : `${what} ${verb} set to ${after}`;
  if (isNothing(fact.after))
    return before === undefined ? opaqueClause(what, fact, verb) : `${what} ${verb} removed (it was ${before})`;
  return before === undefined || after === undefined || before === after
    ? opaqueClause(what, fact, verb)
    : `${what} ${verb} changed from ${before} to ${after}`;
}

/** True if all values are on, false if all are off; undefined for a mixture. */
function stateOf(value: Json): boolean | undefined {
  const all = listOf(value).map((one) => isOn(one));
  const [first = false] = all;
  return all.every((one) => one === first) ? first : undefined;
}

/**
 * The clause for a switch. Undefined if the value is no switch or has not moved, or if only some of several switches
 * moved. Also undefined for an unset attribute, which may be on or off by default, unless its whole block is missing.
 */
export function flagClause(
  { what, on, off }: { what: string; on?: string; off?: string },
  { name, before, after, masked, partial }: Fact,
): string | undefined {
  if (masked || partial) return undefined;
  if (!name.includes('.') && (before === null || after === null)) return undefined;
  const [old, now] = [listOf(before), listOf(after)];
  if (old.length !== now.length && Math.max(old.length, now.length) > 1) return undefined;
  const [had, has] = [stateOf(before), stateOf(after)];
  if (had === undefined || has === undefined || had === has) return undefined;
  return (has ? on : off) ?? `${what} ${was(what)} switched ${has ? 'on' : 'off'}`;
}

/**
 * The clause for a number with its unit, and the direction of the change. `named` has the words for special numbers,
 * and for an unset value under the key ``.
 */
export function amountClause(
  { what, unit, named = {} }: { what: string; unit?: string | undefined; named?: Readonly<Record<string, string>> },
  fact: Fact,
): string {
  if (fact.masked) return opaqueClause(what, fact);
  const read = (value: Json) => ({ number: numberOf(value), nothing: isNothing(value), name: nameOf(value, named) });
  const [before, after] = [read(fact.before), read(fact.after)];
  const text = ({ number, name }: typeof before) => name ?? (number === undefined ? undefined : quantity(number, unit));
  const [old, now] = [text(before), text(after)];
  if (before.name !== undefined || after.name !== undefined) {
    if (old !== undefined && now !== undefined) return `${what} ${was(what)} changed from ${old} to ${now}`;
    return now === undefined ? valueClause(what, fact) : `${what} ${was(what)} set to ${now}`;
  }
  if (before.nothing && now !== undefined) return `${what} ${was(what)} set to ${now}`;
  if (after.nothing && old !== undefined) return `${what} ${was(what)} removed (it was ${old})`;
  if (before.number === undefined || after.number === undefined) return valueClause(what, fact);
  const verb = after.number > before.number ? 'raised' : 'lowered';
  return `${what} ${was(what)} ${verb} from ${quantities(before.number, after.number, unit)}`;
}

function nameOf(value: Json, named: Readonly<Record<string, string>>): string | undefined {
  const key = isNothing(value) ? '' : String(numberOf(value));
  return Object.hasOwn(named, key) ? named[key] : undefined;
}

/**
 * The clause for items that were added to a list and removed from it. If one replaces another, that is a change of
 * value.
 */
export function itemsClause({ one, many, came = 'added', went = 'removed' }: Items, fact: Fact): string {
  if (fact.masked || fact.cut || isHidden(fact)) return opaqueClause(many, fact);
  const [before, after] = [listOf(fact.before), listOf(fact.after)];
  const beyond = (all: Json[], others: Json[]) => {
    const other = new Set(others.map((item) => JSON.stringify(item)));
    return all.filter((item) => !other.has(JSON.stringify(item)));
  };
  const [added, removed] = [beyond(after, before), beyond(before, after)];
  if (added.length === 1 && removed.length === 1)
    return valueClause(one, { ...fact, before: removed[0] ?? null, after: added[0] ?? null });
  const parts = (
    [
      [came, added],
      [went, removed],
    ] as const
  ).flatMap(([verb, some]) => {
    if (some.length === 0) return [];
    const names = widestFirst(some, String)
      .map(sayOne)
      .filter((name) => name !== undefined);
    const what = some.length === 1 ? one : many;
    return [`${what}${names.length < some.length ? '' : ` ${join(names)}`} ${was(what)} ${verb}`];
  });
  if (parts.length > 0) return parts.join(' and ');
  return before.length === after.length ? `the order of ${many} was changed` : `${many} ${was(many)} changed`;
}

/** The clause for keys of a map that were added, removed or changed. A single key is described with its values. */
export function entriesClause({ one, many }: { one: string; many: string }, fact: Fact): string {
  const nameText = (key: string) => sayOne(key) ?? '';
  if (fact.key !== undefined) {
    const what = `${one} ${nameText(fact.key)}`;
    return valueClause(fact.masked && fact.action === 'changed' ? `the value of ${what}` : what, fact, 'was');
  }
  if (
    fact.masked ||
    fact.cut ||
    isHidden(fact) ||
    ![fact.before, fact.after].every((side) => side === null || isObject(side))
  )
    return opaqueClause(many, fact);
  const inside = leavesOf(fact).map((leaf) => ({ ...leaf, key: leaf.name.slice(fact.name.length + 1) }));
  const [only] = inside;
  if (only && inside.length === 1) return valueClause(`${one} ${nameText(only.key)}`, only, 'was');
  return inside.length === 0
    ? opaqueClause(many, fact)
    : `${many} ${join(inside.map(({ key }) => nameText(key)))} were changed`;
}
