import type { Json } from '../../../base/json.ts';
import type { Finding } from '../../model/analysis.ts';
import { isWorld, type Opening } from '../access/opening.ts';
import { openingIn } from '../severity/opening-text.ts';
import { opaqueClause } from './clause.ts';
import { listOf, type Fact } from './fact.ts';
import { movedText } from './network.ts';
import { isHalf, listedMovement, sourceText } from './openings.ts';
import { join, sayOne, was } from '../wording/words.ts';

const texts = (value: Json): string[] => listOf(value).flatMap((one) => (typeof one === 'string' ? [one] : []));

/** The text of a range: `10.0.0.0/8`, `0.0.0.0/0 (the internet)`. */
function rangeText(source: string): string | undefined {
  const said = sayOne(source);
  return said === undefined || said === '*' || !isWorld(source) ? said : `${said} (the internet)`;
}

type Called = { one: string; many: string };

/**
 * The clause for ranges that were added to a list and removed from it. It does not say what that means: the list may
 * deny, and an empty list may mean everybody.
 */
function listed({ one, many }: Called, fact: Fact): string {
  const [before, after] = [new Set(texts(fact.before)), new Set(texts(fact.after))];
  const [came, went] = [
    [...after].filter((source) => !before.has(source)),
    [...before].filter((source) => !after.has(source)),
  ].map((all) => all.flatMap((source) => rangeText(source) ?? []));
  if (fact.masked || fact.partial || !came || !went || came.length + went.length === 0) return opaqueClause(many, fact);
  if (came.length === 1 && went.length === 1) return `${one} ${was(one)} changed from ${went[0]} to ${came[0]}`;
  const part = (some: readonly string[], verb: string) => {
    const what = some.length === 1 ? one : many;
    return some.length === 0 ? [] : [`${what} ${join(some)} ${was(what)} ${verb}`];
  };
  return [...part(came, 'added'), ...part(went, 'removed')].join(' and ');
}

/**
 * The clause for ranges that one rule allows and another one denies. The reason for the severity shows whether the
 * range was allowed.
 */
export function rangesClause(called: Called, fact: Fact, { severity_reason: reason = '' }: Finding): string {
  const reported = openingIn(reason);
  const isNew = (source: string) => texts(fact.after).includes(source) && !texts(fact.before).includes(source);
  const isKnown = reported?.opened === true && !fact.masked && !fact.partial && isNew(reported.opening.source);
  const nothing = { closed: [], had: [], live: [] };
  return (isKnown ? movedText({ ...nothing, opened: [reported.opening] }, false) : undefined) ?? listed(called, fact);
}

/** The clause for sources that a list of ranges newly allows, or no longer allows. */
export function sourcesClause(what: string, fact: Fact): string | undefined {
  if (fact.masked || fact.partial) return undefined;
  const called = { one: 'the allowed address range', many: 'the allowed address ranges' };
  const [before, after] = [listOf(fact.before), listOf(fact.after)];
  if (![...before, ...after].every((one) => typeof one === 'string')) return undefined;
  const moved = listedMovement(before, after);
  // An empty list allows nobody or everybody, depending on the type.
  if (moved === undefined || before.length === 0 || after.length === 0) return listed(called, fact);
  const { opened, closed, had, live } = moved;
  const named = (openings: readonly Opening[], others: readonly Opening[]) => [
    ...new Set(openings.flatMap((one) => sourceText(one.source, isHalf(one, others)) ?? [])),
  ];
  const [came, went, left] = [named(opened, had), named(closed, live), named(live, closed)];
  const parts = [
    ...(came.length > 0 ? [`${what} was opened to ${join(came)}`] : []),
    ...(went.length > 0 ? [`${what} was closed to ${join(went)}`] : []),
  ];
  if (parts.length === 0) return listed(called, fact);
  return came.length === 0 && left.length > 0 ? `${parts[0]} (what is left: ${join(left)})` : parts.join(' and ');
}
