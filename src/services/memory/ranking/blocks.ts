import { openKernel, PAGE, STRIDE, TILE, type Kernel } from './kernel.ts';

/** What memory is given out in: 128 vectors of 512 numbers. */
export const BLOCK = 4 * PAGE;
/** Vectors of more dimensions find no room in a block. */
export const MAX_DIMENSIONS = BLOCK / STRIDE;
/** Where a question and its answers lie while it is asked. */
const TERMS = 0;
const ANSWERS = MAX_DIMENSIONS * 8;
const MAX_ROWS = 4096;
const FIRST = ANSWERS + MAX_ROWS * 4;
const NO_VIEW = new Float32Array();

/** Memory for vectors, in blocks, of which there is a bounded number. */
export type Blocks = {
  /** How many can be taken now. */
  free(): number;
  /** A block, by its address; the same as long as it is not given back. Throws where none is free. */
  take(): number;
  give(block: number): void;
  /** Writes a vector into a row of a block. */
  write(block: number, row: number, vector: Float32Array): void;
  /** Copies a row of a block. */
  copy(from: { block: number; row: number }, to: { block: number; row: number }, dimensions: number): void;
  /** Makes a vector the one that is asked for by `products` from now on, until the next call. */
  ask(vector: Float32Array): void;
  /** Its inner products with the first `rows` rows of a block. Valid until the next call. */
  products(block: number, rows: number): Float32Array;
  /** The inner product with one row, of 64 bits. */
  exact(block: number, row: number): number;
};

/** How many vectors of so many dimensions a block holds. */
export function rowsOf(dimensions: number): number {
  return Math.min(MAX_ROWS, Math.floor(MAX_DIMENSIONS / dimensions) * TILE);
}

/** At most so many bytes, which grow as they are needed and are used again after that. */
export function createBlocks(bytes: number): Blocks {
  const limit = Math.floor(bytes / BLOCK);
  const given: number[] = [];
  let made = 0;
  let kernel: Kernel | undefined;
  let view = NO_VIEW;
  let terms: { offset: number; value: number }[] = [];
  let tileBytes = 0;

  function open(): Kernel {
    kernel ??= openKernel(Math.ceil(FIRST / PAGE) + (limit * BLOCK) / PAGE);
    return kernel;
  }
  /** The memory as numbers; growing leaves earlier views without it. */
  function numbers(): Float32Array {
    const { buffer } = open().memory;
    if (view.buffer !== buffer) view = new Float32Array(buffer);
    return view;
  }
  function make(): number {
    const block = Math.ceil(FIRST / PAGE) * PAGE + made * BLOCK;
    const { memory } = open();
    memory.grow((block + BLOCK - memory.buffer.byteLength) / PAGE);
    made += 1;
    return block;
  }
  const placeOf = (block: number, row: number, dimensions: number) =>
    (block + Math.floor(row / TILE) * dimensions * STRIDE) / 4 + (row % TILE);

  return {
    free: () => limit - made + given.length,
    take() {
      const block = given.pop();
      if (block !== undefined) return block;
      if (made >= limit) throw new Error('no block is free');
      return make();
    },
    give: (block) => void given.push(block),
    write(block, row, vector) {
      const into = numbers();
      let at = placeOf(block, row, vector.length);
      for (const value of vector) {
        into[at] = value;
        at += TILE;
      }
    },
    copy(from, to, dimensions) {
      const all = numbers();
      const [source, target] = [placeOf(from.block, from.row, dimensions), placeOf(to.block, to.row, dimensions)];
      for (let i = 0; i < dimensions * TILE; i += TILE) all[target + i] = all[source + i]!;
    },
    ask(vector) {
      const into = numbers();
      const offsets = new Uint32Array(into.buffer);
      terms = [];
      tileBytes = vector.length * STRIDE;
      for (const [i, value] of vector.entries()) if (value !== 0) terms.push({ offset: i * STRIDE, value });
      // The kernel wants one term at least.
      if (terms.length === 0) terms.push({ offset: 0, value: 0 });
      for (const [i, { offset, value }] of terms.entries()) {
        offsets[(TERMS + i * 8) / 4] = offset;
        into[(TERMS + i * 8) / 4 + 1] = value;
      }
    },
    products(block, rows) {
      const end = block + Math.ceil(rows / TILE) * tileBytes;
      if (rows > 0) open().scan(block, end, tileBytes, TERMS, TERMS + terms.length * 8, ANSWERS);
      return numbers().subarray(ANSWERS / 4, ANSWERS / 4 + rows);
    },
    exact(block, row) {
      const all = numbers();
      const at = placeOf(block, row, tileBytes / STRIDE);
      let sum = 0;
      for (const { offset, value } of terms) sum += value * all[at + offset / 4]!;
      return sum;
    },
  };
}
