import { readJson } from '../../base/strict-json.ts';
import type { CloudRequest } from '../types.ts';

/** Actions that decrypt parameters if they are told to. */
export const DECRYPTING: ReadonlySet<string> = new Set([
  'ssm:GetParameter',
  'ssm:GetParameterHistory',
  'ssm:GetParameters',
  'ssm:GetParametersByPath',
]);

/** Connections of Glue come with their passwords unless one asks for them without. */
const HIDING: ReadonlySet<string> = new Set(['glue:GetConnection', 'glue:GetConnections']);

const WITH_VALUES: ReadonlyMap<string, string> = new Map([
  ['apigateway:GetApiKey', 'includeValue'],
  ['apigateway:GetApiKeys', 'includeValues'],
]);

/** Whether a request of an action that describes configuration asks for the values of secrets with it. */
export function asksForSecret(action: string, request: CloudRequest): boolean {
  if (DECRYPTING.has(action)) return fieldOf(request, 'WithDecryption', true) !== false;
  if (HIDING.has(action)) return fieldOf(request, 'HidePassword', false) !== true;
  const parameter = WITH_VALUES.get(action);
  if (parameter === undefined) return false;
  const query = new URLSearchParams(request.target.split('?')[1] ?? '');
  return query.getAll(parameter).some((value) => value !== 'false');
}

/** The same request, told not to decrypt. Throws where its body is not JSON that means one thing. */
export function withoutDecryption(request: CloudRequest): CloudRequest {
  return { ...request, body: Buffer.from(JSON.stringify({ ...bodyOf(request), WithDecryption: false })) };
}

/** Requests of these actions hold a few names. */
const bodyOf = (request: CloudRequest): object => {
  const body = readJson(request.body.toString('utf8'), { depth: 8, values: 1000 });
  return typeof body === 'object' && body !== null ? body : {};
};

/** A field of a JSON body, false when it is left out; `unclear` where the body can't be read, or in more than one way. */
function fieldOf(request: CloudRequest, name: string, unclear: boolean): unknown {
  try {
    return (bodyOf(request) as Record<string, unknown>)[name] ?? false;
  } catch {
    return unclear;
  }
}
