import type { Json } from '../../base/json.ts';

/** The mark at the end of a list that says how many elements are not shown. */
export const moreElements = (count: number): string => `… (${count} more)`;

/** The same for the members of a map or object. */
export const moreMembers = (count: number): [string, string] => ['…', `${count} more`];

const COUNTED = /^(?:… \()?(\d+) more\)?$/;

/** The number of omitted elements or members if the value is such a mark; otherwise 0. */
export const leftOutBy = (value: Json | undefined): number =>
  typeof value === 'string' ? Number(COUNTED.exec(value)?.[1] ?? 0) : 0;
