import { AUTOSCALED } from './autoscaled.ts';
import { OVERLAPS } from './table.ts';
import { TAG_RESOURCES } from './tag-resources.ts';

const TYPES: ReadonlySet<string> = new Set(
  [
    ...OVERLAPS.flatMap(({ children }) => children),
    ...AUTOSCALED.flatMap(({ scalers }) => scalers),
    ...TAG_RESOURCES,
  ].map(({ type }) => type),
);

/** Whether instances of a type may explain differences of others: standalone children, tag resources and scalers. */
export const isRelative = (type: string): boolean => TYPES.has(type);
