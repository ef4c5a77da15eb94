import { isObject, type Json } from '../../base/json.ts';
import type { Finding } from '../../drift/analysis.ts';
import { covers, isWorld, openedAndClosed, openingIn, openingsOf, type Opening } from '../../drift/severity/network.ts';
import { blocksClause } from './blocks.ts';
import { factOf, listOf, type Fact } from './fact.ts';
import { trafficOf } from './ports.ts';
import { join, sayOne } from './words.ts';

/** What a source of traffic looks like: a range of addresses, or the id of a group or a list. What else stands in a list is none. */
const SOURCE = /^(\*|any|internet|itself|(sg|pl)-\w+|[0-9a-f.:]+(\/\d{1,3})?)$/i;
const KINDS: Record<string, string> = { sg: 'security group', pl: 'prefix list' };

/** `the internet`, `10.0.0.0/8`, `security group sg-1` */
export function sourceText(source: string): string | undefined {
  if (isWorld(source)) return 'the internet';
  if (source === 'itself') return 'the group itself';
  const said = sayOne(source);
  const kind = KINDS[source.slice(0, 2)];
  return said === undefined || kind === undefined || source[2] !== '-' ? said : `${kind} ${said}`;
}

type Group = { traffic: Map<string, boolean>; sources: string[]; out: boolean };

/** Traffic that has the same sources, together. */
function grouped(openings: readonly Opening[], out: boolean): Group[] {
  const bySource = new Map<string, Group>();
  const sourcesOf = new Map<string, Set<string>>();
  const keyOf = (one: Opening) => `${out || one.out === true ? 'out' : 'in'} ${trafficOf(one).text}`;
  for (const one of openings) {
    const source = sourceText(one.source);
    if (source === undefined) continue;
    sourcesOf.set(keyOf(one), (sourcesOf.get(keyOf(one)) ?? new Set()).add(source));
  }
  for (const one of openings) {
    const sources = [...(sourcesOf.get(keyOf(one)) ?? [])];
    const isOut = out || one.out === true;
    const key = JSON.stringify([isOut, sources]);
    const group = bySource.get(key) ?? { traffic: new Map<string, boolean>(), sources, out: isOut };
    const { text, many } = trafficOf(one);
    if (sources.length > 0) bySource.set(key, group);
    group.traffic.set(text, many);
  }
  return [...bySource.values()];
}

const outbound = (traffic: string) =>
  traffic.startsWith('all ') ? `all outbound ${traffic.slice(4)}` : `outbound ${traffic}`;

function groupText({ traffic, sources, out }: Group, opened: boolean): string {
  const [first] = traffic.values();
  const were = traffic.size > 1 || first === true ? 'were' : 'was';
  const what = join([...traffic.keys()]);
  if (out) return `${outbound(what)} to ${join(sources)} ${were} ${opened ? 'allowed' : 'blocked'}`;
  return `${what} ${were} ${opened ? 'opened' : 'closed'} to ${join(sources)}`;
}

/** Traffic that has become less, and what is left of it. */
function restricted(closed: Opening, left: readonly Opening[], isOut: boolean): string {
  const out = isOut || closed.out === true;
  const { text, many } = trafficOf(closed);
  const from = sourceText(closed.source) ?? 'somewhere';
  const sources = [...new Set(left.flatMap(({ source }) => sourceText(source) ?? []))];
  const traffic = [...new Set(left.map((one) => trafficOf(one).text))];
  const same = traffic.length === 1 && traffic[0] === text;
  const to =
    sources.length === 1 && sources[0] === from
      ? join(traffic)
      : same
        ? join(sources)
        : `${join(traffic)} ${out ? 'to' : 'from'} ${join(sources)}`;
  return `${out ? outbound(text) : text} ${out ? 'to' : 'from'} ${from} ${many ? 'were' : 'was'} restricted to ${to}`;
}

/** What was opened, and what was closed or restricted, in words; undefined where it is nothing of these. */
function moved(
  change: { opened: readonly Opening[]; closed: readonly Opening[]; live?: readonly Opening[] },
  out: boolean,
): string | undefined {
  const { opened, closed, live = [] } = change;
  const leftOf = (one: Opening) => live.filter((other) => covers(one, other));
  const parts = [
    ...grouped(opened, out).map((group) => groupText(group, true)),
    ...closed.flatMap((one) => (leftOf(one).length > 0 ? [restricted(one, leftOf(one), out)] : [])),
    ...grouped(
      closed.filter((one) => leftOf(one).length === 0),
      out,
    ).map((group) => groupText(group, false)),
  ];
  return parts.length === 0 ? undefined : join([...new Set(parts)]);
}

