import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * An incident, with the fields by which its vector is filtered and ordered. A later version of the same incident is
 * another object.
 */
export type Entry = { readonly id: string; readonly repo_id: string | null; readonly date: string };

export type Query = {
  /** A unit vector. */
  vector: Float32Array;
  repo_id?: string | undefined;
  except?: ReadonlySet<string> | undefined;
  limit: number;
};

/** An incident and its cosine times 10,000. */
export type Scored = { entry: Entry; score: number };

/** The maximal number of rows of a block, and the number of a new one. */
const MAX_ROWS = 1024;
const MIN_ROWS = 64;
/** Multiplications between two yields to the event loop: some milliseconds. */
const SLICE = 8_000_000;
/** Attempts that concurrent changes may invalidate before one runs without yielding. */
const MAX_ATTEMPTS = 3;
const UNIT = 10_000;
/** More than the rounding error of a sum of products. */
const EPSILON = 1e-9;

/** Dimensions per chunk. The length of each chunk is stored with the vector. */
const CHUNK = 32;
const EVERY_ROW = Int32Array.from(Array(MAX_ROWS).keys());

/** Vectors by column: the first number of each, the second of each and so on, then the lengths of their chunks. */
type Block = { rows: number; numbers: Float32Array };
/** Columns and their factors, padded with zeros to a multiple of eight. */
type Terms = { columns: number[]; weights: number[] };
type Eight = [number, number, number, number, number, number, number, number];

function termsOf(parts: readonly Terms[]): Terms {
  const columns = parts.flatMap((part) => part.columns);
  const padding = Array<number>(-columns.length & 7).fill(0);
  return { columns: [...columns, ...padding], weights: [...parts.flatMap(({ weights }) => weights), ...padding] };
}

/** The lengths of a vector's chunks, rounded up so that none is too small. */
function chunkLengths(vector: Float32Array): number[] {
  const squares = Array<number>(Math.ceil(vector.length / CHUNK)).fill(0);
  for (let i = 0; i < vector.length; i += 1) squares[Math.floor(i / CHUNK)]! += vector[i]! ** 2;
  return squares.map((square) => Math.sqrt(square) * (1 + 1e-6));
}

/**
 * A chunk of the query vector: its numbers, its length, and the column with the chunk lengths of the stored vectors.
 */
type Chunk = Terms & { length: number; column: number };

/**
 * Plans the comparison with a vector. Chunks with the largest squared length per number are compared with all vectors
 * first. The others follow one by one, for the vectors that may still be near: a chunk adds at most the product of both
 * lengths to the dot product.
 */
function planOf(vector: Float32Array): { first: Terms; bound: Terms; rest: (Chunk & { terms: Terms })[] } {
  const chunks = chunkLengths(vector).map((length, i): Chunk => ({
    columns: [],
    weights: [],
    length,
    column: vector.length + i,
  }));
  let numbers = 0;
  for (let i = 0; i < vector.length; i += 1) {
    if (vector[i] === 0) continue;
    const { columns, weights } = chunks[Math.floor(i / CHUNK)]!;
    columns.push(i);
    weights.push(vector[i]!);
    numbers += 1;
  }
  const share = ({ length, columns }: Chunk) => length ** 2 / columns.length;
  const ordered = chunks.filter(({ columns }) => columns.length > 0).sort((a, b) => share(b) - share(a));
  const first = ordered.filter((chunk) => share(chunk) >= 2 / numbers);
  const rest = ordered.slice(first.length);
  return {
    first: termsOf(first),
    bound: termsOf(rest.map(({ column, length }) => ({ columns: [column], weights: [length] }))),
    rest: rest.map((chunk) => ({ ...chunk, terms: termsOf([chunk]) })),
  };
}

/**
 * Adds the products of columns to the sums of the picked rows. Eight columns at a time, since loading and storing a sum
 * costs more than multiplying.
 */
