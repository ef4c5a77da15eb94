import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../store/database.ts';
import { findApiKeysByHash } from '../../store/queries/api-key-by-hash.ts';
import type { ApiKeyRow } from '../../store/queries/api-keys.ts';

/** Finds a key by its SHA-256. What it answers was read after it was asked, so a revoked key is never found alive. */
export type KeyLookup = (hash: Uint8Array) => Promise<ApiKeyRow | undefined>;

type Batch = { hashes: Map<string, Uint8Array>; rows: Promise<Map<string, ApiKeyRow>> };

/** Batches that may be read at once: more than one, so that a slow connection does not hold everybody up. */
const AT_ONCE = 2;
const MOST = 500;

const textOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64');

/**
 * Reads keys together that are asked for at the same time: while a batch is being read, the next one gathers. The busier
 * the server, the fewer queries a request costs; nothing is kept, so nothing can be out of date.
 */
export function createKeyLookup(store: Pick<Store, 'db'>): KeyLookup {
  let reading = 0;
  let gathering: Batch | undefined;
  let wake: (() => void)[] = [];

  /** Waits for its turn; from then on nobody joins. */
  async function read(hashes: Batch['hashes']): Promise<Map<string, ApiKeyRow>> {
    if (reading >= AT_ONCE) await new Promise<void>((turn) => wake.push(turn));
    // What else is asked for in this turn of the event loop comes along.
    await nextTurn();
    if (gathering?.hashes === hashes) gathering = undefined;
    reading += 1;
    try {
      const rows = await findApiKeysByHash(store.db, [...hashes.values()]);
      return new Map(rows.map((row) => [textOf(row.hash), row]));
    } finally {
      reading -= 1;
      wake.shift()?.();
    }
  }

  return async (hash) => {
    const text = textOf(hash);
    if (!gathering || gathering.hashes.size >= MOST) {
      const hashes = new Map<string, Uint8Array>();
      gathering = { hashes, rows: read(hashes) };
    }
    gathering.hashes.set(text, hash);
    return (await gathering.rows).get(text);
  };
}
