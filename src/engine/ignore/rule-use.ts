import type { Coverage, IgnoreRuleUse } from '../model/analysis.ts';
import {
  compileRule,
  isDriftRule,
  isExpired,
  refOf,
  selects,
  type CompiledRule,
  type IgnoreSubject,
  type SourcedRule,
  stopsOfAddress,
} from './ignore.ts';

/** The usage of a rule, stored from one analysis to the next. */
export type RuleUsage = {
  use: IgnoreRuleUse['use'];
  /** The analysis that reported it. */
  analysis_id: string;
  /** RFC 3339; when the rule last hid something. */
  last_matched_at?: string;
  /** RFC 3339; the first analysis in which it selected nothing. */
  unused_since?: string;
};

/** In an analysis with fewer instances a share is meaningless. */
const MIN_INSTANCES = 10;
/** A rule that hides more than this share of all instances gets a warning. */
const MAX_SHARE = 0.9;

type Counted = CompiledRule & { expired: boolean; instances: number; ignored: number; behind: string | undefined };

const key = ({ id, source }: { id: string; source: string }) => `${source}:${id}`;

function useOf({ expired, instances, ignored }: Counted, isComplete: boolean): IgnoreRuleUse['use'] {
  if (expired) return 'expired';
  if (ignored > 0) return 'used';
  if (instances > 0) return 'idle';
  return isComplete ? 'unused' : 'unknown';
}

function warningOf({ rule, expired, instances, ignored, behind }: Counted, all: number): string | undefined {
  if (expired) return `ran out on ${rule.expires_at} and has no effect any more: remove it, or set a new date.`;
  if (all >= MIN_INSTANCES && ignored > MAX_SHARE * all)
    return `hides ${ignored} of ${all} resources: little is left to check.`;
  if (instances > 0 && ignored === 0 && rule.attribute === undefined && behind !== undefined)
    return `has no effect: the earlier rule ${behind} hides the same resources.`;
  return undefined;
}

/** Builds the subject of rules from a stored verdict. */
export const subjectOfCoverage = (entry: Coverage): IgnoreSubject => ({
  address: entry.resource,
  type: entry.type,
  state: entry.state_key,
  region: entry.region,
  account: entry.account_id,
  provider: entry.provider,
});

export type RuleUseCounter = ReturnType<typeof countRuleUse>;

/**
 * Counts the use of rules about drift in an analysis: `see` takes verdicts in any order, from any attempt; `report` returns the use
 * of each rule. A rule selects an instance even if nothing differs there.
 */
export function countRuleUse(rules: readonly SourcedRule[], now: Date) {
  const counted = rules.filter(isDriftRule).map((rule): Counted => ({
    ...compileRule(rule),
    expired: isExpired(rule, now),
    instances: 0,
    ignored: 0,
    behind: undefined,
  }));
  const byName = new Map(counted.map((one) => [key(one.rule), one]));
  let all = 0;

  function seeOne(entry: Coverage): void {
    // Data sources are never checked, so rules do not apply to them.
    if (entry.reason === 'data_source') return;
    all += 1;
    const subject = subjectOfCoverage(entry);
    const stops = stopsOfAddress(entry.resource);
    for (const one of counted) {
      if (one.expired || !selects(one, subject, stops)) continue;
      one.instances += 1;
      const [taker] = entry.ignored_by ?? [];
      if (taker !== undefined && key(taker) !== key(one.rule)) one.behind ??= taker.id;
    }
    for (const ref of entry.ignored_by ?? []) {
      const one = byName.get(key(ref));
      if (one) one.ignored += 1;
    }
  }

  return {
    see(coverage: readonly Coverage[]): void {
      if (counted.length > 0) coverage.forEach(seeOne);
    },
    /** @param isComplete true if the analysis read all states */
    report: (isComplete: boolean): IgnoreRuleUse[] =>
      counted.map((one) => {
        const { rule, instances, ignored } = one;
        const use = useOf(one, isComplete);
        return { ...refOf(rule), reason: rule.reason, use, instances, ignored, warning: warningOf(one, all) };
      }),
  };
}

/** The usage of rules after another analysis. */
export function usageAfter(
  usage: Readonly<Record<string, RuleUsage>>,
  uses: readonly IgnoreRuleUse[],
  analysis: { id: string; at: Date },
): Record<string, RuleUsage> {
  const at = analysis.at.toISOString();
  // An incomplete analysis does not change the usage of a rule that selected nothing.
  const pairs = uses.map(({ id, use }): [string, RuleUsage | undefined] => {
    const before = usage[id];
    if (use === 'unknown') return [id, before];
    const last = use === 'used' ? at : before?.last_matched_at;
    const unused = use === 'unused' ? (before?.unused_since ?? at) : undefined;
    return [id, { use, analysis_id: analysis.id, last_matched_at: last, unused_since: unused }];
  });
  return Object.fromEntries(pairs.filter((pair): pair is [string, RuleUsage] => pair[1] !== undefined));
}
