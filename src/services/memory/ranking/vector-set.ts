import { setImmediate as nextTurn } from 'node:timers/promises';

/** An incident, by what its vector is filtered and ordered. A later version of the same incident is another object. */
export type Entry = { readonly id: string; readonly repo_id: string | null; readonly date: string };

export type Query = {
  /** A unit vector. */
  vector: Float32Array;
  repo_id?: string | undefined;
  except?: ReadonlySet<string> | undefined;
  limit: number;
};

/** An incident and its cosine in ten thousandths. */
export type Scored = { entry: Entry; score: number };

/** Rows of a block at most, and of one that has just been begun. */
const MAX_ROWS = 1024;
const MIN_ROWS = 64;
/** Multiplications, some milliseconds of them, after which other work gets its turn. */
const SLICE = 8_000_000;
/** Attempts that concurrent changes may spoil before one runs without giving others a turn. */
const MAX_ATTEMPTS = 3;
const UNIT = 10_000;
/** More than the sum of rounded products can be off. */
const EPSILON = 1e-9;

/** Dimensions whose length together is known of each vector. */
const CHUNK = 64;

/** Vectors column by column: the first number of each, the second of each and so on, and then the lengths of their chunks. */
type Block = { rows: number; numbers: Float32Array };
/** Columns, and what each is multiplied by, filled up with zeros to whole groups of eight. */
type Terms = { columns: number[]; weights: number[] };
type Eight = [number, number, number, number, number, number, number, number];

function termsOf(pairs: (readonly [column: number, weight: number])[]): Terms {
  const padding = Array.from({ length: -pairs.length & 7 }, () => [0, 0] as const);
  const all = [...pairs, ...padding];
  return { columns: all.map(([column]) => column), weights: all.map(([, weight]) => weight) };
}

const lengthOf = (vector: Float32Array) => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
/** The lengths of a vector's chunks, none shorter than it is. */
const chunkLengths = (vector: Float32Array) =>
  Array.from(
    { length: Math.ceil(vector.length / CHUNK) },
    (_, i) => lengthOf(vector.subarray(i * CHUNK, (i + 1) * CHUNK)) * (1 + 1e-6),
  );

/**
 * How to compare with a vector: the chunks that say most of it for the numbers that they have are compared with all others first. What
 * the rest can add to a product is at most the product of the lengths of the chunks.
 */
function planOf(vector: Float32Array): { first: Terms; bound: Terms; rest: Terms } {
  const pairs = [...vector.entries()].filter(([, value]) => value !== 0);
  const average = 1 / pairs.length;
  const chunks = chunkLengths(vector).map((length, i) => ({
    length,
    column: vector.length + i,
    pairs: [] as typeof pairs,
  }));
  for (const pair of pairs) chunks[Math.floor(pair[0] / CHUNK)]!.pairs.push(pair);
  const [first, rest] = [[] as typeof chunks, [] as typeof chunks];
  for (const chunk of chunks) (chunk.length ** 2 >= average * chunk.pairs.length ? first : rest).push(chunk);
  return {
    first: termsOf(first.flatMap((chunk) => chunk.pairs)),
    bound: termsOf(rest.map(({ column, length }) => [column, length])),
    rest: termsOf(rest.flatMap((chunk) => chunk.pairs)),
  };
}

