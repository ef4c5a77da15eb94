/** Type numbers of Postgres (pg_type.oid) that both drivers must read alike. */
export const INT8 = 20;
export const BYTEA = 17;
export const DATE = 1082;

/** int8 as a number where a number holds it, and as a bigint beyond that, as neither driver does by itself. */
export function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** A calendar date as it is written, 2026-01-31: a Date would be midnight of some time zone. */
export const parseDate = (text: string): string => text;
