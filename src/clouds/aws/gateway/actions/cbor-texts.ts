/** Kinds of items (RFC 8949, section 3.1). */
const [BYTES, TEXT, LIST, MAP, SIMPLE] = [2, 3, 4, 5, 7];
/** Instead of a length: it ends where it says so. */
const UNTIL_BREAK = 31;

/**
 * All texts of CBOR, and its bytes, one after the other: lists and maps say no more than how many items follow, and need no
 * reading. Undefined where that is unclear: one comes in pieces (section 3.2.3), or it is no CBOR.
 */
export function textsOfCbor(bytes: Buffer): string[] | undefined {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at++] ?? 0;
    const [kind, low] = [first >> 5, first & 31];
    if (low === UNTIL_BREAK && (kind === LIST || kind === MAP || kind === SIMPLE)) continue;
    if (low > 27) return undefined;
    const width = low < 24 ? 0 : 2 ** (low - 24);
    if (at + width > bytes.length) return undefined;
    const size = width === 0 ? low : Number(`0x${bytes.toString('hex', at, at + width)}`);
    at += width;
    if (kind !== TEXT && kind !== BYTES) continue;
    if (at + size > bytes.length) return undefined;
    texts.push(bytes.toString(kind === TEXT ? 'utf8' : 'latin1', at, at + size));
    at += size;
  }
  return texts;
}