function addColumns(sums: Float64Array, { rows, numbers }: Block, picked: Int32Array, { columns, weights }: Terms) {
  for (let i = 0; i < columns.length; i += 8) {
    const [a, b, c, d, e, f, g, h] = weights.slice(i, i + 8) as Eight;
    const [aa, bb, cc, dd, ee, ff, gg, hh] = columns.slice(i, i + 8).map((column) => column * rows) as Eight;
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

/** The smallest dot product that rounds to this score. */
const leastFor = (score: number) => (score - 0.5) / UNIT - EPSILON;

/**
 * A block during a comparison: each row's partial dot product, and the most that the remaining chunks can add to it.
 */
type Part = { block: Block; base: number; rows: Int32Array; sums: Float64Array; bounds: Float64Array };

/** Orders by similarity, then the latest first, then by id. Ids and dates are ASCII. */
function precedes(one: Scored, other: Scored): boolean {
  if (one.score !== other.score) return one.score > other.score;
  const [a, b] = [one.entry, other.entry];
  return a.date === b.date ? a.id < b.id : a.date > b.date;
}

/** The vectors of one organization and one model. */
export type VectorSet = {
  readonly dimensions: number;
  size(): number;
  /** The memory that the vectors take, in bytes. */
  bytes(): number;
  /** The memory that the next new incident adds, in bytes; 0 while a row is free. */
  growth(): number;
  entries(): Entry[];
  /** Adds an incident, or replaces it. */
  put(entry: Entry, vector: Float32Array): void;
  /** Removes an incident by its id, or only this version of it. */
  remove(which: string | Entry): void;
  /**
   * The vectors nearest to a unit vector by cosine, rounded to four places; then the latest first, then by id. Exact:
   * sums have 64 bits. Yields to other work during long comparisons.
   */
  nearest(query: Query): Promise<Scored[]>;
};

/** Creates an empty set. */
export function createVectorSet(dimensions: number): VectorSet {
  /** All blocks but the last have `MAX_ROWS` rows. */
  const blocks: Block[] = [];
  const entries: Entry[] = [];
  const slots = new Map<string, number>();
  const columns = dimensions + Math.ceil(dimensions / CHUNK);
  let changes = 0;

  const isFull = () => entries.length === (blocks.length - 1) * MAX_ROWS + (blocks.at(-1)?.rows ?? MAX_ROWS);
  const lastToGrow = () => blocks.slice(-1).find(({ rows }) => rows < MAX_ROWS);

  /** Doubles the last block, or starts a new one if the last is full-sized. */
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

  /** Compares with every vector. Undefined if the set changed during a yield. */
  async function compare({ vector, repo_id, except, limit }: Query, takesTurns: boolean) {
    const began = changes;
    const { first, bound, rest } = planOf(vector);
    let work = 0;
    /** Returns false if the set changed during a yield. */
    async function isUnchangedAfter(products: number): Promise<boolean> {
      work += products;
      if (!takesTurns || work < SLICE) return true;
      await nextTurn();
      work = 0;
      return changes === began;
    }
    const isWanted = (entry: Entry) =>
      (repo_id === undefined || entry.repo_id === null || entry.repo_id === repo_id) && !except?.has(entry.id);

    const parts: Part[] = [];
    const promising: { part: Part; row: number; sum: number }[] = [];
    for (const [index, block] of blocks.entries()) {
      const base = index * MAX_ROWS;
      const rows = EVERY_ROW.subarray(0, Math.min(block.rows, entries.length - base));
      const part = { block, base, rows, sums: new Float64Array(block.rows), bounds: new Float64Array(block.rows) };
      addColumns(part.sums, block, rows, first);
      addColumns(part.bounds, block, rows, bound);
      parts.push(part);
      for (const row of rows) {
        const sum = part.sums[row]!;
        if (promising.length === limit && sum <= promising[limit - 1]!.sum) continue;
        if (!isWanted(entries[base + row]!)) continue;
        insert(promising, { part, row, sum }, limit, (one, other) => one.sum > other.sum);
      }
      if (!(await isUnchangedAfter(rows.length * vector.length))) return undefined;
    }
    // A lower bound of the result: the smallest exact product of the `limit` most promising rows.
    let least = promising.length < limit ? -Infinity : Infinity;
    for (const { part, row } of least === Infinity ? promising : []) {
      const sums = Float64Array.from(part.sums);
      for (const { terms } of rest) addColumns(sums, part.block, Int32Array.of(row), terms);
      least = Math.min(least, leastFor(Math.round(sums[row]! * UNIT)));
    }

    const best: Scored[] = [];
    const candidates = new Int32Array(MAX_ROWS);
    for (const { block, base, rows, sums, bounds } of parts) {
      let picked = rows;
      let products = 0;
      for (const { terms, length, column } of rest) {
        let count = 0;
        for (const row of picked) {
          if (sums[row]! + bounds[row]! < least) continue;
          bounds[row]! -= length * block.numbers[column * block.rows + row]!;
          candidates[count++] = row;
        }
        picked = candidates.subarray(0, count);
        addColumns(sums, block, picked, terms);
        products += count * CHUNK;
      }
      for (const row of picked) {
        if (sums[row]! < least || !isWanted(entries[base + row]!)) continue;
        insert(best, { entry: entries[base + row]!, score: Math.round(sums[row]! * UNIT) }, limit, precedes);
        if (best.length === limit) least = Math.max(least, leastFor(best[limit - 1]!.score));
      }
      if (!(await isUnchangedAfter(products))) return undefined;
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

/** Inserts an element into a sorted list of at most `limit` elements. */
function insert<T>(best: T[], one: T, limit: number, precedes: (one: T, other: T) => boolean): void {
  let at = best.length;
  while (at > 0 && precedes(one, best[at - 1]!)) at -= 1;
  best.splice(at, 0, one);
  if (best.length > limit) best.pop();
}
