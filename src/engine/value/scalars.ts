import type { Value } from '../../base/value.ts';

/** The number in a value; undefined if it has none. */
export function numberOf(value: Value | undefined): number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return undefined;
  return Number(value);
}

const ON = /^(enabled|on|true|active|required|enable|yes|allow)$/i;
const OFF = /^(disabled|off|false|suspended|none|inactive|allow-all|optional|disable|no|)$/i;

/** True if a value means on, false if it means off; undefined for values that are no switch. */
export function isOn(value: Value | undefined): boolean | undefined {
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) > 0;
  if (typeof value !== 'string') return undefined;
  if (ON.test(value)) return true;
  return OFF.test(value) ? false : undefined;
}
