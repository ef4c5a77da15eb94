import { isObject } from '../../base/json.ts';
import { SELECTORS, type IgnoreRule } from '../../engine/ignore/ignore.ts';
import { refuseRule } from '../../engine/ignore/refuse-rule.ts';
import { VALUE_TESTS, type ValueTest } from '../../engine/ignore/value-test.ts';

/** A problem of a document, with the path of the affected part. */
export type Problem = { path: readonly (string | number)[]; message: string };

/** Rules of files are about drift of the states beside them. */
const DRIFT_SELECTORS = SELECTORS.filter((name) => name !== 'name' && name !== 'tag');
const FIELDS = ['id', ...DRIFT_SELECTORS, 'before', 'after', 'reason', 'expires_at'];
/** The limits of the API as well. */
const MAX_LENGTHS: Readonly<Record<string, number>> = { reason: 500, address: 1024, state: 1024, attribute: 512 };
const LONG = 255;

const quoted = (names: readonly string[]) => names.join(', ');

/** The unknown fields of an object, each with a list of the allowed ones. */
export function unknownFields(fields: Record<string, unknown>, allowed: readonly string[], path: Problem['path']) {
  return Object.keys(fields).flatMap((name): Problem[] =>
    allowed.includes(name)
      ? []
      : [{ path: [...path, name], message: `${JSON.stringify(name)} is not known here; it takes ${quoted(allowed)}` }],
  );
}

function textProblem(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return `${name} has to be a text`;
  if (/\p{Cc}/u.test(value)) return `${name} must not hold control characters`;
  if (value.length > (MAX_LENGTHS[name] ?? LONG))
    return `${name} is longer than ${MAX_LENGTHS[name] ?? LONG} characters`;
  if (name === 'id' && !/^[A-Za-z0-9_-]{1,64}$/.test(value)) return 'id takes up to 64 letters, digits, _ and -';
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));
  if (name === 'expires_at' && !isTime) return 'expires_at has to be a time such as 2026-12-31T00:00:00Z';
  return undefined;
}

const KINDS: Readonly<Record<keyof ValueTest, readonly string[]>> = {
  equals: ['string', 'number', 'boolean'],
  matches: ['string'],
  at_least: ['number'],
  at_most: ['number'],
  empty: ['boolean'],
};

function valueTestProblems(name: string, tests: unknown, path: Problem['path']): Problem[] {
  const at = [...path, name];
  if (!isObject(tests)) return [{ path: at, message: `${name} takes ${quoted(VALUE_TESTS)}` }];
  const wrong = VALUE_TESTS.filter((test) => tests[test] !== undefined && !KINDS[test].includes(typeof tests[test]));
  return [
    ...unknownFields(tests, VALUE_TESTS, at),
    ...wrong.map((test) => ({ path: [...at, test], message: `${test} has to be a ${KINDS[test].join(' or ')}` })),
  ];
}

/** The problems of a value as an ignore rule; empty for a valid rule. */
export function ruleProblems(rule: unknown, path: Problem['path']): Problem[] {
  if (!isObject(rule)) return [{ path, message: 'a rule has fields, at least a reason and what it is about' }];
  const problems = Object.entries(rule).flatMap(([name, value]): Problem[] => {
    if (name === 'before' || name === 'after') return valueTestProblems(name, value, path);
    const why = FIELDS.includes(name) ? textProblem(name, value) : undefined;
    return why === undefined ? [] : [{ path: [...path, name], message: why }];
  });
  problems.push(...unknownFields(rule, FIELDS, path));
  if (rule.reason === undefined) problems.push({ path, message: 'the rule has no reason' });
  // Problems of these fields do not affect the selectors, which are checked all the same.
  const aside = new Set<string | number | undefined>(['id', 'reason', 'expires_at']);
  if (problems.some((one) => one.path.length > path.length && !aside.has(one.path[path.length]))) return problems;
  const refused = refuseRule(rule as IgnoreRule);
  return refused === undefined ? problems : [...problems, { path, message: `the rule ${refused}` }];
}
