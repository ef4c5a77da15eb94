const SECONDS: readonly (readonly [number, string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];
const SHORT: Record<string, string> = { mb: 'MB', gb: 'GB', mib: 'MiB', gib: 'GiB', percentage: 'percent' };

/** Converts a number to the largest unit in which it is a whole number, if that is easier to read. */
function larger(number: number, unit: string): [number, string] {
  if (unit === 'milliseconds' && number % 1000 === 0 && number !== 0) return larger(number / 1000, 'seconds');
  if (unit === 'seconds')
    for (const [size, name] of SECONDS)
      if (Math.abs(number) >= size && number % size === 0) return [number / size, `${name}s`];
  if (unit === 'bytes')
    for (const [size, name] of [
      [2 ** 30, 'GiB'],
      [2 ** 20, 'MiB'],
      [2 ** 10, 'KiB'],
    ] as const)
      if (Math.abs(number) >= size && number % size === 0) return [number / size, name];
  return [number, unit];
}

function withUnit(number: number, unit: string): string {
  const short = SHORT[unit] ?? unit;
  return `${number} ${number === 1 ? short.replace(/(?<=[a-z]{3})s$/, '') : short}`;
}

/** Formats a number with its unit: `7 days`, `1 day`, `4 days` for 345,600 seconds. */
export function quantity(number: number, unit?: string): string {
  return unit === undefined ? String(number) : withUnit(...larger(number, unit));
}

/** Formats a change of a number: `7 to 30 days`, `1 hour to 12 hours`. */
export function quantities(before: number, after: number, unit?: string): string {
  if (unit === undefined) return `${before} to ${after}`;
  const [was, is] = [larger(before, unit), larger(after, unit)];
  if (before === 0) was[1] = is[1];
  if (after === 0) is[1] = was[1];
  const once = was[1] === is[1] && is[0] !== 1;
  return `${once ? was[0] : withUnit(...was)} to ${withUnit(...is)}`;
}
