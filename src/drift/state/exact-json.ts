import type { Json } from '../../base/json.ts';

/** A number that a double may not hold exactly: many digits, or an exponent. */
const LONG_NUMBER = /\d{16}|\d\.\d{15}|\d[eE][+-]?\d/;

type RawJson = { rawJSON(text: string): unknown; stringify: typeof JSON.stringify };
// Node 24 has JSON.rawJSON; the library's types do not know it yet.
const exact = JSON as unknown as RawJson;

/**
 * Parses JSON so that writing it again loses nothing: numbers that a double cannot hold stay as their own text. States
 * hold ids and sizes beyond 2^53, and the provider has to get them as they were.
 */
export function parseExact(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key: string, value: Json, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
    return exact.rawJSON(source);
  });
}
