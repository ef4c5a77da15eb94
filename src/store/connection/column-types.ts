/** Type numbers of Postgres (pg_type.oid) whose values both drivers must parse alike. */
export const INT8 = 20;
export const BYTEA = 17;
export const DATE = 1082;

/** Parses int8 as a number where that is exact, else as a bigint. Neither driver does so by default. */
export function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** Keeps a date as its text, 2026-01-31: a Date would be midnight in some time zone. */
export const parseDate = (text: string): string => text;
