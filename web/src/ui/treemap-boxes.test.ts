import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divide, type Box } from './treemap-boxes.ts';

const area = ({ width, height }: Box) => width * height;

test('gives each size its share of the box, within the box and beside the others', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 50, max: 1500 }), fc.integer({ min: 50, max: 600 }), (all, width, height) => {
      const boxes = divide({ x: 7, y: 3, width, height }, all);
      const total = all.reduce((sum, one) => sum + one, 0);
      for (const [n, box] of boxes.entries()) {
        expect(area(box) / (width * height)).toBeCloseTo(all[n]! / total, 6);
        expect(box.x).toBeGreaterThanOrEqual(7 - 1e-6);
        expect(box.y).toBeGreaterThanOrEqual(3 - 1e-6);
        expect(box.x + box.width).toBeLessThanOrEqual(7 + width + 1e-6);
        expect(box.y + box.height).toBeLessThanOrEqual(3 + height + 1e-6);
        for (const other of boxes.slice(n + 1)) {
          const across = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
          const down = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
          expect(Math.min(across, down)).toBeLessThanOrEqual(1e-6);
        }
      }
    }),
  );
});

test('keeps boxes near to squares', () => {
  const boxes = divide({ x: 0, y: 0, width: 600, height: 400 }, Array(24).fill(1) as number[]);
  for (const { width, height } of boxes) expect(Math.max(width / height, height / width)).toBeLessThan(1.6);
});
