import type { Json } from '../../base/json.ts';
import type { AttributeDrift, Coverage, FindingKind, SuppressedDifference } from '../model/analysis.ts';
import { MASK } from '../mask/mask.ts';
import { isTruncated } from '../value/truncate.ts';
import type { IgnoreDifference, Ignores, SourcedRule } from './ignore.ts';
import { subjectOfCoverage } from './rule-use.ts';

/** What an analysis told of one instance. */
export type ReportedInstance = {
  coverage: Coverage;
  /** Its finding, where it has one. */
  finding?: {
    kind: FindingKind;
    attributes: readonly Pick<AttributeDrift, 'path' | 'before' | 'after' | 'sensitive'>[];
  };
};

/**
 * What rules would make of it, other than today: `hidden`, its finding is told no more; `narrowed`, with less; `unsure`, what
 * they ask of a value is not known, since it was too long to be kept; `back`, what is ignored today is drift; `unseen`, it is looked at, which
 * it is not today.
 */
export type Effect = 'hidden' | 'narrowed' | 'unsure' | 'back' | 'unseen';

/** @property taken what the rules take out that is told today: which paths, by which of them; no path for the whole */
export type Foreseen = {
  effect: Effect | undefined;
  taken: { path?: string; rule: SourcedRule }[];
  /** Differences that would be drift again. */
  back: string[];
  /** The rules that would take something out, of what is told today and of what is not; each once. */
  rules: SourcedRule[];
};

type TestedDifference = { rule: SourcedRule | undefined; unsure: boolean };
type Takes = ReturnType<Ignores['attributes']>;

/** Asks rules of a difference that was told. A value that was cut or is masked answers nothing. */
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

type TextDifference = { path: string; before?: Json; after?: Json; sensitive: boolean };

const isMasked = (value: Json | undefined) => value !== undefined && JSON.stringify(value).includes(MASK);

const asDifference = ({ path, before, after }: SuppressedDifference): TextDifference => ({
  path,
  sensitive: isMasked(before) || isMasked(after),
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});

/** @param unsure whether it is not known what becomes of something */
function effectOf(tested: readonly TestedDifference[], back: readonly string[], unsure: boolean): Effect | undefined {
  const taken = tested.filter(({ rule }) => rule).length;
  if (taken > 0) return taken === tested.length && back.length === 0 ? 'hidden' : 'narrowed';
  if (back.length > 0) return 'back';
  return unsure ? 'unsure' : undefined;
}

/**
 * What rules would make of an instance as an analysis has told it: the same rules as a scan asks, asked of what was kept of what
 * the scan saw.
 */
export function foresee(ignores: Ignores, reported: ReportedInstance): Foreseen {
  const { coverage, finding } = reported;
  const subject = subjectOfCoverage(coverage);
  const ruledBefore = (coverage.suppressed ?? []).filter(({ stage }) => stage === 'ignore');
  // Nothing of it was seen: not a difference is known.
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
