import { setImmediate as nextTurn } from 'node:timers/promises';

/** Finds the row with a SHA-256. The row is read after the call, so a revoked row is never returned as valid. */
export type LookUp<Row> = (hash: Uint8Array) => Promise<Row | undefined>;

type Batch<Row> = { hashes: Map<string, Uint8Array>; rows: Promise<Map<string, Row>> };

/** Concurrent batches: more than one, so that a slow connection does not block everybody. */
const AT_ONCE = 2;
const MAX_HASHES = 500;

const textOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64');

/**
 * Batches concurrent look-ups: while a batch is being read, the next one is collected. The busier the server, the fewer
 * queries per request. Nothing is cached, so nothing is stale.
 */
export function createLookUp<Row extends { hash: Uint8Array }>(
  find: (hashes: Uint8Array[]) => Promise<Row[]>,
): LookUp<Row> {
  let reading = 0;
  let gathering: Batch<Row> | undefined;
  let wake: (() => void)[] = [];

  /** Waits for a free slot, then closes the batch to further hashes. */
  async function read(hashes: Batch<Row>['hashes']): Promise<Map<string, Row>> {
    if (reading >= AT_ONCE) await new Promise<void>((turn) => wake.push(turn));
    // Collects the other look-ups of this turn of the event loop.
    await nextTurn();
    if (gathering?.hashes === hashes) gathering = undefined;
    reading += 1;
    try {
      const rows = await find([...hashes.values()]);
      return new Map(rows.map((row) => [textOf(row.hash), row]));
    } finally {
      reading -= 1;
      wake.shift()?.();
    }
  }

  return async (hash) => {
    const text = textOf(hash);
    if (!gathering || gathering.hashes.size >= MAX_HASHES) {
      const hashes = new Map<string, Uint8Array>();
      gathering = { hashes, rows: read(hashes) };
    }
    gathering.hashes.set(text, hash);
    return (await gathering.rows).get(text);
  };
}