/** Adds the products of columns to sums, of these rows. Eight at a time: loading and storing a sum costs more than multiplying. */
function addColumns(
  sums: Float64Array,
  { rows, numbers }: Block,
  picked: Int32Array,
  { columns, weights }: Terms,
): void {
  for (let i = 0; i < columns.length; i += 8) {
    const weight = (n: number) => weights[i + n]!;
    const column = (n: number) => columns[i + n]! * rows;
    const [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(weight) as Eight;
    const [aa, bb, cc, dd, ee, ff, gg, hh] = [0, 1, 2, 3, 4, 5, 6, 7].map(column) as Eight;
    for (let at = 0; at < picked.length; at += 1) {
      const row = picked[at]!;
      sums[row]! +=
        a * numbers[aa + row]! +
        b * numbers[bb + row]! +
        c * numbers[cc + row]! +
        d * numbers[dd + row]! +
        e * numbers[ee + row]! +
        f * numbers[ff + row]! +
        g * numbers[gg + row]! +
        h * numbers[hh + row]!;
    }
  }
}

/** By similarity, then the later one, then by id. Ids and dates are ASCII. */
function precedes(one: Scored, other: Scored): boolean {
  if (one.score !== other.score) return one.score > other.score;
  const [a, b] = [one.entry, other.entry];
  return a.date === b.date ? a.id < b.id : a.date > b.date;
}

/** The vectors of one organization and one model. */
export type VectorSet = {
  readonly dimensions: number;
  size(): number;
  /** Memory that the vectors take. */
  bytes(): number;
  /** How much more of it the next new incident takes; none while there is a free row. */
  growth(): number;
  entries(): Entry[];
  /** Adds an incident, or replaces it. */
  put(entry: Entry, vector: Float32Array): void;
  /** Removes an incident: the one of this id, or this very version of it. */
  remove(which: string | Entry): void;
  /**
   * The nearest to a unit vector by cosine, rounded to four places, of equals the later one, then by id. Exact: sums are of 64
   * bits. Other work gets its turn meanwhile where there is much to compare.
   */
  nearest(query: Query): Promise<Scored[]>;
};

/** An empty one. */
export function createVectorSet(dimensions: number): VectorSet {
  /** All but the last one have `MAX_ROWS`. */
  const blocks: Block[] = [];
  const entries: Entry[] = [];
  const slots = new Map<string, number>();
  const columns = dimensions + Math.ceil(dimensions / CHUNK);
  let changes = 0;

  const isFull = () => entries.length === (blocks.length - 1) * MAX_ROWS + (blocks.at(-1)?.rows ?? MAX_ROWS);
  const lastToGrow = () => blocks.slice(-1).find(({ rows }) => rows < MAX_ROWS);

  /** Doubles the last block, or begins another one where that is as large as it may be. */
  function grow(): void {
    const old = lastToGrow();
    const rows = old ? old.rows * 2 : MIN_ROWS;
    const numbers = new Float32Array(rows * columns);
    if (old) {
      for (let i = 0; i < columns; i += 1)
        numbers.set(old.numbers.subarray(i * old.rows, (i + 1) * old.rows), i * rows);
      blocks.pop();
    }
    blocks.push({ rows, numbers });
  }

  function write(slot: number, numberAt: (dimension: number) => number): void {
    const { rows, numbers } = blocks[Math.floor(slot / MAX_ROWS)]!;
    for (let i = 0; i < columns; i += 1) numbers[i * rows + (slot % MAX_ROWS)] = numberAt(i);
  }

  function remove(which: string | Entry): void {
    const slot = slots.get(typeof which === 'string' ? which : which.id);
    const entry = slot === undefined ? undefined : entries[slot]!;
    if (slot === undefined || !entry || (which !== entry && which !== entry.id)) return;
    const last = entries.pop()!;
    if (last !== entry) {
      const { rows, numbers } = blocks.at(-1)!;
      write(slot, (i) => numbers[i * rows + (entries.length % MAX_ROWS)]!);
      entries[slot] = last;
      slots.set(last.id, slot);
    }
    slots.delete(entry.id);
    changes += 1;
    if (entries.length === (blocks.length - 1) * MAX_ROWS) blocks.pop();
  }

  /** Compares with every vector; undefined where something changed while others had their turn. */
  async function compare(
    { vector, repo_id, except, limit }: Query,
    takesTurns: boolean,
  ): Promise<Scored[] | undefined> {
    const began = changes;
    const { first, bound, rest } = planOf(vector);
    const [sums, bounds] = [new Float64Array(MAX_ROWS), new Float64Array(MAX_ROWS)];
    const everyRow = Int32Array.from({ length: MAX_ROWS }, (_, row) => row);
    const candidates = new Int32Array(MAX_ROWS);
    const best: Scored[] = [];
    let least = -Infinity;
    let work = 0;
    for (const [index, block] of blocks.entries()) {
      if (takesTurns && work >= SLICE) {
        await nextTurn();
        if (changes !== began) return undefined;
        work = 0;
      }
      work += block.rows * vector.length;
      const base = index * MAX_ROWS;
      const present = everyRow.subarray(0, Math.min(block.rows, entries.length - base));
      addColumns(sums.fill(0), block, present, first);
      addColumns(bounds.fill(0), block, present, bound);
      let count = 0;
      for (const row of present) if (sums[row]! + bounds[row]! >= least) candidates[count++] = row;
      const picked = candidates.subarray(0, count);
      addColumns(sums, block, picked, rest);
      for (const row of picked) {
        if (sums[row]! < least) continue;
        const entry = entries[base + row]!;
        if (repo_id !== undefined && entry.repo_id !== null && entry.repo_id !== repo_id) continue;
        if (except?.has(entry.id)) continue;
        insert(best, { entry, score: Math.round(sums[row]! * UNIT) }, limit);
        if (best.length === limit) least = (best[limit - 1]!.score - 0.5) / UNIT - EPSILON;
      }
    }
    return best;
  }

  return {
    dimensions,
    size: () => entries.length,
    bytes: () => blocks.reduce((sum, { numbers }) => sum + numbers.byteLength, 0),
    growth: () => (isFull() ? (lastToGrow()?.rows ?? MIN_ROWS) * columns * 4 : 0),
    entries: () => [...entries],
    put(entry, vector) {
      if (vector.length !== dimensions)
        throw new Error(`a vector of ${vector.length} numbers among vectors of ${dimensions}`);
      const slot = slots.get(entry.id) ?? entries.length;
      if (slot === entries.length && isFull()) grow();
      const lengths = chunkLengths(vector);
      write(slot, (i) => vector[i] ?? lengths[i - dimensions]!);
      slots.set(entry.id, slot);
      entries[slot] = entry;
      changes += 1;
    },
    remove,
    async nearest(query) {
      for (let attempt = 1; ; attempt += 1) {
        const found = await compare(query, attempt <= MAX_ATTEMPTS);
        if (found) return found;
      }
    },
  };
}

/** Inserts one into the best, which are in their order, as far as it belongs among so many. */
function insert(best: Scored[], one: Scored, limit: number): void {
  let at = best.length;
  while (at > 0 && precedes(one, best[at - 1]!)) at -= 1;
  best.splice(at, 0, one);
  if (best.length > limit) best.pop();
}
