/** True if a JSON value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapOf<T>(value: unknown, fits: (one: unknown) => one is T): Map<string, T> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, T] => fits(entry[1])) ? new Map(entries) : undefined;
}

/** Converts an object of strings to a map; undefined for other values. */
export function texts(value: unknown): Map<string, string> | undefined {
  return mapOf(value, (one) => typeof one === 'string');
}

/** Converts an object of finite numbers to a map; undefined for other values. */
export function numbers(value: unknown): Map<string, number> | undefined {
  return mapOf(value, (one): one is number => Number.isFinite(one));
}
