import type { Path } from '../../base/value.ts';
import type { DriftResult } from '../compare/find-drift.ts';
import { pathThrough } from '../path.ts';
import type { IgnoreRule } from './ignore.ts';

/** What coverage says of an instance that a rule takes out. */
export function ignoredDetail({ reason }: IgnoreRule): string {
  return `Ignored by a rule: ${reason}`;
}

/**
 * A result without the differences that rules take out. Where none is left it is skipped, and says by which rule: to be
 * in sync is something else. What is gone is gone, whatever is ignored of its attributes. `tags_all` repeats `tags` with
 * the default tags added, so a rule about a tag is about both.
 */
export function withoutIgnored(
  result: DriftResult,
  takes: ((path: string) => IgnoreRule | undefined) | undefined,
): DriftResult {
  if (!takes || result.kind !== 'changed') return result;
  const { schema } = result.observed;
  const ruleFor = (path: Path) => takes(pathThrough(schema, path));
  const ruled = result.differences.map((difference) => {
    const { path } = difference;
    const asTags = path[0] === 'tags_all' ? ruleFor(['tags', ...path.slice(1)]) : undefined;
    return { difference, rule: ruleFor(path) ?? asTags };
  });
  const differences = ruled.flatMap(({ difference, rule }) => (rule ? [] : [difference]));
  const taken = ruled.flatMap(({ difference: { path }, rule }) =>
    rule ? [{ path, stage: 'ignore', why: rule.reason }] : [],
  );
  const left = { ...result, differences, suppressed: [...result.suppressed, ...taken] };
  const rule = ruled.find((one) => one.rule)?.rule;
  if (differences.length > 0 || !rule) return left;
  return { ...left, kind: 'skipped', reason: 'ignored', detail: ignoredDetail(rule) };
}
