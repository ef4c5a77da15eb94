import { isObject, type Json } from '../../../base/json.ts';
import type { Finding } from '../../model/analysis.ts';
import { sharedWith, type Movement } from '../access/movement.ts';
import { isWorld, type Opening } from '../access/opening.ts';
import { openingIn } from '../severity/opening-text.ts';
import { blocksClause } from './blocks.ts';
import { factOf, listOf, type Fact } from './fact.ts';
import { isAnyhow, isHalf, listedMovement, sourceText } from './openings.ts';
import { trafficOf } from './ports.ts';
import { join } from '../wording/words.ts';

type Group = { traffic: Map<string, boolean>; sources: string[]; out: boolean };
type Named = (one: Opening) => string | undefined;

/** Groups traffic by equal sources. */
function grouped(openings: readonly Opening[], out: boolean, nameOf: Named): Group[] {
  const named = openings.flatMap((one) => {
    const source = nameOf(one);
    return source === undefined ? [] : [{ ...trafficOf(one), source, isOut: out || one.out === true }];
  });
  const byTraffic = Map.groupBy(named, ({ isOut, text }) => `${isOut} ${text}`);
  const sourcesOf = (all: typeof named) => [...new Set(all.map(({ source }) => source))];
  const bySources = Map.groupBy(byTraffic.values(), (all) => JSON.stringify([all[0]?.isOut, sourcesOf(all)]));
  return [...bySources.values()].map((those) => ({
    traffic: new Map(those.flat().map(({ text, many }) => [text, many])),
    sources: sourcesOf(those.flat()),
    out: those[0]?.[0]?.isOut === true,
  }));
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

/**
 * The clause for a rule for a named source, if the internet has the same access: the rule neither opened nor closed
 * anything.
 */
function anyhowText({ traffic, sources, out }: Group, opened: boolean): string {
  const what = join([...traffic.keys()]);
  const rule = out
    ? `the rule for ${outbound(what)} to ${join(sources)}`
    : `the rule for ${what} from ${join(sources)}`;
  return `${rule} was ${opened ? 'added' : 'removed'} (the internet is allowed anyhow)`;
}

/** The clause for traffic that was restricted, with its remaining part. */
function restricted(closed: Opening, left: readonly Opening[], isOut: boolean, nameOf: Named): string {
  const out = isOut || closed.out === true;
  const { text, many } = trafficOf(closed);
  const from = nameOf(closed) ?? 'somewhere';
  const bySource = new Map<string, Set<string>>();
  for (const one of left) {
    const isPart = isWorld(one.source) && one.source !== closed.source;
    const source = isPart ? sourceText(one.source, true) : one.source === closed.source ? from : sourceText(one.source);
    if (source !== undefined) bySource.set(source, (bySource.get(source) ?? new Set()).add(trafficOf(one).text));
  }
  const way = out ? 'to' : 'from';
  const isSame = [...bySource.values()].every((traffic) => traffic.size === 1 && traffic.has(text));
  const each = [...bySource].map(([source, traffic]) =>
    source === from && bySource.size === 1 ? join([...traffic]) : `${join([...traffic])} ${way} ${source}`,
  );
  const to = isSame ? join([...bySource.keys()]) : join(each);
  return `${out ? outbound(text) : text} ${way} ${from} ${many ? 'were' : 'was'} restricted to ${to}`;
}

/** The clause for traffic that was opened, closed or restricted; undefined if there is none. */
export function movedText({ opened, closed, had, live }: Movement, out: boolean): string | undefined {
  const came: Named = (one) => sourceText(one.source, isHalf(one, had));
  const went: Named = (one) => sourceText(one.source, isHalf(one, live));
  const isFree = (one: Opening) => !isAnyhow(one, live);
  const leftOf = sharedWith(live);
  const gone = closed.filter(isFree).map((one) => ({ one, left: leftOf(one) }));
  const wholly = gone.flatMap(({ one, left }) => (left.length === 0 ? [one] : []));
  const anyhow = (openings: readonly Opening[]) =>
    grouped(
      openings.filter((one) => !isFree(one)),
      out,
      went,
    );
  const parts = [
    ...grouped(opened.filter(isFree), out, came).map((group) => groupText(group, true)),
    ...gone.flatMap(({ one, left }) => (left.length > 0 ? [restricted(one, left, out, went)] : [])),
    ...grouped(wholly, out, went).map((group) => groupText(group, false)),
    ...anyhow(opened).map((group) => anyhowText(group, true)),
    ...anyhow(closed).map((group) => anyhowText(group, false)),
  ];
  return parts.length === 0 ? undefined : join([...new Set(parts)]);
}

const only = (opening: Opening, side: 'opened' | 'closed'): Movement => ({
  opened: [],
  closed: [],
  had: [],
  live: [],
  [side]: [opening],
});

/** The clause for a rule with unchanged sources. */
function partsClause(rule: string, facts: readonly Fact[]): string {
  const [protocol, ports] = [/protocol$/, /_port$/].map((about) => facts.some(({ name }) => about.test(name)));
  if (ports) return `${protocol ? 'the protocol and the ports' : 'the ports'} of ${rule} were changed`;
  return protocol ? `the protocol of ${rule} was changed` : `${rule} was changed`;
}

/**
 * The clause for a single rule. The finding has only the attributes that differ; the reason for its severity has the
 * rest of the rule.
 */
function ruleClause(out: boolean | undefined, { attributes, severity_reason: reason = '' }: Finding): string {
  const facts = attributes.map(factOf).filter(({ masked }) => !masked);
  const sources = (side: 'before' | 'after'): string[] =>
    facts
      .filter(({ name }) => /cidr|group|prefix/.test(name))
      .flatMap((fact) => listOf(fact[side]))
      .flatMap((source) => (typeof source === 'string' ? [source] : []));
  const [was, is] = [sources('before'), sources('after')];
  const reported = openingIn(reason);
  // The finding does not have attributes that are equal on both sides. The other half of the internet may be open, too.
  const isExact = [was, is].every((side) => side.some(isWorld)) || reported?.opening.source === '::/0';
  const [before, after] = [was, is].map((side) => side.flatMap((source) => sourceText(source, isExact) ?? []));
  if (!before || !after) return 'the rule was changed';
  const move = (opening: Opening, side: 'opened' | 'closed') => {
    const rivals = isExact ? [{ ...opening, source: opening.source === '::/0' ? '0.0.0.0/0' : '::/0' }] : [];
    return movedText(
      { ...only(opening, side), had: side === 'opened' ? rivals : [], live: side === 'closed' ? rivals : [] },
      out === true,
    );
  };
  if (reported?.opened === true) {
    const lost = before.filter((source) => !after.includes(source));
    const text = move(reported.opening, 'opened');
    if (text !== undefined) return lost.length > 0 ? `${text} instead of ${join(lost)}` : text;
  }
  // The finding contains the remaining traffic only if the sources differ.
  if (reported?.opened === false && before.length > 0) {
    const { opening } = reported;
    const { text, many } = trafficOf(opening);
    const gone = sourceText(opening.source, isExact);
    // For a rule of unknown direction, the finding does not show the direction.
    const either = gone && `${text} ${many ? 'were' : 'was'} no longer let through for ${gone}`;
    const closed = out === undefined ? either : move(opening, 'closed');
    if (closed !== undefined) return after.length > 0 ? `${closed} (what is left: ${join(after)})` : closed;
  }
  const rule = out === undefined ? 'the rule' : `the ${out ? 'outbound' : 'inbound'} rule`;
  if (before.length + after.length === 0) return partsClause(rule, facts);
  const from = before.length === 0 ? '' : ` from ${join(before)}`;
  const what = out === undefined ? 'the addresses' : out ? 'the target' : 'the source';
  return `${what} of the rule ${out === undefined ? 'were' : 'was'} changed${from} to ${join(after) || 'nothing'}`;
}

const isBlocks = (value: Json) =>
  Array.isArray(value) && value.length > 0 && value.every((block) => typeof block === 'object');
const denies = (rule: Json) =>
  isObject(rule) && [rule.action, rule.rule_action].some((word) => typeof word === 'string' && /^deny$/i.test(word));

/** The clause for the traffic that a changed list of rules, or a single changed rule, opened or closed. */
export function networkClause(out: boolean | undefined, fact: Fact, finding: Finding): string {
  if (!/^(ingress|egress)$/.test(fact.name) && ![fact.before, fact.after].some(isBlocks))
    return ruleClause(out, finding);
  const isOut = out === true;
  const side = isOut ? 'outbound' : 'inbound';
  const rules = `the ${side} rules were changed`;
  if (fact.masked) return rules;
  // If the list is incomplete, the reason for the severity names the worst opening.
  const reported = fact.partial ? openingIn(finding.severity_reason ?? '') : undefined;
  const worst =
    reported?.opened === true && reported.opening.out === isOut ? only(reported.opening, 'opened') : undefined;
  if (fact.partial) return (worst && movedText(worst, isOut)) ?? rules;
  const all = [fact.before, fact.after].flatMap(listOf);
  // An earlier rule of an access list may deny the same traffic, so such rules are named by their number.
  const moved = all.some(denies) ? undefined : listedMovement(fact.before, fact.after);
  const change = moved && movedText(moved, isOut);
  if (change !== undefined) return change;
  const byNumber = { one: `the ${side} rule`, many: `the ${side} rules`, by: ['rule_no'] };
  const isNumbered = all.some((rule) => isObject(rule) && 'rule_no' in rule);
  return (isNumbered ? blocksClause(byNumber, fact) : undefined) ?? rules;
}
