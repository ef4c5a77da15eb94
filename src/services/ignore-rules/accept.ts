import { AppError, type FieldError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { maskText } from '../../engine/mask/mask.ts';
import { SELECTORS, type IgnoreRule } from '../../engine/ignore/ignore.ts';
import { refuseRule } from '../../engine/ignore/refuse-rule.ts';
import { VALUE_TESTS, type ValueTest } from '../../engine/ignore/value-test.ts';
import { instantOf } from '../base/paging.ts';
import { secretFields } from '../base/refuse-secrets.ts';

/** A rule as a client sends it. Without an id, it gets one. */
export type NewIgnoreRule = Omit<IgnoreRule, 'id'> & { id?: string };

function refuse(rules: readonly NewIgnoreRule[]): void {
  const ids = rules.map(({ id }) => id);
  const fields = rules.flatMap((rule, i): FieldError[] => {
    const why = refuseRule(rule);
    const { reason: _, ...names } = rule;
    const twice = rule.id !== undefined && ids.indexOf(rule.id) < i;
    return [
      ...(why === undefined ? [] : [{ path: `/rules/${i}`, message: why }]),
      ...secretFields(names, `/rules/${i}`),
      ...(twice ? [{ path: `/rules/${i}/id`, message: 'stands in the list before' }] : []),
    ];
  });
  if (fields.length > 0) throw new AppError('invalid_input', 'A rule cannot be taken: see errors.', { fields });
}

/** A test of a value with its fields in a fixed order. */
function storedTest(test: ValueTest): ValueTest {
  const given = VALUE_TESTS.flatMap((name): [string, unknown][] => {
    const one = test[name];
    return one === undefined ? [] : [[name, typeof one === 'string' ? one.toWellFormed() : one]];
  });
  return Object.fromEntries(given);
}

/** The rule as it is stored; secrets in its reason are masked. */
function stored(rule: NewIgnoreRule, i: number): IgnoreRule {
  const { id = newId('ign'), kind, expires_at, before, after, reason } = rule;
  const end = expires_at === undefined ? undefined : instantOf(expires_at, `/rules/${i}/expires_at`).toISOString();
  const selectors = SELECTORS.map((name): [string, string | undefined] => [name, rule[name]]);
  const texts = selectors.flatMap(([name, text]) => (text === undefined ? [] : [[name, text.toWellFormed()]]));
  return {
    id,
    ...(kind && { kind }),
    ...(Object.fromEntries(texts) as Partial<IgnoreRule>),
    ...(before && { before: storedTest(before) }),
    ...(after && { after: storedTest(after) }),
    reason: maskText(reason.toWellFormed()),
    ...(end !== undefined && { expires_at: end }),
  };
}

/**
 * The rules as stored; rules without an id get one. Throws 422 for a rule without selectors, or that ignores
 * everything.
 */
export function acceptRules(rules: readonly NewIgnoreRule[]): IgnoreRule[] {
  refuse(rules);
  return rules.map(stored);
}
