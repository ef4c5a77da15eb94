import { readJson } from '../../../../base/strict-json.ts';
import type { CloudRequest } from '../call/types.ts';

/** Actions that decrypt parameters on request. */
export const DECRYPTING: ReadonlySet<string> = new Set([
  'ssm:GetParameter',
  'ssm:GetParameterHistory',
  'ssm:GetParameters',
  'ssm:GetParametersByPath',
]);

/** Glue connections include their passwords unless the request hides them. */
const HIDING: ReadonlySet<string> = new Set(['glue:GetConnection', 'glue:GetConnections']);

const WITH_VALUES: ReadonlyMap<string, string> = new Map([
  ['apigateway:GetApiKey', 'includeValue'],
  ['apigateway:GetApiKeys', 'includeValues'],
]);

/** True where a request that describes configuration also asks for the values of secrets. */
export function asksForSecret(action: string, request: CloudRequest): boolean {
  if (DECRYPTING.has(action))
    return named(bodyOf(request) ?? UNCLEAR, 'WithDecryption').some((value) => value !== false);
  if (HIDING.has(action)) {
    const hides = named(bodyOf(request) ?? {}, 'HidePassword');
    return hides.length !== 1 || hides[0] !== true;
  }
  const parameter = WITH_VALUES.get(action);
  if (parameter === undefined) return false;
  const query = new URLSearchParams(request.target.split('?')[1] ?? '');
  return named(query, parameter).some((value) => value !== 'false');
}

/** The values of all parameters with this name. Case is ignored, since some parsers ignore it. */
function named(fields: Readonly<Record<string, unknown>> | URLSearchParams, name: string): unknown[] {
  const entries: [string, unknown][] = fields instanceof URLSearchParams ? [...fields] : Object.entries(fields);
  return entries.flatMap(([each, value]) => (each.toLowerCase() === name.toLowerCase() ? [value] : []));
}

/** The request without decryption; undefined where its body is unreadable or ambiguous. */
export function withoutDecryption(request: CloudRequest): CloudRequest | undefined {
  const body = bodyOf(request);
  if (body === undefined || named(body, 'WithDecryption').length > 1 || !('WithDecryption' in body)) return undefined;
  return { ...request, body: Buffer.from(JSON.stringify({ ...body, WithDecryption: false })) };
}

/** A body that cannot be read counts as a request for decryption. */
const UNCLEAR: Readonly<Record<string, unknown>> = { WithDecryption: true };

/** Limits for bodies of these actions, which hold a few names. */
const BOUNDS = { depth: 8, values: 1000 };

/** The fields of a JSON body; undefined where it is no object, or repeats a field, which parsers read differently. */
function bodyOf(request: CloudRequest): Readonly<Record<string, unknown>> | undefined {
  try {
    const body = readJson(request.body.toString('utf8'), BOUNDS);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch {
    return undefined;
  }
}
