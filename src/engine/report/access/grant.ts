import { isObject } from '../../../base/json.ts';
import type { Value } from '../../../base/value.ts';
import { stable } from '../../value/stable.ts';
import { compileGlob, matchesGlob } from '../../model/glob.ts';

/** One permission in a policy: a principal may (or may not) do an action on a resource, under a condition. */
export type Grant = {
  effect: 'Allow' | 'Deny';
  principal: string;
  action: string;
  resource: string;
  condition: string;
};

export type Policy = {
  grants: readonly Grant[];
  /** Statements with `NotAction`, `NotResource` or `NotPrincipal`, as canonical text. */
  negated: readonly string[];
};

/** The texts in a value: a single text, or a list of them. */
export const textsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));

/** The principal of a policy that is attached to a user, group or role. */
export const HOLDER = 'its holder';

/** The principals of an IAM statement. */
export function principalsOf(value: unknown): string[] {
  if (value === undefined) return [HOLDER];
  if (!isObject(value)) return textsOf(value);
  // The number of an account and the ARN of its root user are the same principal.
  return Object.values(value)
    .flatMap(textsOf)
    .map((one) => (/^\d{12}$/.test(one) ? `arn:aws:iam::${one}:root` : one));
}

/** A condition as canonical text; `''` without a condition. */
export const conditionOf = (value: unknown): string =>
  isObject(value) && Object.keys(value).length > 0 ? stable(value as Value) : '';

/** Returns a function that tells whether a text matches the pattern. The pattern is compiled once for many texts. */
export function matcher(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => text === pattern;
  const glob = compileGlob(pattern);
  return (text) => text === pattern || matchesGlob(glob, text);
}
