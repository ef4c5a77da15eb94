import { isObject } from '../../base/json.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Numbers that JavaScript would round on their way. */
const LONG_NUMBER = /[:,[\s]-?\d{16,}|\d\.\d{16,}/;

/** An object in JSON that can be written again as it was; undefined for all else. */
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
