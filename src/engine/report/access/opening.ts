/**
 * Allowed traffic: one source may use one protocol at a range of ports. `out`: it is outbound, and `source` is the
 * target.
 */
export type Opening = { source: string; protocol: string; from: number; to: number; out?: boolean };

/** An IPv4 address as a number; undefined for other text. */
export function octets(address: string): number | undefined {
  const parts = address.split('.').map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** An IPv4 range: its first address as a number, and its prefix length in bits. */
export function range(source: string): { start: number; bits: number } | undefined {
  const [address = '', mask = '32'] = source.split('/');
  const start = octets(address);
  const bits = Number(mask);
  if (start === undefined || !/^\d+$/.test(mask) || bits > 32) return undefined;
  return { start: Math.floor(start / 2 ** (32 - bits)) * 2 ** (32 - bits), bits };
}

/**
 * Removes the exceptions of a NetworkPolicy's range. A source that includes the whole range also includes the rest of
 * it.
 */
const withoutExceptions = (source: string) => source.split(' except ')[0] ?? source;

const ANYBODY = /^(\*|any|internet|everybody)$/i;

/** True if a source is everybody, or a part of the address space that is nearly everybody. */
export function isWorld(source: string): boolean {
  if (ANYBODY.test(source) || /^(0::?\/0|::\/[0-3])$/.test(source)) return true;
  const found = range(withoutExceptions(source));
  return found !== undefined && found.bits <= 4;
}

/** True if `a` includes all addresses of `b`. `wide` and `narrow` are their parsed ranges. */
export function sourceCovers(a: string, b: string, wide = range(a), narrow = range(withoutExceptions(b))): boolean {
  if (a === b || ANYBODY.test(a)) return true;
  if (a === '::/0') return b.includes(':');
  return (
    wide !== undefined &&
    narrow !== undefined &&
    wide.bits <= narrow.bits &&
    Math.floor(narrow.start / 2 ** (32 - wide.bits)) === Math.floor(wide.start / 2 ** (32 - wide.bits))
  );
}
