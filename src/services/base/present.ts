/** A time as the API shows it. */
export const timeOf = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

export function pick<Row extends object, Key extends keyof Row>(row: Row, ...keys: Key[]): Pick<Row, Key> {
  const picked = {} as Pick<Row, Key>;
  for (const key of keys) picked[key] = row[key];
  return picked;
}
