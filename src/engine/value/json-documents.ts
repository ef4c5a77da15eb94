import { isObject } from '../../base/json.ts';
import { canonicalDecimal } from './decimal.ts';
import type { DocumentKind } from './json-table.ts';

/** Parses numbers as decimals, in a form that no string has, because doubles would make two long numbers equal. */
function parseNumbersExactly(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? { '\0number': canonicalDecimal(context?.source ?? String(value)) ?? value } : value,
  );
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(sorted(value)));
const asTexts = (value: unknown) => [...new Set([value].flat().map(asText))].sort();

/** IAM treats the ARN of an account's root user, in any partition, as the account id. */
const accountOf = (text: string) => /^arn:aws[a-z-]*:iam::(\d{12}):root$/.exec(text)?.[1] ?? text;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

const mapValues = (value: unknown, fn: (inner: unknown, key: string) => unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fn(inner, key)])) : value;

/** IAM compares the values of a condition as strings: `true` equals "true", and 5 equals "5". */
const conditionText = (value: unknown) =>
  isObject(value) && '\0number' in value
    ? numberText(value['\0number'])
    : typeof value === 'boolean'
      ? `${value}`
      : value;
const numberText = (decimal: unknown) => (typeof decimal === 'string' ? String(Number(decimal)) : decimal);

/**
 * Converts the principal of a statement. In resource policies `"*"` equals `{"AWS": "*"}`; in a trust policy `"*"` also
 * covers services and federated users. `{"CanonicalUser": "*"}` and `NotPrincipal` stay unchanged.
 */
function principal(value: unknown, kind: DocumentKind): unknown {
  const whole = kind === 'policy' && value === '*' ? { AWS: '*' } : value;
  return mapValues(whole, (who, of) => asTexts(of === 'AWS' ? asTexts(who).map(accountOf) : who));
}

function part(key: string, value: unknown, kind: DocumentKind): unknown {
  switch (key) {
    case 'Action':
    case 'NotAction':
      return asTexts([value].flat().map((action) => asText(action).toLowerCase()));
    case 'Resource':
    case 'NotResource':
      return asTexts(value);
    case 'Principal':
      return principal(value, kind);
    case 'NotPrincipal':
      return principal(value, 'trust');
    case 'Condition':
      return mapValues(value, (tests) => mapValues(tests, (values) => asTexts([values].flat().map(conditionText))));
    default:
      return value;
  }
}

function statement(value: unknown, kind: DocumentKind): unknown {
  if (!isObject(value)) return value;
  const parts = Object.entries(value).filter(([key, inner]) => !(key === 'Sid' && inner === ''));
  return Object.fromEntries(parts.map(([key, inner]) => [key, part(key, inner, kind)]));
}

/**
 * Converts a document to its canonical form: keys sorted; in an IAM policy also statements and lists of strings sorted,
 * "x" as ["x"], and a root ARN as the account id. Text that is not a JSON object or list, or is nested too deeply, is
 * returned unchanged.
 */
export function canonicalJson(text: string, kind: DocumentKind = 'policy'): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    const value = parseNumbersExactly(text);
    if (kind === 'json' || !isObject(value) || !('Statement' in value)) return JSON.stringify(sorted(value));
    const statements = [value.Statement].flat().map((one) => JSON.stringify(sorted(statement(one, kind))));
    return JSON.stringify(sorted({ ...value, Statement: statements.sort() }));
  } catch {
    return text;
  }
}
