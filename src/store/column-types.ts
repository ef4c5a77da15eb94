/** Type numbers of Postgres (pg_type.oid) that both drivers must read alike. */
export const INT8 = 20;
export const BYTEA = 17;

/** int8 as a number where a number holds it, and as a bigint beyond that, as neither driver does by itself. */
export function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
