import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createResponseCache } from './response-cache.ts';

const answer = (text: string, etag?: string) => ({
  status: 200,
  headers: new Headers(etag === undefined ? {} : { etag }),
  text,
});

test('stays within its bounds, holds the newest response of a key, and evicts the least recently used one', () => {
  const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), size: fc.nat(12), find: fc.boolean() }));
  fc.assert(
    fc.property(steps, (all) => {
      const cache = createResponseCache(20, 10);
      /** The expected entries, the most recently used last. */
      const model = new Map<string, string>();
      for (const { key, size, find } of all) {
        if (find) {
          expect(cache.get(key)?.response.text).toBe(model.get(key));
          const known = model.get(key);
          if (known !== undefined && model.delete(key)) model.set(key, known);
          continue;
        }
        cache.set(key, answer('x'.repeat(size), '"e"'));
        model.delete(key);
        if (size <= 10) model.set(key, 'x'.repeat(size));
        const total = () => [...model.values()].join('').length;
        for (const oldest of model.keys()) if (total() > 20) model.delete(oldest);
      }
    }),
  );
});

test('drops a response without an ETag, with the one that it replaces', () => {
  const cache = createResponseCache();
  cache.set('a', answer('1', '"one"'));
  expect(cache.get('a')?.etag).toBe('"one"');
  cache.set('a', answer('2'));
  expect(cache.get('a')).toBeUndefined();
});
