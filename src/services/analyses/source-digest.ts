import { createHash } from 'node:crypto';
import type { StateObject } from '../../base/state-source.ts';

/** Tells whether the states that a source lists are the same as before; null where one of them has no sign of that. */
export function sourceDigest(listed: readonly StateObject[]): string | null {
  if (listed.some(({ etag }) => etag === '')) return null;
  const hash = createHash('sha256');
  for (const line of listed.map(({ key, etag }) => JSON.stringify([key, etag])).sort()) hash.update(line);
  return hash.digest('base64url');
}
