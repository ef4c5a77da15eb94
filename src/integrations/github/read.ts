import { Type, type Static, type TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { CodeHostProblem } from '../../base/code-host.ts';
import type { HttpResponse } from '../http/exchange.ts';

/** A number that may exceed JavaScript's exact range. */
const LONG = /[:[,]\s*-?\d{16}/;

/** Parses JSON exactly: integers beyond the exact range become texts, such as GitHub's delivery ids. */
function parse(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  return JSON.parse(text, ((_key: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
      ? source
      : value) as Parameters<typeof JSON.parse>[1]);
}

function unexpected(where: string): CodeHostProblem {
  return new CodeHostProblem(
    'unavailable',
    `What answered is not GitHub's API, or not as it is known: see ${where}. Is GITHUB_API_URL right?`,
  );
}

/** Parses a response and checks it against a schema. The error names a missing field, but contains no values. */
export function read<Schema extends TSchema>(schema: Schema, { text }: HttpResponse): Static<Schema> {
  let body: unknown;
  try {
    body = parse(text);
  } catch {
    throw unexpected('its body, which is no JSON');
  }
  if (Check(schema, body)) return body;
  const [, [first]] = Errors(schema, body);
  throw unexpected(`"${first?.instancePath || '/'}" in its body`);
}

/** A numeric id. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Account = Type.Object({ id: Id, login: Type.String() });
export const Permissions = Type.Record(Type.String(), Type.String());
export const OnlyId = Type.Object({ id: Id });
