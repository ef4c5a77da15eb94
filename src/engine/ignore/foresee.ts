import type { Json } from '../../base/json.ts';
import type { AttributeDrift, Coverage, DriftKind, SuppressedDifference } from '../model/analysis.ts';
import { MASK } from '../mask/mask.ts';
import { isTruncated } from '../value/truncate.ts';
import type { IgnoreDifference, Ignores, SourcedRule } from './ignore.ts';
import { subjectOfCoverage } from './rule-use.ts';

/** A stored report on one instance: its verdict, and its finding if it has one. */
export type ReportedInstance = {
  coverage: Coverage;
  finding?: {
    kind: DriftKind;
    attributes: readonly Pick<AttributeDrift, 'path' | 'before' | 'after' | 'sensitive'>[];
  };
};

/**
 * How the rules would change the report on an instance. `hidden`: its finding disappears. `narrowed`: its finding loses
 * attributes. `unsure`: a rule tests a value that was too long to be stored. `back`: ignored differences become drift.
 * `unseen`: the instance, which was ignored, would be checked.
 */
export type Effect = 'hidden' | 'narrowed' | 'unsure' | 'back' | 'unseen';

/**
 * @property taken the reported differences that the rules would hide, with the rule; without a path for the whole
 * instance
 */
export type Foreseen = {
  effect: Effect | undefined;
  taken: { path?: string; rule: SourcedRule }[];
  /** Differences that would be drift again. */
  back: string[];
  /** The distinct rules that would hide a difference, reported today or not. */
  rules: SourcedRule[];
};

type TestedDifference = { rule: SourcedRule | undefined; unsure: boolean };
type Takes = ReturnType<Ignores['attributes']>;

/** Applies rules to a reported difference. Truncated and masked values match no value test. */
function testDifference(takes: Takes, { path, before, after, sensitive }: TextDifference): TestedDifference {
  if (!takes) return { rule: undefined, unsure: false };
  let unsure = false;
  const cut = before === undefined || after === undefined || isTruncated(before) || isTruncated(after);
  const masked = () => {
    unsure ||= !sensitive && cut;
    return sensitive || cut;
  };
  const ask = (text: string): SourcedRule | undefined => {
    const difference: IgnoreDifference = { path: text, before: before ?? null, live: after ?? null, masked };
    return takes(difference);
  };
  const rule = ask(path) ?? (/^tags_all(?![^[.])/.test(path) ? ask(path.replace('tags_all', 'tags')) : undefined);
  return { rule, unsure: unsure && !rule };
}

type TextDifference = { path: string; before?: Json | undefined; after?: Json | undefined; sensitive: boolean };

const isMasked = (value: Json | undefined) => value !== undefined && JSON.stringify(value).includes(MASK);

const asDifference = ({ path, before, after }: SuppressedDifference): TextDifference => ({
  path,
  before,
  after,
  sensitive: isMasked(before) || isMasked(after),
});

/** @param unsure true if the effect on a difference is unknown */
function effectOf(tested: readonly TestedDifference[], back: readonly string[], unsure: boolean): Effect | undefined {
  const taken = tested.filter(({ rule }) => rule).length;
  if (taken > 0) return taken === tested.length && back.length === 0 ? 'hidden' : 'narrowed';
  if (back.length > 0) return 'back';
  return unsure ? 'unsure' : undefined;
}

/** Previews the effect of rules on an instance: applies them to the stored report as an analysis would. */
export function foresee(ignores: Ignores, reported: ReportedInstance): Foreseen {
  const { coverage, finding } = reported;
  const subject = subjectOfCoverage(coverage);
  const ruledBefore = (coverage.suppressed ?? []).filter(({ stage }) => stage === 'ignore');
  // The whole instance was ignored and never checked, so no differences are known.
  const wasWhole = coverage.reason === 'ignored' && ruledBefore.length === 0;
  const whole = ignores.whole(subject);
  if (whole) {
    const taken = finding ? [{ rule: whole }] : [];
    return { effect: finding && 'hidden', taken, back: [], rules: [whole] };
  }
  if (wasWhole) return { effect: 'unseen', taken: [], back: [], rules: [] };
  const takes = ignores.attributes(subject);
  const attributes = finding?.kind === 'changed' ? finding.attributes : [];
  const tested = attributes.map((one) => testDifference(takes, one));
  const before = ruledBefore.map((one) => ({ path: one.path, ...testDifference(takes, asDifference(one)) }));
  const back = before.flatMap(({ path, rule, unsure }) => (rule || unsure ? [] : [path]));
  const taken = tested.flatMap(({ rule }, i) => (rule ? [{ path: attributes[i]!.path, rule }] : []));
  const rules = [...new Set([...taken, ...before].flatMap(({ rule }) => rule ?? []))];
  const unsure = [...tested, ...before].some((one) => one.unsure);
  return { effect: effectOf(tested, back, unsure), taken, back, rules };
}
