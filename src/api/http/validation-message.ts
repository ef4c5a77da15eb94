import type { FastifyError } from 'fastify';
import { quoted } from '../../base/visible.ts';

type Schema = {
  description?: string;
  examples?: unknown[];
  properties?: object;
  patternProperties?: object;
  oneOf?: { required?: string[] }[];
};

/** A problem reported by the validator, with the schema (`verbose`). */
export type ValidationProblem = NonNullable<FastifyError['validation']>[number] & { parentSchema?: Schema };

/** Callers choose the names of unknown fields, so they are shortened. */
const MAX_NAME_LENGTH = 100;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'must be a time, such as 2026-01-31T09:30:00Z',
  date: 'must be a day, such as 2026-01-31',
};

/** Omits null, which clears a field: a caller who sent another value wants to set it. */
function typeText(type: unknown): string {
  const names = [type].flat().filter((name) => name !== 'null');
  return `must be ${names.map((name) => TYPES[String(name)] ?? String(name)).join(' or ')}`;
}

/** Describes a form by the field's description and an example, since a pattern helps nobody. Removes Markdown. */
function formText({ description, examples: [example] = [] }: Schema): string {
  const about = description === undefined ? '' : `: ${description.replaceAll('`', '')}`;
  return `does not have the right form${about}${example === undefined ? '' : ` (for example ${JSON.stringify(example)})`}`;
}

function unknownText(name: string, { properties = {}, patternProperties }: Schema): string {
  const said = quoted(Array.from(name).slice(0, MAX_NAME_LENGTH).join(''));
  if (patternProperties) return `${said} does not have the form that names have here`;
  const names = Object.keys(properties);
  const others = names.length === 0 ? '' : `; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`;
  return `there is no ${said} here${others}`;
}

function eitherText({ oneOf = [] }: Schema): string {
  const names = oneOf.flatMap(({ required = [] }) => required);
  return names.length === 0 ? 'does not fit' : `needs exactly one of ${names.join(', ')}`;
}

const tooFew = (least: unknown) =>
  least === 1 ? 'is empty: name at least 1' : `has too few: name at least ${String(least)}`;
const tooMany = (max: unknown) => `has too many: at most ${String(max)}`;

type Words = (params: Record<string, unknown>, schema: Schema) => string;

/** Messages by JSON Schema keyword. */
const WORDS: Readonly<Record<string, Words>> = {
  type: ({ type }) => typeText(type),
  required: () => 'is missing',
  additionalProperties: ({ additionalProperty }, schema) => unknownText(String(additionalProperty), schema),
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).map(String).join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `is too short: at least ${String(limit)} characters`),
  maxLength: ({ limit }) => `is too long: at most ${String(limit)} characters`,
  minItems: ({ limit }) => tooFew(limit),
  maxItems: ({ limit }) => tooMany(limit),
  minProperties: ({ limit }) => tooFew(limit),
  maxProperties: ({ limit }) => tooMany(limit),
  uniqueItems: () => 'has the same twice',
  minimum: ({ limit }) => `must be ${String(limit)} or more`,
  maximum: ({ limit }) => `must be ${String(limit)} or less`,
  format: ({ format }, schema) => FORMATS[String(format)] ?? formText(schema),
  pattern: (_, schema) => formText(schema),
  oneOf: (_, schema) => eitherText(schema),
};

/** The problem of a field, to follow its name. Repeats no value that was sent. */
export const validationMessage = ({ keyword, params, parentSchema = {} }: ValidationProblem): string =>
  WORDS[keyword]?.(params, parentSchema) ?? 'does not fit';
