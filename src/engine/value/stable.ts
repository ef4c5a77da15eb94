import { UNKNOWN, type Value } from '../../base/value.ts';

/** Serialises a value with sorted keys. Equal values have equal texts. */
export function stable(value: Value | undefined): string {
  if (value === UNKNOWN) return '?';
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${stable(value[key])}`).join(',')}}`;
}
