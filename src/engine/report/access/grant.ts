import { isObject } from '../../../base/json.ts';
import type { Value } from '../../../base/value.ts';
import { stable } from '../../value/stable.ts';
import { compileGlob, matchesGlob } from '../../model/glob.ts';

/** One thing that a policy says: who may (or may not) do what with what, under which condition. */
export type Grant = {
  effect: 'Allow' | 'Deny';
  principal: string;
  action: string;
  resource: string;
  condition: string;
};

export type Policy = {
  grants: readonly Grant[];
  /** Statements that say what they are not about. */
  negated: readonly string[];
};

/** Texts of a value that is one or a list of them. */
export const textsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));

/** Whom a policy is about that is attached to somebody. */
export const HOLDER = 'its holder';

/** Whom a statement of IAM is about. */
export function principalsOf(value: unknown): string[] {
  if (value === undefined) return [HOLDER];
  if (!isObject(value)) return textsOf(value);
  // An account's number and its root are one principal.
  return Object.values(value)
    .flatMap(textsOf)
    .map((one) => (/^\d{12}$/.test(one) ? `arn:aws:iam::${one}:root` : one));
}

/** A condition as one text; `''` for none. */
export const conditionOf = (value: unknown): string =>
  isObject(value) && Object.keys(value).length > 0 ? stable(value as Value) : '';

/** Whether a pattern stands for a text; made ready once for many texts. */
export function matcher(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => text === pattern;
  const glob = compileGlob(pattern);
  return (text) => text === pattern || matchesGlob(glob, text);
}
