/** Whether a value of JSON is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapOf<T>(value: unknown, fits: (one: unknown) => one is T): Map<string, T> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, T] => fits(entry[1])) ? new Map(entries) : undefined;
}

/** An object of texts as a map; undefined where it is something else. */
export function texts(value: unknown): Map<string, string> | undefined {
  return mapOf(value, (one) => typeof one === 'string');
}

/** An object of finite numbers as a map; undefined where it is something else. */
export function numbers(value: unknown): Map<string, number> | undefined {
  return mapOf(value, (one): one is number => Number.isFinite(one));
}
