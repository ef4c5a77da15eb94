import type { Json } from '../../base/json.ts';
import { isOn, numberOf } from '../../drift/severity/scale.ts';
import { listOf, type Fact } from './fact.ts';
import { quantities, quantity } from './quantity.ts';
import { join, say, was } from './words.ts';

const isNothing = (value: Json) => listOf(value).length === 0;

/** What can be said without any value: for secrets, documents and blocks. */
export function opaqueClause(what: string, { before, after, masked }: Fact): string {
  if (!masked && isNothing(before)) return `${what} ${was(what)} added`;
  if (!masked && isNothing(after)) return `${what} ${was(what)} removed`;
  return `${what} ${was(what)} changed`;
}

/** A value that has become another one. */
export function valueClause(what: string, fact: Fact): string {
  const [before, after] = [say(fact.before), say(fact.after)];
  if (fact.masked) return opaqueClause(what, fact);
  if (isNothing(fact.before))
    return after === undefined ? opaqueClause(what, fact) : `${what} ${was(what)} set to ${after}`;
  if (isNothing(fact.after))
    return before === undefined ? opaqueClause(what, fact) : `${what} ${was(what)} removed (it was ${before})`;
  return before === undefined || after === undefined || before === after
    ? opaqueClause(what, fact)
    : `${what} ${was(what)} changed from ${before} to ${after}`;
}

/** A switch; undefined where the value is none, or where it has not moved. */
export function flagClause(
  { what, on, off }: { what: string; on?: string; off?: string },
  { before, after, masked }: Fact,
): string | undefined {
  if (masked) return undefined;
  const state = (value: Json) => {
    const all = listOf(value).map((one) => isOn(one));
    return all.includes(undefined) ? undefined : all.length > 0 && all.every(Boolean);
  };
  const [had, has] = [state(before), state(after)];
  if (had === undefined || has === undefined || had === has) return undefined;
  return (has ? on : off) ?? `${what} ${was(what)} switched ${has ? 'on' : 'off'}`;
}

/** A number with its unit, and which way it went. `endless` is what nothing, or 0, stands for. */
export function amountClause(
  { what, unit, endless }: { what: string; unit?: string | undefined; endless?: string },
  fact: Fact,
): string {
  const [before, after] = [numberOf(fact.before), numberOf(fact.after)];
  if (fact.masked) return opaqueClause(what, fact);
  const isEndless = (number: number | undefined) => endless !== undefined && (number === undefined || number === 0);
  if (isEndless(before) && after !== undefined && !isEndless(after))
    return `${what} ${was(what)} changed from ${endless} to ${quantity(after, unit)}`;
  if (isEndless(after) && before !== undefined && !isEndless(before))
    return `${what} ${was(what)} changed from ${quantity(before, unit)} to ${endless}`;
  if (before === undefined && after !== undefined && isNothing(fact.before))
    return `${what} ${was(what)} set to ${quantity(after, unit)}`;
  if (after === undefined && before !== undefined && isNothing(fact.after))
    return `${what} ${was(what)} removed (it was ${quantity(before, unit)})`;
  if (before === undefined || after === undefined) return valueClause(what, fact);
  return `${what} ${was(what)} ${after > before ? 'raised' : 'lowered'} from ${quantities(before, after, unit)}`;
}

/** What came into a list and what went out of it. */
export function itemsClause({ one, many }: { one: string; many: string }, fact: Fact): string {
  if (fact.masked) return opaqueClause(many, fact);
  const [before, after] = [listOf(fact.before), listOf(fact.after)];
  const keys = (all: Json[]) => new Set(all.map((item) => JSON.stringify(item)));
  const beyond = (all: Json[], known: Set<string>) => all.filter((item) => !known.has(JSON.stringify(item)));
  const parts = (
    [
      ['added', beyond(after, keys(before))],
      ['removed', beyond(before, keys(after))],
    ] as const
  ).flatMap(([verb, items]) => {
    const names = items.map(say);
    if (items.length === 0) return [];
    const what = items.length === 1 ? one : many;
    const told = names.includes(undefined) ? '' : ` ${join(names as string[])}`;
    return [`${what}${told} ${items.length === 1 ? was(one) : was(many)} ${verb}`];
  });
  return parts.length === 0 ? `the order of ${many} was changed` : parts.join(' and ');
}
