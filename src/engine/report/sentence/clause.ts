import { isObject, type Json } from '../../../base/json.ts';
import { isOn, numberOf } from '../../value/scalars.ts';
import { isHidden, leavesOf, listOf, type Fact } from './fact.ts';
import { widestFirst } from '../../value/width.ts';
import type { Items } from '../../../clouds/contract/phrases.ts';
import { quantities, quantity } from '../wording/quantity.ts';
import { join, say, sayOne, was } from '../wording/words.ts';

const isNothing = (value: Json) => listOf(value).length === 0;

const SECRET = { added: 'set', removed: 'removed', changed: 'replaced' } as const;

/** What can be said without any value: for secrets, documents and blocks. */
export function opaqueClause(what: string, fact: Fact, verb = was(what)): string {
  const { before, after, masked, action } = fact;
  if (masked) return `${what} ${verb} ${SECRET[action]}`;
  if (isHidden(fact)) return `a secret value in ${what} was replaced`;
  if (isNothing(before)) return `${what} ${verb} added`;
  if (isNothing(after)) return `${what} ${verb} removed`;
  return `${what} ${verb} changed`;
}

/** A value that has become another one. */
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

/** Whether all are on, or none is; undefined for some of them. */
function stateOf(value: Json): boolean | undefined {
  const all = listOf(value).map((one) => isOn(one));
  const [first = false] = all;
  return all.every((one) => one === first) ? first : undefined;
}

/**
 * A switch; undefined where the value is none, where it has not moved, or where a part of several has. An attribute that is not
 * set, and does not stand in a block that is not there, may be on or off by default.
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
 * A number with its unit, and which way it went. `named` are numbers that stand for a word, and what nothing (``) stands for.
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

/** What came into a list and what went out of it; one for one is a change. */
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

/** Which keys of a map came, went or changed; of one alone, how. */
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
