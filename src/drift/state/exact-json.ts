/** A number's text that a double may not hold exactly: sixteen signs and more, or an exponent. */
const LONG = String.raw`-?\d(?:[\d.]{15}|[\d.]*[eE])`;
const IS_LONG = new RegExp(`^${LONG}`);
/** In a document, a number stands behind one of these. In a text it may look alike, which only costs time. */
const HAS_LONG = new RegExp(String.raw`[:[,]\s*${LONG}`);

type RawJson = { rawJSON(text: string): unknown };
// Node has JSON.rawJSON; the library's types do not know it yet.
const exact = JSON as unknown as RawJson;

/** Whether a JSON text may hold numbers that a double cannot. */
export function hasLongNumbers(json: string): boolean {
  return HAS_LONG.test(json);
}

/**
 * Parses JSON so that writing it again loses nothing: numbers that a double cannot hold stay as their own text. States
 * hold ids and sizes beyond 2^53, and the provider has to get them as they were.
 */
export function parseExact(text: string): unknown {
  if (!hasLongNumbers(text)) return JSON.parse(text);
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    return typeof value === 'number' && source !== undefined && IS_LONG.test(source) ? exact.rawJSON(source) : value;
  });
}
