import { expect, test } from 'vitest';
import { observedOf } from '../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../testkit/drift-schema.ts';
import { compareInstance } from '../drift/compare/find-drift.ts';
import type { StateInstance } from '../drift/state/parse.ts';
import type { FoundPlace } from '../drift/state/place.ts';
import { doubtDeletions } from './doubts.ts';
import type { Observation } from './observe.ts';

const SCHEMAS: Record<string, SchemaSpec> = {
  aws_thing: { id: ['string', 'c'], arn: ['string', 'c'] },
  aws_iam_role: { id: ['string', 'c'], arn: ['string', 'c'] },
  aws_s3_bucket: { id: ['string', 'c'], arn: ['string', 'c'] },
};

type Told = Partial<FoundPlace> & { type?: string; live?: 'there'; elsewhere?: 'there' };

const [MINE, THEIRS] = ['111111111111', '222222222222'];
const HERE = { region: 'eu-west-1', account: MINE };

/**
 * The verdicts on instances that were deleted, or are there; `elsewhere` says that they are found where their siblings are. `ours`
 * is whose the credentials say they are.
 */
async function verdicts(told: Told[], ours: string | null = MINE): Promise<string[]> {
  const observations = new Map<StateInstance, Observation>();
  const places = new Map<StateInstance, Told>();
  const seenAs = (i: number, { type = 'aws_thing' }: Told, there: boolean) => {
    const before = { id: `${i}`, arn: null };
    return observedOf({ address: `${type}.t${i}`, before, live: there ? before : null }, SCHEMAS);
  };
  for (const [i, one] of told.entries()) {
    const seen = seenAs(i, one, one.live !== undefined);
    const status = one.live ? 'present' : 'deleted';
    observations.set(seen.instance, { seen: { status, result: compareInstance(seen, true), child: undefined } });
    places.set(seen.instance, one);
  }
  const placeOf = (instance: StateInstance): FoundPlace => ({
    ...HERE,
    usual: HERE,
    guessed: undefined,
    ...places.get(instance),
  });
  await doubtDeletions({
    observations,
    placeOf,
    target: {
      access: (account) => Promise.resolve({ account: (account && ours) ?? undefined, credentials: NO_KEYS }),
    },
    tagsOf: () => ({}),
    async inSessions(instances) {
      for (const instance of instances) {
        if (!places.get(instance)?.elsewhere) continue;
        const seen = { status: 'in_sync', verdict: { resource: '', type: '', verdict: 'in_sync' }, child: undefined };
        observations.set(instance, { seen: seen as never });
      }
    },
    signal: undefined,
  });
  return [...observations.values()].map((one) => ('seen' in one ? one.seen.status : (one.unseen.reason ?? '')));
}

const NO_KEYS = { accessKeyId: '', secretAccessKey: '' };

test('what is gone from where it is known to be is deleted', async () => {
  expect(await verdicts([{}, { account: THEIRS, usual: { ...HERE, account: THEIRS } }], THEIRS)).toEqual([
    'deleted',
    'deleted',
  ]);
});

test('when nobody knows whose the credentials are, what has an account is not called deleted', async () => {
  const unsure = await verdicts([{}, { account: undefined, guessed: 'account' }, { live: 'there' }], null);
  expect(unsure).toEqual(['account_unknown', 'deleted', 'present']);
});

test.each([
  ['another region', { region: 'us-east-1' }],
  ['another account', { account: THEIRS }],
])('what says that it is in %s than its siblings is looked for with them, too', async (_what, odd) => {
  expect(await verdicts([{ ...odd, elsewhere: 'there' }, odd])).toEqual(['in_sync', 'deleted']);
});

test.each([
  ['region', [{ guessed: 'region' }], ['place_unknown']],
  ['account', [{ guessed: 'account', account: undefined }], ['place_unknown']],
  [
    'region that a sibling proves',
    [{ guessed: 'region' }, { guessed: 'region', live: 'there' }],
    ['deleted', 'present'],
  ],
  [
    'region that only a global service seems to prove',
    [{ guessed: 'region' }, { type: 'aws_iam_role', live: 'there' }],
    ['place_unknown', 'present'],
  ],
  [
    'account that a global service proves',
    [
      { guessed: 'account', account: undefined },
      { type: 'aws_iam_role', live: 'there' },
    ],
    ['deleted', 'present'],
  ],
  ['account of a bucket', [{ guessed: 'account', account: undefined, type: 'aws_s3_bucket' }], ['deleted']],
] satisfies [string, Told[], string[]][])('a guessed %s', async (_what, told, expected) => {
  expect(await verdicts(told)).toEqual(expected);
});
