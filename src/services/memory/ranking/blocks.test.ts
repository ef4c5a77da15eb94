import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK, createBlocks, MAX_DIMENSIONS, rowsOf } from './blocks.ts';

/** Numbers as vectors have them; many are zero. */
const vectorOf = (dimensions: number) =>
  fc
    .array(fc.oneof(fc.constant(0), fc.float({ min: -1, max: 1, noNaN: true })), {
      minLength: dimensions,
      maxLength: dimensions,
    })
    .map((values) => Float32Array.from(values));

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
        blocks.ask(asked);
        const found = [...blocks.products(block, rows.length)];
        for (const [row, vector] of rows.entries()) {
          const exact = product(asked, vector);
          expect(Math.abs(found[row]! - exact)).toBeLessThanOrEqual(asked.length ** 2 * 2 ** -24);
          expect(blocks.exact(block, row)).toBe(exact);
        }
      }),
    );
  });

  test('blocks do not touch each other while the memory grows, and a row can be copied into another block', () => {
    const blocks = createBlocks(20 * BLOCK);
    const dimensions = MAX_DIMENSIONS;
    const filled = (value: number) => new Float32Array(dimensions).fill(value);
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
      expect([...blocks.products(block, 16)]).toEqual(
        Array.from({ length: 16 }, (_, row) => (at === 7 && row === 2 ? 305 : at * 100 + row)),
      );
    blocks.give(taken[4]!);
    expect([blocks.free(), blocks.take()]).toEqual([1, taken[4]]);
  });

  test('a block holds whole tiles', () => {
    expect([1, 512, 1536, MAX_DIMENSIONS, MAX_DIMENSIONS + 1].map(rowsOf)).toEqual([4096, 128, 32, 16, 0]);
  });

  test('a vector of zeros is like nothing, and no rows have no products', () => {
    const blocks = createBlocks(BLOCK);
    const block = blocks.take();
    blocks.write(block, 0, Float32Array.of(1, 2, 3));
    blocks.ask(new Float32Array(3));
    expect([...blocks.products(block, 1)]).toEqual([0]);
    expect([...blocks.products(block, 0)]).toEqual([]);
  });
});
