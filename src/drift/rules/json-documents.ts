import { isObject } from '../../base/json.ts';

/**
 * Attributes whose text is a JSON document with a meaning of its own, in which blanks and the order of keys say nothing.
 * Opaque payloads (parameter values, secrets, object contents, user data) are not among them: there a changed byte is a
 * change.
 */
const DOCUMENTS =
  /(^|_)polic(y|ies)$|policy_document|^(assume_role_policy|dashboard_body|event_pattern|container_definitions|definition|item|filter_policy|redrive_policy|redrive_allow_policy|key_policy|schema_definition)$/;

/** Whether the attribute `name` holds a JSON document. */
export function isJsonDocument(name: string): boolean {
  return DOCUMENTS.test(name);
}

const asTexts = (value: unknown) => [...new Set([value].flat().map(String))].sort();
/** IAM takes an account id for the ARN of that account's root. */
const rootArn = (text: string) => (/^\d{12}$/.test(text) ? `arn:aws:iam::${text}:root` : text);

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

function part(key: string, value: unknown): unknown {
  switch (key) {
    case 'Action':
    case 'NotAction':
      return asTexts(value)
        .map((action) => action.toLowerCase())
        .sort();
    case 'Resource':
    case 'NotResource':
      return asTexts(value);
    case 'Principal':
    case 'NotPrincipal':
      return mapValues(value, (who, kind) => asTexts(kind === 'AWS' ? asTexts(who).map(rootArn) : who));
    case 'Condition':
      return mapValues(value, (tests) => mapValues(tests, asTexts));
    default:
      return value;
  }
}

function statement(value: unknown): unknown {
  if (!isObject(value)) return value;
  const parts = Object.entries(value).filter(([key, inner]) => !(key === 'Sid' && inner === ''));
  return Object.fromEntries(parts.map(([key, inner]) => [key, part(key, inner)]));
}

/**
 * A document in a form in which equal meanings are equal texts: keys in order, and in an IAM policy neither the order of
 * statements nor that of texts in a list counts, nor "x" against ["x"], nor an account id against its root's ARN. A text
 * that is no JSON object or list is returned as it is.
 */
export function canonicalJson(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (Array.isArray(value)) return JSON.stringify(sorted(value));
  if (!isObject(value)) return text;
  if (!('Statement' in value)) return JSON.stringify(sorted(value));
  const statements = [value.Statement].flat().map((one) => JSON.stringify(sorted(statement(one))));
  return JSON.stringify(sorted({ ...value, Statement: statements.sort() }));
}
