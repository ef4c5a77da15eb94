import { Type, type Static, type TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { CodeHostProblem } from '../../base/code-host.ts';
import type { HttpResponse } from '../http/exchange.ts';

/** A number that JavaScript cannot hold exactly. */
const LONG = /[:[,]\s*-?\d{16}/;

/** JSON whose whole numbers are exact: those beyond what a number holds are texts, as GitHub's ids of deliveries may be. */
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

/** The content of an answer, if it has the form that is needed of it. What it lacks is named, its values are not. */
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

/** A whole number that names something. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Account = Type.Object({ id: Id, login: Type.String() });
export const Permissions = Type.Record(Type.String(), Type.String());
export const OnlyId = Type.Object({ id: Id });
