import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK, createBlocks, MAX_DIMENSIONS, ONE, rowsOf } from './blocks.ts';

/** Vectors of length one, shorter ones, and zero; many of their numbers are zero. */
const vectorOf = (dimensions: number) =>
  fc
    .array(fc.oneof(fc.constant(0), fc.float({ min: -1, max: 1, noNaN: true })), {
      minLength: dimensions,
      maxLength: dimensions,
    })
    .map((values) => {
      const length = Math.hypot(...values);
      const shorter = length > 1 || (values[0] ?? 0) > 0 ? length : 1;
      return Float32Array.from(values, (value) => value / shorter || 0);
    });

const some = fc
  .integer({ min: 1, max: 70 })
  .chain((dimensions) =>
    fc.record({ asked: vectorOf(dimensions), rows: fc.array(vectorOf(dimensions), { minLength: 1, maxLength: 50 }) }),
  );

const product = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, i) => sum + value * other[i]!, 0);

describe('vectors in blocks', () => {
  test('every product is the one that plain JavaScript finds', () => {
    const blocks = createBlocks(4 * BLOCK);
    const block = blocks.take();
    fc.assert(
      fc.property(some, ({ asked, rows }) => {
        for (const [row, vector] of rows.entries()) blocks.write(block, row, vector);
        const off = blocks.ask(asked);
        expect(off / ONE).toBeLessThan(0.001);
        const found = [...blocks.products(block, rows.length)];
        for (const [row, vector] of rows.entries()) {
          const exact = product(asked, vector);
          expect(Math.abs(found[row]! - exact * ONE)).toBeLessThanOrEqual(off);
          expect(blocks.exact(block, row)).toBe(exact);
        }
      }),
    );
  });

  test('blocks do not touch each other while the memory grows, and a row can be copied into another block', () => {
    const blocks = createBlocks(20 * BLOCK);
    const dimensions = MAX_DIMENSIONS;
    const filled = (value: number) => new Float32Array(dimensions).fill(value / 1_000_000);
    const taken = Array.from({ length: 20 }, (_, at) => {
      const block = blocks.take();
      for (let row = 0; row < rowsOf(dimensions); row += 1) blocks.write(block, row, filled(at * 100 + row));
      return block;
    });
    expect(blocks.free()).toBe(0);
    expect(() => blocks.take()).toThrow('no block is free');
    blocks.copy({ block: taken[3]!, row: 5 }, { block: taken[7]!, row: 2 }, dimensions);
    const one = new Float32Array(dimensions);
    one[dimensions - 1] = 1;
    blocks.ask(one);
    for (const [at, block] of taken.entries())
      for (let row = 0; row < 16; row += 1) {
        const value = Math.fround((at === 7 && row === 2 ? 305 : at * 100 + row) / 1_000_000);
        expect(blocks.exact(block, row)).toBe(value);
        expect(blocks.products(block, 16)[row]).toBe(Math.round(value * 32_767) * 32_767);
      }
    blocks.give(taken[4]!);
    expect([blocks.free(), blocks.take()]).toEqual([1, taken[4]]);
  });

  test('codes are as far off as they may be, and no farther: of the greatest numbers, and of those in the middle of two', () => {
    const blocks = createBlocks(2 * BLOCK);
    const block = blocks.take();
    for (const dimensions of [1, 2, 3, 511, 512, MAX_DIMENSIONS])
      for (const part of [1, 0.5, 1.5, 100.5]) {
        const value = Math.min(part === 1 ? 1 : part / 32_767, 1 / Math.sqrt(dimensions));
        const vector = new Float32Array(dimensions).fill(value);
        for (const sign of [1, -1]) {
          blocks.write(
            block,
            3,
            vector.map((one) => one * sign),
          );
          const off = blocks.ask(vector);
          expect(Math.abs(blocks.products(block, 4)[3]! - blocks.exact(block, 3) * ONE)).toBeLessThanOrEqual(off);
        }
      }
  });

  test('a vector that is longer than one is refused', () => {
    const blocks = createBlocks(BLOCK);
    const block = blocks.take();
    const rounded = Float32Array.of(0.6000001, 0.8000001);
    blocks.write(block, 0, rounded);
    expect(blocks.ask(rounded)).toBeGreaterThan(0);
    for (const vector of [Float32Array.of(1, 0.1), Float32Array.of(NaN), Float32Array.of(Infinity)]) {
      expect(() => blocks.write(block, 0, vector)).toThrow('longer than one');
      expect(() => blocks.ask(vector)).toThrow('longer than one');
    }
  });

  test('a block holds whole tiles', () => {
    expect([1, 512, 1536, MAX_DIMENSIONS, MAX_DIMENSIONS + 1].map(rowsOf)).toEqual([4096, 128, 32, 16, 0]);
  });

  test('a vector of zeros is like nothing, and no rows have no products', () => {
    const blocks = createBlocks(BLOCK);
    const block = blocks.take();
    blocks.write(block, 0, Float32Array.of(0.1, 0.2, 0.3));
    blocks.ask(new Float32Array(3));
    expect([...blocks.products(block, 1)]).toEqual([0]);
    expect([...blocks.products(block, 0)]).toEqual([]);
  });
});
