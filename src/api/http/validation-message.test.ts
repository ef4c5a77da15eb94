import { expect, test } from 'vitest';
import { fieldsOf } from './errors.ts';
import { bodyValidator } from './validation.ts';

/** The problems of a value that does not match a schema: path and message on one line. */
function said(schema: object, value: unknown): string[] {
  const fits = bodyValidator(schema);
  expect(fits(value)).toBe(false);
  return fieldsOf(fits.errors as Parameters<typeof fieldsOf>[0]).map(({ path, message }) => `${path} ${message}`);
}

const SECRET = 'hunter2';
const ARN = { pattern: '^arn:', description: 'The ARN of `it`', examples: ['arn:aws:x'] };

test.each<[schema: object, value: unknown, words: string]>([
  [{ type: 'string' }, 7, 'must be text'],
  [{ type: ['integer', 'null'] }, 1.5, 'must be a whole number'],
  [{ type: ['string', 'number'] }, [SECRET], 'must be text or a number'],
  [{ type: 'boolean' }, SECRET, 'must be true or false'],
  [{ type: 'array' }, SECRET, 'must be a list'],
  [{ type: 'object' }, SECRET, 'must be an object'],
  [{ enum: ['1h', '6h', null] }, SECRET, 'must be one of 1h, 6h, null'],
  [{ const: 'on' }, SECRET, 'must be "on"'],
  [{ minLength: 1 }, '', 'must not be empty'],
  [{ minLength: 12 }, SECRET, 'is too short: at least 12 characters'],
  [{ maxLength: 3 }, SECRET, 'is too long: at most 3 characters'],
  [{ minItems: 1 }, [], 'is empty: name at least 1'],
  [{ minItems: 3 }, [SECRET], 'has too few: name at least 3'],
  [{ maxItems: 1 }, [SECRET, 1], 'has too many: at most 1'],
  [{ uniqueItems: true }, [SECRET, SECRET], 'has the same twice'],
  [{ minProperties: 1 }, {}, 'is empty: name at least 1'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'has too many: at most 1'],
  [{ minimum: 1 }, 0, 'must be 1 or more'],
  [{ maximum: 100 }, 101, 'must be 100 or less'],
  [{ format: 'date-time' }, SECRET, 'must be a time, such as 2026-01-31T09:30:00Z'],
  [{ format: 'date' }, SECRET, 'must be a day, such as 2026-01-31'],
  [{ format: 'uri' }, SECRET, 'does not have the right form'],
  [ARN, SECRET, 'does not have the right form: The ARN of it (for example "arn:aws:x")'],
  [{ oneOf: [{ required: ['key'] }, { required: ['link'] }] }, { key: 1, link: 2 }, 'needs exactly one of key, link'],
  [{ not: {} }, SECRET, 'does not fit'],
])('reports in plain words for %j, %j', (schema, value, words) => {
  expect(said({ properties: { it: schema } }, { it: value })).toEqual([`/it ${words}`]);
});

test('names missing and unknown fields, with the known ones', () => {
  const schema = { properties: { rules: {}, version: {} }, required: ['rules'], additionalProperties: false };
  expect(said(schema, { ignore: SECRET })).toEqual([
    '/rules is missing',
    '/ignore there is no "ignore" here; there are rules, version',
  ]);
  expect(said({ additionalProperties: false }, { a: 1 })).toEqual(['/a there is no "a" here']);
  const named = { patternProperties: { '^[a-z]+$': {} }, additionalProperties: false };
  expect(said(named, { A: 1 })).toEqual(['/A "A" does not have the form that names have here']);
});

test('shortens and escapes a field name from the caller', () => {
  const [text] = said({ additionalProperties: false }, { [`\u001B[2J\u202E"${'🙂'.repeat(200)}`]: 1 });
  const message = text!.slice(text!.indexOf('there is'));
  expect(message).toBe(String.raw`there is no "\u{1b}[2J\u{202e}\"${'🙂'.repeat(94)}" here`);
});
