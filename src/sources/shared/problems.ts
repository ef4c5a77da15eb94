import { isObject } from '../../base/json.ts';
import { SourceProblem } from '../../base/state-source.ts';
import type { Answer } from '../contract/kind.ts';

/** The sentences of one kind of source for what may go wrong at its server. */
export type Sentences = {
  /** The server: "Google Cloud Storage". */
  server: string;
  /** What to do where the credentials are no good. */
  renew: string;
  /** What to allow where they are good and yet not enough. */
  allow: string;
};

/** The problem of an answer of no use. `what` was asked for: "the bucket x"; `absent` is the problem where there is no such thing. */
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

/** The object in an answer. Throws `SourceProblem` where it has none: something else listens there. */
export function objectIn({ bytes }: Pick<Answer, 'bytes'>, server: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (isObject(value)) return value;
  } catch {
    // As with any other text.
  }
  throw new SourceProblem(
    'source_unreachable',
    `${server} answers with something that it should not. Check the address of the source.`,
  );
}

/** A text of an object that somebody else wrote; empty where it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The objects in what may be a list. */
export const objectsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** A member that is an object; an empty one where it is none. */
export const memberOf = (value: unknown, name: string): Record<string, unknown> => {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
};

/** A moment; now where none can be read. */
export function momentOf(value: unknown): Date {
  const at = new Date(textOf(value));
  return Number.isNaN(at.getTime()) ? new Date() : at;
}
