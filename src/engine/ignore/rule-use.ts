import type { Coverage, IgnoreRuleUse } from '../model/analysis.ts';
import {
  compileRule,
  isExpired,
  refOf,
  selects,
  type CompiledRule,
  type IgnoreSubject,
  type SourcedRule,
} from './ignore.ts';
import { stopsOfAddress } from './stops.ts';

/** What is kept of a rule from one analysis to the next. */
export type RuleUsage = {
  use: IgnoreRuleUse['use'];
  /** The analysis that said so. */
  analysis_id: string;
  /** RFC 3339; when an analysis last found something that the rule takes out. */
  last_matched_at?: string;
  /** RFC 3339; since when it is about nothing any more. */
  unused_since?: string;
};

/** Counts, verdict by verdict, what each rule is about and what it takes out. */
export type RuleUseCounter = {
  see(coverage: readonly Coverage[]): void;
  /** @param looked whether all states there are were in the analysis and could be read */
  report(isComplete: boolean): IgnoreRuleUse[];
};

/** In an analysis of fewer instances a share says nothing. */
const MIN_INSTANCES = 10;
/** A rule that takes out more than this share of all instances is worth a warning. */
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
  if (expired) return `ran out on ${rule.expires_at} and does nothing any more: remove it, or give it a new date.`;
  if (all >= MIN_INSTANCES && ignored > MAX_SHARE * all)
    return `takes out ${ignored} of all ${all} resources: little is left to look at.`;
  if (instances > 0 && ignored === 0 && rule.attribute === undefined && behind !== undefined)
    return `has no effect: what it is about is taken out by ${behind}, which stands before it.`;
  return undefined;
}

/** An instance as rules see it, by its verdict. */
export const subjectOfCoverage = (entry: Coverage): IgnoreSubject => ({
  address: entry.resource,
  type: entry.type,
  state: entry.state_key,
  region: entry.region,
  account: entry.account_id,
  provider: entry.provider,
});

/**
 * Follows rules through an analysis: verdicts are given to `see` as they come, in any order and from whatever try they are;
 * `report` tells what became of each rule. A rule is about what its selectors name, whether anything differs there or not.
 */
export function countRuleUse(rules: readonly SourcedRule[], now: Date): RuleUseCounter {
  const counted = rules.map((rule): Counted => ({
    ...compileRule(rule),
    expired: isExpired(rule, now),
    instances: 0,
    ignored: 0,
    behind: undefined,
  }));
  const byName = new Map(counted.map((one) => [key(one.rule), one]));
  let all = 0;

  function seeOne(entry: Coverage): void {
    // Data sources are nobody's to ignore: they are not looked at anyway.
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
    see(coverage) {
      if (counted.length > 0) coverage.forEach(seeOne);
    },
    report: (isComplete) =>
      counted.map((one) => {
        const { rule, instances, ignored } = one;
        const warning = warningOf(one, all);
        return {
          ...refOf(rule),
          reason: rule.reason,
          use: useOf(one, isComplete),
          instances,
          ignored,
          ...(warning === undefined ? {} : { warning }),
        };
      }),
  };
}

/** What is known of the rules after another analysis has reported on them. */
export function usageAfter(
  usage: Readonly<Record<string, RuleUsage>>,
  uses: readonly IgnoreRuleUse[],
  analysis: { id: string; at: Date },
): Record<string, RuleUsage> {
  const at = analysis.at.toISOString();
  // What did not look at everything has nothing to say about a rule that it did not meet.
  const pairs = uses.map(({ id, use }): [string, RuleUsage | undefined] => {
    const before = usage[id];
    if (use === 'unknown') return [id, before];
    const last = use === 'used' ? at : before?.last_matched_at;
    const unused = use === 'unused' ? (before?.unused_since ?? at) : undefined;
    return [
      id,
      {
        use,
        analysis_id: analysis.id,
        ...(last === undefined ? {} : { last_matched_at: last }),
        ...(unused === undefined ? {} : { unused_since: unused }),
      },
    ];
  });
  return Object.fromEntries(pairs.filter((pair): pair is [string, RuleUsage] => pair[1] !== undefined));
}
