import { expect, test } from 'vitest';
import { observedOf } from '../../testkit/drift-observed.ts';
import { schemaOf, type SchemaSpec } from '../../testkit/drift-schema.ts';
import type { Value } from '../base/value.ts';
import { compareInstance } from '../drift/compare/find-drift.ts';
import type { StateInstance } from '../drift/state/parse.ts';
import type { FoundPlace } from '../drift/state/place.ts';
import type { LiveObject, ProviderSession, ReadOutcome, ReadRequest } from '../provider/types.ts';
import { doubtDeletions } from './doubts.ts';
import { observer, type Observation } from './observe.ts';

const SCHEMAS: Record<string, SchemaSpec> = {
  aws_thing: { id: ['string', 'c'], arn: ['string', 'c'] },
  aws_iam_role: { id: ['string', 'c'], arn: ['string', 'c'] },
  aws_s3_bucket: { id: ['string', 'c'], arn: ['string', 'c'] },
};

/** `elsewhere`: what is found where the siblings are, itself or one of its name. */
type Told = Partial<FoundPlace> & {
  type?: string;
  arn?: string;
  live?: 'there';
  elsewhere?: 'there' | { arn: string };
};

const [MINE, THEIRS] = ['111111111111', '222222222222'];
const HERE = { region: 'eu-west-1', account: MINE };

/**
 * The verdicts on instances that were deleted, or are there; `elsewhere` says that they are found where their siblings are. `ours`
 * is whose the credentials say they are.
 */
async function verdicts(told: Told[], ours: string | null = MINE): Promise<string[]> {
  const observations = new Map<StateInstance, Observation>();
  const places = new Map<StateInstance, Told>();
  const seenAs = (i: number, { type = 'aws_thing', arn }: Told, there: boolean) => {
    const before = { id: `${i}`, arn: arn ?? null };
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
    observe: observer({ placeOf, tagsOf: () => ({}), signal: undefined }),
    async inSessions(instances, ask) {
      for (const instance of instances) {
        const found = places.get(instance)?.elsewhere;
        await ask(sessionThat(found && (found === 'there' ? {} : found)), instance, true);
      }
    },
  });
  return [...observations.values()].map((one) => ('seen' in one ? one.seen.status : (one.unseen.reason ?? '')));
}

/** A session that finds nothing, or what the state says but for this. */
function sessionThat(found: { arn?: string } | undefined): ProviderSession {
  return {
    source: 'aws',
    version: '6.0.0',
    resourceSchema: (type: string) => Promise.resolve({ block: schemaOf(SCHEMAS[type] ?? {}), version: 0 }),
    legacyType: () => true,
    read({ attributes }: ReadRequest): Promise<ReadOutcome> {
      const before = JSON.parse('json' in attributes ? attributes.json : '{}') as Record<string, Value>;
      if (!found) return Promise.resolve({ status: 'deleted', before });
      return Promise.resolve({ status: 'read', before, live: { ...before, ...found }, object: {} as LiveObject });
    },
  } as Partial<ProviderSession> as ProviderSession;
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

test('what has its name there under another ARN is another one; it is deleted all the same', async () => {
  const arn = `arn:aws:dynamodb:eu-west-1:${MINE}:table/sessions`;
  const odd = { arn, usual: { ...HERE, region: 'us-east-1' } };
  const namesake = { arn: `arn:aws:dynamodb:us-east-1:${MINE}:table/sessions` };
  expect(await verdicts([{ ...odd, elsewhere: namesake }])).toEqual(['deleted']);
  expect(await verdicts([{ ...odd, elsewhere: 'there' }])).toEqual(['in_sync']);
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
