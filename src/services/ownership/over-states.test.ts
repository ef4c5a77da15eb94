import { expect, test } from 'vitest';
import { mappingFrom } from './mapping.ts';
import { filterStates, overStates } from './over-states.ts';

test('gives others their turn while it matches the worst patterns with the worst keys', async () => {
  const claims = Array.from({ length: 50 }, (_, i) => ({
    key: `${'a*'.repeat(i + 1)}b*c`,
    glob: true as const,
    path: null,
    source: 'config' as const,
    why: '.plumbline.yml',
  }));
  const repositories = Array.from({ length: 10 }, (_, i) => ({ repo_id: `r${i}`, full_name: `acme/r${i}`, claims }));
  const mapping = mappingFrom({
    hand: [],
    accepted: [],
    repositories,
    bucket: 'states',
    places: { bucket: 'states', sources: [] },
  });
  const keys = Array.from({ length: 150 }, (_, i) => `${'ab'.repeat(450)}${i}`);
  let isDone = false;
  const waits: number[] = [];
  let last = performance.now();
  const tick = () => {
    waits.push(performance.now() - last);
    last = performance.now();
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  const since = performance.now();
  await filterStates(overStates(), keys, (key) => mapping.of(key) !== undefined);
  const took = performance.now() - since;
  isDone = true;
  // Without yielding, there would be a single turn.
  expect(took).toBeGreaterThan(100);
  expect(waits.length).toBeGreaterThan(took / 50);
});

test('returns nothing from a partial pass', async () => {
  const asked = filterStates(overStates(AbortSignal.abort()), ['a', 'b'], () => true);
  await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
});
