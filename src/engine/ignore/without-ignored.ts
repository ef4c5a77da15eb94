import type { Path } from '../../base/value.ts';
import type { Difference, DriftResult } from '../sift/sift.ts';
import type { Suppressed } from '../compare/observed.ts';
import { pathThrough } from '../value/diff.ts';
import { joinSecrets, secretsOfObserved, type Secrets } from '../mask/mask.ts';
import { showDifference } from '../verdict/show-difference.ts';
import { refOf, refText, type Ignores, type SourcedRule } from './ignore.ts';

/** Finds the first rule that hides a difference of one instance. */
export type TestDifference = NonNullable<ReturnType<Ignores['attributes']>>;

/** The coverage detail of an instance that a rule hides. */
export function ignoredDetail(rule: SourcedRule): string {
  return `Ignored by the rule ${refText(rule)}: ${rule.reason}`;
}

function taking(
  result: DriftResult,
  takes: TestDifference,
  stateSecrets: () => Secrets,
): (difference: Difference) => SourcedRule | undefined {
  const { observed } = result;
  const { schema } = observed;
  let secrets: ReturnType<typeof secretsOfObserved> | undefined;
  return (difference) => {
    const { before, live } = difference;
    const masked = () => {
      secrets ??= joinSecrets(secretsOfObserved(observed), stateSecrets());
      const { sensitive, cut } = showDifference(observed, difference, secrets);
      // A truncated value may contain a secret in the part that was not searched.
      return sensitive || cut;
    };
    const ruleFor = (path: Path) => takes({ path: pathThrough(schema, path), before, live, masked });
    const { path } = difference;
    return ruleFor(path) ?? (path[0] === 'tags_all' ? ruleFor(['tags', ...path.slice(1)]) : undefined);
  };
}

/**
 * Removes the differences that rules hide. If none is left, the instance is skipped, with the rule as the reason; it
 * does not count as in sync. Deletions stay, even if rules ignore attributes. `tags_all` repeats `tags` with the
 * default tags added, so a rule for a tag applies to both.
 * @param stateSecrets the secrets of the whole state: a match must not reveal secrets of other resources either
 */
export function withoutIgnored(
  result: DriftResult,
  takes: TestDifference | undefined,
  stateSecrets: () => Secrets,
): DriftResult {
  if (!takes || result.kind !== 'changed') return result;
  const ruleOf = taking(result, takes, stateSecrets);
  const ruled = result.differences.map((difference) => ({ difference, rule: ruleOf(difference) }));
  const differences = ruled.flatMap(({ difference, rule }) => (rule ? [] : [difference]));
  const taken = ruled.flatMap(({ difference: { path }, rule }): Suppressed[] =>
    rule ? [{ path, stage: 'ignore', why: rule.reason, rule: refOf(rule) }] : [],
  );
  const left = { ...result, differences, suppressed: [...result.suppressed, ...taken] };
  const rule = ruled.find((one) => one.rule)?.rule;
  if (differences.length > 0 || !rule) return left;
  return { ...left, kind: 'skipped', reason: 'ignored', detail: ignoredDetail(rule) };
}
