/** Kinds of items (RFC 8949, section 3.1). */
const [BYTES, TEXT, LIST, MAP, SIMPLE] = [2, 3, 4, 5, 7];
/** Stands in the place of a length: a break byte ends the item. */
const UNTIL_BREAK = 31;

/**
 * Returns all texts and byte strings of a CBOR document, in order. Headers of lists and maps say only how many items
 * follow, so they are skipped. Undefined where the document is no CBOR, or has a text in pieces (section 3.2.3).
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
