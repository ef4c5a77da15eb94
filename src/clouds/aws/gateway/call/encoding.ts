const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Decodes XML's escapes; all other text stays unchanged. */
export function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** A text of CBOR (RFC 8949, major type 3). */
export function cborText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const size = bytes.length;
  if (size < 0x100) return Buffer.concat([Buffer.from(size < 24 ? [0x60 | size] : [0x78, size]), bytes]);
  const head = Buffer.alloc(5);
  head.writeUInt8(0x7a);
  head.writeUInt32BE(size, 1);
  return Buffer.concat([head, bytes]);
}
