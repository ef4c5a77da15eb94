import { visible } from '../../base/visible.ts';
import { MASK, maskText } from '../../engine/mask/mask.ts';

const LONGEST = 200;
/** Parts of an address that are shorter are no credentials, and words of ordinary answers. */
const TELLING = 6;

/**
 * What the log keeps of an answer: its beginning, on one line, without what looks like a secret and without the parts of the address
 * and the secrets themselves, which some servers repeat. Null where nothing is left.
 */
export function excerptOf(body: string, address: string, secrets: readonly string[]): string | null {
  const { pathname, search } = new URL(address);
  const parts = `${pathname}${search}`.split(/[/?&=]/).filter((part) => part.length >= TELLING);
  const told = [...secrets, address, ...parts, ...parts.map(decoded)].sort((a, b) => b.length - a.length);
  let text = body.slice(0, 4 * LONGEST).toWellFormed();
  for (const one of told) text = text.replaceAll(one, MASK);
  const line = visible(maskText(text.replaceAll(/\s+/g, ' ').trim()));
  return line === '' ? null : line.slice(0, LONGEST).toWellFormed();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