const known = (openings: readonly Opening[]) => openings.filter(({ source }) => SOURCE.test(source));

/** A rule of which some attributes differ: what the rest of it is stands in the reason for its severity. */
function ruleClause(out: boolean, { attributes, severity_reason: reason = '' }: Finding): string {
  const facts = attributes.map(factOf).filter(({ masked }) => !masked);
  const texts = (side: 'before' | 'after'): string[] =>
    facts
      .filter(({ name }) => /cidr|group|prefix/.test(name))
      .flatMap((fact) => listOf(fact[side]))
      .flatMap((one) => (typeof one === 'string' ? (sourceText(one) ?? []) : []));
  const [before, after] = [texts('before'), texts('after')];
  const told = openingIn(reason);
  if (told?.opened === true) {
    const lost = before.filter((one) => !after.includes(one));
    const text = moved({ opened: [told.opening], closed: [] }, out);
    if (text !== undefined) return lost.length > 0 ? `${text} instead of ${join(lost)}` : text;
  }
  // What is left of the traffic is in the finding only where the sources are what differs.
  if (told?.opened === false && before.length > 0) {
    const text = moved({ opened: [], closed: [told.opening] }, out);
    if (text !== undefined) return after.length > 0 ? `${text} (what is left: ${join(after)})` : text;
  }
  if (before.length + after.length === 0) return `the ports of the ${out ? 'outbound' : 'inbound'} rule were changed`;
  const from = before.length === 0 ? '' : ` from ${join(before)}`;
  return `the ${out ? 'target' : 'source'} of the rule was changed${from} to ${join(after) || 'nothing'}`;
}

const isBlocks = (value: Json) => Array.isArray(value) && value.every((one) => typeof one === 'object');

/** What was opened or closed by a list of rules that differs, or by a rule of which something differs. */
export function networkClause(out: boolean, fact: Fact, finding: Finding): string {
  if (!/^(ingress|egress)$/.test(fact.name) && ![fact.before, fact.after].some(isBlocks))
    return ruleClause(out, finding);
  const side = out ? 'outbound' : 'inbound';
  const rules = `the ${side} rules were changed`;
  if (fact.masked) return rules;
  // Of a list that is not all there, the worst is in the reason.
  const told = fact.partial ? openingIn(finding.severity_reason ?? '') : undefined;
  const worst = told?.opened === true && told.opening.out === out ? [told.opening] : [];
  if (fact.partial) return moved({ opened: worst, closed: [] }, out) ?? rules;
  const { opened, closed } = openedAndClosed(fact.before, fact.after);
  const live = known(openingsOf(fact.after));
  const change = moved({ opened: known(opened), closed: known(closed), live }, out);
  if (change !== undefined) return change;
  // What denies lets nothing in: rules of an access list are told by their number.
  const numbered = [fact.before, fact.after].flatMap(listOf).some((one) => isObject(one) && 'rule_no' in one);
  const byNumber = { one: `the ${side} rule`, many: `the ${side} rules`, by: ['rule_no'] };
  return (numbered ? blocksClause(byNumber, fact) : undefined) ?? rules;
}

/** Who may reach something now, or may not any more, where a list of ranges says it. */
export function sourcesClause(what: string, fact: Fact): string | undefined {
  if (fact.masked || fact.partial) return undefined;
  const { opened, closed } = openedAndClosed(listOf(fact.before), listOf(fact.after));
  const texts = (openings: readonly Opening[]) => [
    ...new Set(known(openings).flatMap(({ source }) => sourceText(source) ?? [])),
  ];
  const [came, went, left] = [opened, closed, openingsOf(listOf(fact.after))].map(texts);
  const parts = [
    ...(came && came.length > 0 ? [`${what} was opened to ${join(came)}`] : []),
    ...(went && went.length > 0 ? [`${what} was closed to ${join(went)}`] : []),
  ];
  if (parts.length === 0) return undefined;
  return came?.length === 0 && left && left.length > 0
    ? `${parts[0]} (what is left: ${join(left)})`
    : parts.join(' and ');
}
