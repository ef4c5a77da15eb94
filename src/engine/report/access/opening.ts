/** Who may reach what: one source, by one protocol, at a range of ports. */
export type Opening = { source: string; protocol: string; from: number; to: number; out?: boolean };

/** An IPv4 address as a number; undefined for what is none. */
export function octets(address: string): number | undefined {
  const parts = address.split('.').map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** An IPv4 range as its first address and size in bits. */
export function range(source: string): { start: number; bits: number } | undefined {
  const [address = '', mask = '32'] = source.split('/');
  const start = octets(address);
  const bits = Number(mask);
  if (start === undefined || !/^\d+$/.test(mask) || bits > 32) return undefined;
  return { start: Math.floor(start / 2 ** (32 - bits)) * 2 ** (32 - bits), bits };
}

/** A range of a NetworkPolicy may leave some of its addresses out; what holds the whole of it holds the rest. */
const withoutExceptions = (source: string) => source.split(' except ')[0] ?? source;

const ANYBODY = /^(\*|any|internet|everybody)$/i;

/** Whether a source is everybody, or so much of the address space that it makes no difference. */
export function isWorld(source: string): boolean {
  if (ANYBODY.test(source) || /^(0::?\/0|::\/[0-3])$/.test(source)) return true;
  const found = range(withoutExceptions(source));
  return found !== undefined && found.bits <= 4;
}

/** Whether whoever is of `b` is of `a`, too; `wide` and `narrow` are what they were read as. */
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
