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

/** `10.0.0.0/8`, `0.0.0.0/0 (the internet)` */
function rangeText(source: string): string | undefined {
  const said = sayOne(source);
  return said === undefined || said === '*' || !isWorld(source) ? said : `${said} (the internet)`;
}

type Called = { one: string; many: string };

/** Which ranges came into a list and which went, and not what came of it: they may be kept out, and none may be all. */
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

/** Ranges that are let in by one rule and kept out by another: the reason for the severity knows of the one. */
export function rangesClause(called: Called, fact: Fact, { severity_reason: reason = '' }: Finding): string {
  const reported = openingIn(reason);
  const isNew = (source: string) => texts(fact.after).includes(source) && !texts(fact.before).includes(source);
  const isKnown = reported?.opened === true && !fact.masked && !fact.partial && isNew(reported.opening.source);
  const nothing = { closed: [], had: [], live: [] };
  return (isKnown ? movedText({ ...nothing, opened: [reported.opening] }, false) : undefined) ?? listed(called, fact);
}

/** Who may reach something now, or may not any more, where a list of ranges says it. */
export function sourcesClause(what: string, fact: Fact): string | undefined {
  if (fact.masked || fact.partial) return undefined;
  const called = { one: 'the allowed address range', many: 'the allowed address ranges' };
  const [before, after] = [listOf(fact.before), listOf(fact.after)];
  if (![...before, ...after].every((one) => typeof one === 'string')) return undefined;
  const moved = listedMovement(before, after);
  // An empty list lets nobody in, or everybody: that is for the type to say.
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
