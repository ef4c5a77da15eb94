import { isObject } from '../../../../base/json.ts';
import type { Action, Call, CloudAnswer, CloudRequest } from '../call/types.ts';
import { BatchRefused, type BatchResponse } from './types.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Numbers that JavaScript would round. */
const LONG_NUMBER = /[:,[\s]-?\d{16,}|\d\.\d{16,}/;

/** Parses a JSON object that can be serialized again without loss; undefined for all else. */
export function parsed(text: string): Json | undefined {
  if (LONG_NUMBER.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const only = (body: Json, ...names: readonly string[]): boolean =>
  Object.keys(body).every((name) => names.includes(name));

/** Headers that describe the original body and do not apply to another one. */
const OF_BODY = new Set(['content-length', 'content-encoding', 'content-md5', 'x-amz-crc32', 'etag']);

/** A copy of a call with changes of its request and action. */
export function callLike(call: Call, request: Partial<CloudRequest>, action: Partial<Action> = {}): Call {
  const { 'content-length': _length, 'x-amz-content-sha256': _hash, ...headers } = call.request.headers;
  return { ...call, request: { ...call.request, headers, ...request }, action: { ...call.action, ...action } };
}

/** A key that is equal for calls that may share a request. Headers that only identify or count a call are ignored. */
export function headersKey(call: Call): string {
  const idle = /^(?:amz-sdk-|user-agent$|x-amz-user-agent$|content-length$|x-amz-content-sha256$|x-amzn-trace-id$)/;
  const lines = Object.entries(call.request.headers).filter(([name]) => !idle.test(name));
  return JSON.stringify([
    call.request.method,
    call.request.host,
    call.region,
    lines.map((line) => JSON.stringify(line)).toSorted(),
  ]);
}

/** The body of a batch answer as text. Throws `BatchRefused` for anything but a complete success. */
export function responseText({ answer }: BatchResponse): string {
  const { status, headers, body } = answer;
  const coded = headers['content-encoding'] ?? 'identity';
  if (Buffer.isBuffer(body) && status === 200 && coded === 'identity') return body.toString('utf8');
  if (!Buffer.isBuffer(body)) body.destroy();
  throw new BatchRefused(answer);
}

/** A copy of an answer with another body. */
export function answerLike({ status, headers }: CloudAnswer, body: string): CloudAnswer {
  const kept = Object.entries(headers).filter(([name]) => !OF_BODY.has(name));
  return { status, headers: Object.fromEntries(kept), body: Buffer.from(body) };
}

/** The answers of a batch by item; items without an answer are left out. */
export function answersFor<T>(
  items: ReadonlyMap<string, T>,
  answerTo: (item: string, value: T) => CloudAnswer | undefined,
): Map<string, CloudAnswer> {
  const answers = new Map<string, CloudAnswer>();
  for (const [item, value] of items) {
    const answer = answerTo(item, value);
    if (answer !== undefined) answers.set(item, answer);
  }
  return answers;
}
