import { isObject } from '../../base/json.ts';
import { SourceProblem } from '../../base/state-source.ts';
import type { Answer } from '../contract/kind.ts';

/** Texts about the problems of one kind of source. */
export type Sentences = {
  /** The server: "Google Cloud Storage". */
  server: string;
  /** What to do about invalid credentials. */
  renew: string;
  /** What to allow if the credentials are valid but not sufficient. */
  allow: string;
};

/** The problem of an unsuccessful response. `what` was requested ("the bucket x"); `absent` reports a missing one. */
export function problemOf(
  { status }: Pick<Answer, 'status'>,
  { server, renew, allow }: Sentences,
  what: string,
  absent: SourceProblem,
): SourceProblem {
  if (status === 401)
    return new SourceProblem(
      'credentials_missing',
      `${server} does not accept the credentials, which are wrong or have expired. ${renew}`,
    );
  if (status === 403) return new SourceProblem('access_denied', `These credentials may not read ${what}. ${allow}`);
  if (status === 404 || status === 410) return absent;
  if (status >= 300 && status < 400)
    return new SourceProblem(
      'source_unreachable',
      `${server} leads elsewhere (${status}), which is not followed. Check the address.`,
    );
  if (status === 408 || status === 429 || status >= 500)
    return new SourceProblem('source_unreachable', `${server} is busy or fails (${status}). Try again later.`);
  return new SourceProblem(
    'source_unreachable',
    `${server} refuses to give ${what} (${status}). Check the settings of the source.`,
  );
}

export const gone = (what: string): SourceProblem =>
  new SourceProblem('not_found', `There is no ${what} any more. Analyse again.`);

export const noCredentials = (sentence: string): SourceProblem => new SourceProblem('credentials_missing', sentence);

/** The object in a response. Throws `SourceProblem` for anything else: another program listens there. */
export function objectIn({ bytes }: Pick<Answer, 'bytes'>, server: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw new SourceProblem(
    'source_unreachable',
    `${server} answers with something that it should not. Check the address of the source.`,
  );
}

/** A text in an object from outside; empty for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The objects in a value from outside, if it is a list. */
export const objectsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** A member of a value from outside, if it is an object; else an empty object. */
export const memberOf = (value: unknown, name: string): Record<string, unknown> => {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
};

/** A time from outside; now if it cannot be parsed. */
export function momentOf(value: unknown): Date {
  const at = new Date(textOf(value));
  return Number.isNaN(at.getTime()) ? new Date() : at;
}
