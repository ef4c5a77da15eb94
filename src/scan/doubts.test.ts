import { expect, test } from 'vitest';
import { observedOf } from '../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../testkit/drift-schema.ts';
import { compareInstance } from '../drift/compare/find-drift.ts';
import type { StateInstance } from '../drift/state/parse.ts';
import { doubtDeletions } from './doubts.ts';
import type { Observation } from './observe.ts';

const SCHEMAS: Record<string, SchemaSpec> = { aws_thing: { id: ['string', 'c'], arn: ['string', 'c'] } };

/** The verdicts when these instances were deleted, each in an account, and the credentials are for `ours`. */
async function verdicts(accounts: (string | undefined)[], ours: string | undefined): Promise<string[]> {
  const observations = new Map<StateInstance, Observation>();
  const places = new Map<StateInstance, string | undefined>();
  for (const [i, account] of accounts.entries()) {
    const seen = observedOf({ address: `aws_thing.t${i}`, before: { id: `${i}`, arn: null }, live: null }, SCHEMAS);
    const gone = { status: 'deleted', result: compareInstance(seen, true), child: undefined } as const;
    observations.set(seen.instance, { seen: gone });
    places.set(seen.instance, account);
  }
  await doubtDeletions({
    observations,
    placeOf: (instance) => ({ region: 'eu-west-1', account: places.get(instance) }),
    account: () => Promise.resolve(ours),
    inSessions: () => Promise.reject(new Error('nothing is to be read again')),
    signal: undefined,
  });
  return [...observations.values()].map((one) => ('seen' in one ? one.seen.status : (one.unseen.reason ?? '')));
}

const [MINE, THEIRS] = ['111111111111', '222222222222'];

test('what is gone from our own account is deleted; what lives in another one was never looked at', async () => {
  expect(await verdicts([MINE, THEIRS, MINE], MINE)).toEqual(['deleted', 'other_account', 'deleted']);
});

test('when nobody knows whose the credentials are, what has an account is not called deleted', async () => {
  expect(await verdicts([MINE, undefined], undefined)).toEqual(['account_unknown', 'deleted']);
});
