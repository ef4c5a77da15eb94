import { beforeAll, describe, expect, test } from 'vitest';
import { tryMutations, type Trial } from '../testkit/mutations/trials.ts';
import { figuresOf, REVIEWED, unreviewed } from '../testkit/mutations/reviewed.ts';
import { missing } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

/** The test tries one in so many mutations; `npm run bench -- mutations` tries all. */
const ONE_IN = 3;

describe.skipIf(await missing('aws-provider'))('plan check of live values with one mutation', () => {
  let trials: Trial[];
  beforeAll(async () => {
    await using dir = await temporaryDirectory();
    trials = await tryMutations(dir.path, (n) => n % ONE_IN === 0);
    console.log(figuresOf(trials));
  });

  test('confirms no difference by a plan beyond the reviewed list', () => {
    expect(unreviewed(trials)).toEqual([]);
    for (const { because } of REVIEWED) expect(because).toMatch(/^\S.{15,}[^.]$/);
  });

  test('suppresses nothing by rules before the provider’s plan', () => {
    expect(trials.filter(({ fate }) => fate === 'neutral')).toEqual([]);
  });

  test('reports a difference where the provider gives no plan or no decision', () => {
    const reported = trials.filter(({ fate }) => fate !== 'equal' && fate !== 'neutral');
    expect(reported.length).toBeGreaterThan(trials.length * 0.98);
    expect(reported.some(({ fate }) => fate === 'undecided')).toBe(true);
    expect(reported.filter(({ fate }) => fate === 'refused').length).toBeLessThan(trials.length * 0.01);
  });

  test('mutates an estate of enough types, of both SDKs', () => {
    expect(trials.length).toBeGreaterThan(400);
    expect(new Set(trials.map(({ type }) => type)).size).toBeGreaterThan(60);
    expect(new Set(trials.map(({ legacy }) => legacy))).toEqual(new Set([true, false]));
  });
});
