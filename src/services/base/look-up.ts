import { setImmediate as nextTurn } from 'node:timers/promises';

/** Finds the row with a SHA-256. It is read after the call, so that an ended row is never found alive. */
export type LookUp<Row> = (hash: Uint8Array) => Promise<Row | undefined>;

type Batch<Row> = { hashes: Map<string, Uint8Array>; rows: Promise<Map<string, Row>> };

/** Batches that may be read at once: more than one, so that a slow connection does not hold everybody up. */
const AT_ONCE = 2;
const MAX_HASHES = 500;

const textOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64');

/**
 * Reads together what is asked for at the same time: while a batch is being read, the next one gathers. The busier
 * the server, the fewer queries a request costs; nothing is kept, so nothing can be out of date.
 */
export function createLookUp<Row extends { hash: Uint8Array }>(
  find: (hashes: Uint8Array[]) => Promise<Row[]>,
): LookUp<Row> {
  let reading = 0;
  let gathering: Batch<Row> | undefined;
  let wake: (() => void)[] = [];

  /** Waits for its turn; from then on nobody joins. */
  async function read(hashes: Batch<Row>['hashes']): Promise<Map<string, Row>> {
    if (reading >= AT_ONCE) await new Promise<void>((turn) => wake.push(turn));
    // What else is asked for in this turn of the event loop comes along.
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
