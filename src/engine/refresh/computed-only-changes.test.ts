import { expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { compareInstance } from '../sift/sift.ts';
import type { StateInstance } from '../state/parse.ts';
import type { Observation } from './observe.ts';
import { recorder } from './computed-only-changes.ts';

const SCHEMAS: Record<string, SchemaSpec> = { aws_thing: { id: ['string', 'c'], size: ['number', 'o'] } };

/** Records `count` instances, one of them drifted, and returns how many are kept whole. */
function keptOf(count: number, most: number): number {
  const observations = new Map<StateInstance, Observation>();
  const record = recorder(observations, most);
  for (let n = 0; n < count; n += 1) {
    const live = { id: 'moved', size: n === 0 ? 2 : 1 };
    const observed = observedOf({ address: `aws_thing.t${n}`, before: { id: `${n}`, size: 1 }, live }, SCHEMAS);
    const result = compareInstance(observed, true);
    expect(result.kind).toBe(n === 0 ? 'changed' : 'in_sync');
    record(observed.instance, { seen: { status: 'present', result, child: undefined } });
  }
  expect(observations.size).toBe(count);
  return [...observations.values()].filter((one) => 'seen' in one && one.seen.status === 'present').length;
}

test('keeps computed-only changes whole, unless there are too many', () => {
  expect(keptOf(4, 3)).toBe(4);
  expect(keptOf(5, 3)).toBe(1);
  expect(keptOf(9, 3)).toBe(1);
});
