import type { Spotted } from './spotted.ts';

/** Kinds of items (RFC 8949, section 3.1). */
const [BYTES, TEXT, LIST, MAP, TAG, SIMPLE] = [2, 3, 4, 5, 6, 7];

const BREAK = Symbol('break');

/** Parses CBOR, with the byte positions of its texts. Throws `RangeError` where it ends too early. */
export function spotsOfCbor(bytes: Buffer): Spotted {
  let at = 0;

  /** The kind of the next item and its argument; undefined where the item has no length. */
  const head = (): { kind: number; size: number | undefined } => {
    const first = bytes.readUInt8(at);
    at += 1;
    const low = first & 31;
    const kind = first >> 5;
    if (low < 24) return { kind, size: low };
    if (low === 31) return { kind, size: undefined };
    const width = 2 ** (low - 24);
    const size = width === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, width);
    at += width;
    return { kind, size };
  };

  const read = (): Spotted | typeof BREAK => {
    const start = at;
    const { kind, size } = head();
    if (kind === TEXT && size !== undefined) {
      at += size;
      if (at > bytes.length) throw new RangeError('It ends within a text.');
      return { leaf: { text: bytes.toString('utf8', at - size, at), start, end: at } };
    }
    if (kind === LIST) return { list: several(size) };
    if (kind === MAP) return membersOf(several(size === undefined ? undefined : size * 2));
    if (kind === TAG) return read();
    if (kind === SIMPLE && size === undefined) return BREAK;
    if (kind === BYTES || kind === TEXT) {
      if (size === undefined) several(undefined);
      else at += size;
    }
    return undefined;
  };

  const several = (count: number | undefined): Spotted[] => {
    const items: Spotted[] = [];
    const maxItems = count ?? Infinity;
    while (items.length < maxItems) {
      const item = read();
      if (item === BREAK) break;
      items.push(item);
    }
    return items;
  };
  const all = read();
  return all === BREAK ? undefined : all;
}

function membersOf(items: readonly Spotted[]): Spotted {
  const members = new Map<string, Spotted>();
  for (let i = 0; i + 1 < items.length; i += 2) {
    const name = items[i];
    members.set(name !== undefined && 'leaf' in name ? name.leaf.text : String(i), items[i + 1]);
  }
  return { members };
}
