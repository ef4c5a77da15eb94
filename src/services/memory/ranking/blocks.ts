import { openKernel, PAGE, STRIDE, TILE, type Kernel } from './kernel.ts';

/**
 * What memory is given out in: 128 vectors of 512 numbers. First the numbers of all of them, then their codes: what they are in
 * whole parts of `CODES`, of 16 bits. Codes alone are read to find what is near, half of what the numbers would be to read.
 */
export const BLOCK = 6 * PAGE;
/** Vectors of more dimensions find no room in a block. */
export const MAX_DIMENSIONS = 4096;
const CODES = 32_767;
/** The product of codes that stands for one. */
export const ONE = CODES ** 2;
/** The square of a vector's length, at most: one, and what its numbers are rounded by. No code is more than 16 bits hold then. */
const LONGEST = 1.000_02;
/** Where a question and its answers lie while it is asked. */
const TERMS = 0;
const ANSWERS = MAX_DIMENSIONS * 8;
const MAX_ROWS = 4096;
const FIRST = ANSWERS + MAX_ROWS * 4;

/** Memory for vectors of length one, or zero, in blocks, of which there is a bounded number. */
export type Blocks = {
  /** How many can be taken now. */
  free(): number;
  /** A block, by its address; the same as long as it is not given back. Throws where none is free. */
  take(): number;
  give(block: number): void;
  /** Writes a vector into a row of a block. Throws for one that is longer than one. */
  write(block: number, row: number, vector: Float32Array): void;
  /** Copies a row of a block. */
  copy(from: { block: number; row: number }, to: { block: number; row: number }, dimensions: number): void;
  /**
   * Makes a vector the one that is asked for by `products` from now on, until the next call. Answers how far each product may be
   * off, never more. Throws for one that is longer than one.
   */
  ask(vector: Float32Array): number;
  /** Its inner products with the first `rows` rows of a block, about, in parts of `ONE`. Valid until the next call. */
  products(block: number, rows: number): Int32Array;
  /** The inner product with one row, of 64 bits. */
  exact(block: number, row: number): number;
};

/** Tiles in a block, and the bytes of one: of its numbers, and of its codes. */
function tilesOf(dimensions: number) {
  const [numbers, codes] = [dimensions * STRIDE, Math.ceil(dimensions / 2) * STRIDE];
  const tiles = Math.min(MAX_ROWS / TILE, Math.floor(BLOCK / (numbers + codes)));
  return { tiles, numbers, codes };
}

/** How many vectors of so many dimensions a block holds. */
export function rowsOf(dimensions: number): number {
  return tilesOf(dimensions).tiles * TILE;
}

function checkLength(vector: Float32Array): void {
  let square = 0;
  for (let i = 0; i < vector.length; i += 1) square += vector[i]! ** 2;
  if (!(square <= LONGEST)) throw new Error('the vector is longer than one');
}
const codeOf = (value: number) => Math.round(value * CODES);
/** Two codes in 32 bits, the first one lowest. */
const pairOf = (vector: Float32Array, at: number) =>
  (codeOf(vector[at]!) & 0xffff) | (codeOf(vector[at + 1] ?? 0) << 16);

/** At most so many bytes, which grow as they are needed and are used again after that. */
export function createBlocks(bytes: number): Blocks {
  const limit = Math.floor(bytes / BLOCK);
  const given: number[] = [];
  let made = 0;
  let kernel: Kernel | undefined;
  let views: { f32: Float32Array; i32: Int32Array } | undefined;
  /** Of the vector that is asked for: what is not zero in it, by its place; and how many terms that is for the kernel. */
  let asked: { at: number; value: number }[] = [];
  let terms = 0;
  let dimensions = 0;

  function open(): Kernel {
    kernel ??= openKernel(Math.ceil(FIRST / PAGE) + (limit * BLOCK) / PAGE);
    return kernel;
  }
  /** The memory as numbers; growing leaves earlier views without it. */
  function memory() {
    const { buffer } = open().memory;
    if (views?.f32.buffer !== buffer) views = { f32: new Float32Array(buffer), i32: new Int32Array(buffer) };
    return views;
  }
  function make(): number {
    const block = Math.ceil(FIRST / PAGE) * PAGE + made * BLOCK;
    const { memory: whole } = open();
    whole.grow((block + BLOCK - whole.buffer.byteLength) / PAGE);
    made += 1;
    return block;
  }
  /** Where the numbers of a row begin, and its pairs of codes; the next one lies `TILE` further on. */
  function placeOf(block: number, row: number, wide: number) {
    const { tiles, numbers, codes } = tilesOf(wide);
    const [tile, beside] = [Math.floor(row / TILE), row % TILE];
    return {
      numbersAt: (block + tile * numbers) / 4 + beside,
      pairsAt: (block + tiles * numbers + tile * codes) / 4 + beside,
    };
  }

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
      checkLength(vector);
      const { f32, i32 } = memory();
      const { numbersAt, pairsAt } = placeOf(block, row, vector.length);
      for (let i = 0; i < vector.length; i += 1) f32[numbersAt + i * TILE] = vector[i]!;
      for (let i = 0; i < vector.length; i += 2) i32[pairsAt + (i / 2) * TILE] = pairOf(vector, i);
    },
    copy(from, to, wide) {
      const { f32, i32 } = memory();
      const [source, target] = [placeOf(from.block, from.row, wide), placeOf(to.block, to.row, wide)];
      for (let i = 0; i < wide; i += 1) f32[target.numbersAt + i * TILE] = f32[source.numbersAt + i * TILE]!;
      for (let i = 0; i < wide; i += 2) i32[target.pairsAt + (i / 2) * TILE] = i32[source.pairsAt + (i / 2) * TILE]!;
    },
    ask(vector) {
      checkLength(vector);
      const { i32 } = memory();
      dimensions = vector.length;
      asked = [];
      terms = 0;
      for (const [at, value] of vector.entries()) if (value !== 0) asked.push({ at, value });
      for (let i = 0; i < dimensions; i += 2) {
        const pair = pairOf(vector, i);
        // The kernel wants one term at least.
        if (pair === 0 && (terms > 0 || i + 2 < dimensions)) continue;
        i32[TERMS / 4 + terms * 2] = (i / 2) * STRIDE;
        i32[TERMS / 4 + terms * 2 + 1] = pair;
        terms += 1;
      }
      // Each code is off by a half at most: of a sum of n, √n / 2 by the one's and as much by the other's, and n / 4 by both.
      return CODES * LONGEST * Math.sqrt(asked.length) + asked.length / 4;
    },
    products(block, rows) {
      const { tiles, numbers, codes } = tilesOf(dimensions);
      const from = block + tiles * numbers;
      const end = from + Math.ceil(rows / TILE) * codes;
      if (rows > 0) open().scan(from, end, codes, TERMS, TERMS + terms * 8, ANSWERS);
      return memory().i32.subarray(ANSWERS / 4, ANSWERS / 4 + rows);
    },
    exact(block, row) {
      const { f32 } = memory();
      const { numbersAt } = placeOf(block, row, dimensions);
      let sum = 0;
      for (const { at, value } of asked) sum += value * f32[numbersAt + at * TILE]!;
      return sum;
    },
  };
}
