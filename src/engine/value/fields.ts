import type { Value } from '../../base/value.ts';
import { fieldOf, fields } from './canonical.ts';

/** A scalar as text; empty for null and other values. */
export const text = (value: Value | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';

/** The values of a field, which may be nested in blocks: all values if there are several blocks or a list. */
export function valuesAt(value: Value, field: string): Value[] {
  const names = field.split('.');
  return names.reduce<Value[]>(
    (values, name) => values.flatMap((one) => fieldOf(fields(one), name)).filter((one) => one !== null),
    [value],
  );
}
