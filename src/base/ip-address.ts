/**
 * The canonical form of an address: `::ffff:127.0.0.1`, in any notation, is 127.0.0.1; `fd00:0::2` is fd00::2.
 * @param address an IPv4 or IPv6 address without a zone
 */
export function canonicalAddress(address: string): string {
  if (!address.includes(':')) return address;
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(text)?.slice(1);
  if (!mapped) return text;
  return mapped
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
}
