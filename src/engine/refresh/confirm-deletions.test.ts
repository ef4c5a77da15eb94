import { expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import { schemaOf, type SchemaSpec } from '../../../testkit/drift-schema.ts';
import type { Value } from '../../base/value.ts';
import { compareInstance } from '../sift/sift.ts';
import type { StateInstance } from '../state/parse.ts';
import type { FoundPlace } from '../state/place.ts';
import type { LiveObject, ProviderSession, ReadOutcome, ReadRequest } from '../../provider/contract/types.ts';
import { confirmDeletions } from './confirm-deletions.ts';
import { observer, unseen, type Observation } from './observe.ts';

const THING: SchemaSpec = { id: ['string', 'c'], arn: ['string', 'c'], disable_read: ['bool', 'o'] };
const TYPES = [
  'aws_thing',
  'aws_iam_role',
  'aws_s3_bucket',
  'aws_lambda_invocation',
  'rabbitmq_vhost',
  'rabbitmq_user',
  'google_project_service_identity',
  'vault_generic_secret',
];
const SCHEMAS = Object.fromEntries(TYPES.map((type) => [type, THING]));
const [AWS, RABBIT] = ['registry.terraform.io/hashicorp/aws', 'registry.terraform.io/cyrilgdn/rabbitmq'];

/**
 * One instance, deleted unless it is `there` or `failed`. `byCloud`: the cloud answered the first read. `again`: the
 * result of the next read, by default the same as before; `asked`: the cloud answers that read. `elsewhere`: the result
 * at the location of its siblings.
 */
type Case = Partial<FoundPlace> & {
  type?: string;
  alias?: string;
  arn?: string;
  byCloud?: true;
  entry?: number;
  isShared?: true;
  there?: true;
  failed?: string;
  disableRead?: true;
  asked?: boolean;
  again?: 'there' | 'gone' | 'unreachable';
  elsewhere?: 'there' | { arn: string };
};

const [MINE, THEIRS] = ['111111111111', '222222222222'];
const HERE = { region: 'eu-west-1', account: MINE };
const NOWHERE = { region: undefined, account: undefined };

const seenAs = (i: number, { type = 'rabbitmq_vhost', alias = '', arn, disableRead }: Case, there: boolean) => {
  const before = { id: `${i}`, arn: arn ?? null, ...(disableRead && { disable_read: true }) };
  const seen = observedOf({ address: `${type}.t${i}`, before, live: there ? before : null }, SCHEMAS);
  const source = type.startsWith('aws_') ? AWS : RABBIT;
  Object.assign(seen.instance, { provider: { source, text: `provider["${source}"]${alias}` } });
  return seen;
};

const NO_KEYS = { accessKeyId: '', secretAccessKey: '' };

const NO_WAY = { handle: undefined, admit: () => undefined };

/** The verdicts on instances. `ours` is the account of the credentials. */
async function verdicts(reported: Case[], ours: string | null = MINE): Promise<string[]> {
  const observations = new Map<StateInstance, Observation>();
  const caseOf = new Map<StateInstance, Case>();
  for (const [i, one] of reported.entries()) {
    const observed = seenAs(i, one, one.there !== undefined);
    const { instance } = observed;
    const result = compareInstance(observed, true);
    const seen = one.there
      ? { status: 'present' as const, result, child: undefined }
      : { status: 'deleted' as const, result, child: undefined, byCloud: one.byCloud ?? false };
    observations.set(instance, one.failed ? unseen(instance, 'unreadable', one.failed) : { seen });
    caseOf.set(instance, one);
  }
  const placeOf = (instance: StateInstance): FoundPlace => {
    const place = instance.provider.source === AWS ? HERE : NOWHERE;
    return { ...place, usual: place, regionBy: 'itself', ...caseOf.get(instance) };
  };
  const givenTo = (instance: StateInstance) => {
    const { entry, isShared = false } = caseOf.get(instance) ?? {};
    return entry === undefined ? undefined : { config: {}, env: {}, entry, isShared };
  };
  await confirmDeletions({
    observations,
    placeOf,
    target: {
      access: (account) => Promise.resolve({ account: (account && ours) ?? undefined, credentials: NO_KEYS }),
    },
    givenTo,
    observe: observer({ placeOf, givenTo, tagsOf: () => ({}), signal: undefined }),
    async inSessions(instances, ask, _onProblem, elsewhere) {
      for (const instance of instances)
        await ask(sessionFor(caseOf.get(instance)!, !elsewhere), instance, true, NO_WAY);
    },
  });
  return [...observations.values()].map((one) => ('seen' in one ? one.seen.status : (one.unseen.reason ?? '')));
}

/** A session at the location of an instance, or at that of its siblings. */
function sessionFor(
  { there, again = there ? 'there' : 'gone', asked, elsewhere }: Case,
  inPlace: boolean,
): ProviderSession {
  return {
    source: 'a provider',
    version: '6.0.0',
    resourceSchema: (type: string) => Promise.resolve({ block: schemaOf(SCHEMAS[type] ?? {}), version: 0 }),
    legacyType: () => true,
    read({ attributes }: ReadRequest): Promise<ReadOutcome> {
      const before = JSON.parse('json' in attributes ? attributes.json : '{}') as Record<string, Value>;
      const object = {} as LiveObject;
      if (inPlace && again === 'unreachable')
        return Promise.resolve({ status: 'unreadable', reason: 'unreachable', detail: '' });
      const found = inPlace ? again === 'there' : elsewhere !== undefined;
      if (!found) return Promise.resolve({ status: 'deleted', before });
      const other = typeof elsewhere === 'object' ? elsewhere : {};
      const heard = asked === undefined ? {} : { byCloud: asked };
      return Promise.resolve({ status: 'read', before, live: { ...before, ...other }, object, ...heard });
    },
  } as Partial<ProviderSession> as ProviderSession;
}

const GONE = 'deleted';
const UNSURE = 'deletion_unconfirmed';

test.each<[string, Case[], string[]]>([
  ['one of several is gone', [{}, { there: true }], [GONE, 'present']],
  ['most are gone', [{}, {}, {}, {}, {}, {}, {}, { there: true }], [...Array<string>(7).fill(GONE), 'present']],
  ['the only one is gone', [{}], [UNSURE]],
  ['the whole server is wiped', [{}, {}, {}], [UNSURE, UNSURE, UNSURE]],
  ['all other reads fail', [{}, {}, { failed: 'unreachable' }], [UNSURE, UNSURE, 'unreachable']],
  ['what is there is of another alias', [{ alias: '.two' }, { there: true }], [UNSURE, 'present']],
  [
    'what is there is of another alias with the same settings',
    [
      { alias: '.two', entry: 1 },
      { there: true, entry: 1 },
    ],
    [GONE, 'present'],
  ],
  [
    'what is there is of another alias with the same settings, which say no states',
    [
      { alias: '.two', entry: 1, isShared: true },
      { there: true, entry: 1, isShared: true },
    ],
    [UNSURE, 'present'],
  ],
  [
    'what is there is read without asking anybody',
    [{}, { type: 'google_project_service_identity', there: true }],
    [UNSURE, 'present'],
  ],
  [
    'what is there was told not to ask anybody',
    [{}, { type: 'vault_generic_secret', disableRead: true, there: true }],
    [UNSURE, 'present'],
  ],
  [
    'what is there is of another alias with other settings',
    [
      { alias: '.two', entry: 1 },
      { there: true, entry: 2 },
    ],
    [UNSURE, 'present'],
  ],
  ['it is there when it is read again', [{ again: 'there' }, { there: true }], ['in_sync', 'present']],
  ['it fails when it is read again', [{ again: 'unreachable' }, { there: true }], ['unreachable', 'present']],
  ['the witness is gone by then', [{}, { there: true, again: 'gone' }], [UNSURE, 'present']],
  ['the server is away by then', [{}, { there: true, again: 'unreachable' }], [UNSURE, 'present']],
  [
    'others fail, and what is there is of another type',
    [{}, { type: 'rabbitmq_user', there: true }, { failed: 'denied' }],
    [UNSURE, 'present', 'denied'],
  ],
  [
    'others fail, and what is there is of its type',
    [{}, { there: true }, { failed: 'denied' }],
    [GONE, 'present', 'denied'],
  ],
])("another provider's deletions where %s", async (_what, reported, expected) => {
  expect(await verdicts(reported)).toEqual(expected);
});

const aws = (...reported: Case[]): Case[] => reported.map((one) => ({ type: 'aws_thing', ...one }));

test.each<[string, Case[], string[]]>([
  ['the only one is gone', aws({ byCloud: true }), [GONE]],
  [
    'the whole account is wiped',
    aws(...Array.from({ length: 12 }, (): Case => ({ byCloud: true }))),
    Array<string>(12).fill(GONE),
  ],
  ['the cloud was not heard, and nothing else is there', aws({}, {}), [UNSURE, UNSURE]],
  ['the cloud was not heard, and something is there', aws({}, { there: true }), [GONE, 'present']],
  ...(
    [
      ['nobody', 'nobody says'],
      ['others', 'only others say'],
    ] as const
  ).flatMap(([regionBy, who]): [string, Case[], string[]][] => [
    [`${who} the region`, aws({ byCloud: true, regionBy }, { byCloud: true, regionBy }), [UNSURE, UNSURE]],
    [
      `${who} the region, and a sibling proves it`,
      aws({ byCloud: true, regionBy }, { regionBy, there: true }),
      [GONE, 'present'],
    ],
    [
      `${who} the region, and only a global service seems to prove it`,
      aws({ byCloud: true, regionBy }, { type: 'aws_iam_role', there: true }),
      [UNSURE, 'present'],
    ],
    [
      `${who} the region, and what seems to prove it is read without asking the cloud`,
      aws({ byCloud: true, regionBy }, { there: true, asked: false }),
      [UNSURE, 'present'],
    ],
    [
      `${who} the region, and the cloud is asked about what proves it`,
      aws({ byCloud: true, regionBy }, { there: true, asked: true }),
      [GONE, 'present'],
    ],
    [
      `${who} the region, and what seems to prove it is of a type that is never read`,
      aws({ byCloud: true, regionBy }, { type: 'aws_lambda_invocation', there: true }),
      [UNSURE, 'present'],
    ],
  ]),
  ['an account is a guess', aws({ byCloud: true, account: undefined }), [UNSURE]],
  [
    'an account is a guess, and it is a bucket',
    aws({ byCloud: true, account: undefined, type: 'aws_s3_bucket' }),
    [GONE],
  ],
])("AWS's deletions where %s", async (_what, reported, expected) => {
  expect(await verdicts(reported)).toEqual(expected);
});

test('does not confirm a deletion in an account that may be another one', async () => {
  expect(await verdicts(aws({ byCloud: true }), null)).toEqual([UNSURE]);
  expect(await verdicts(aws({ byCloud: true }, { there: true }), null)).toEqual([GONE, 'present']);
});

test.each([
  ['another region', { region: 'us-east-1' }],
  ['another account', { account: THEIRS }],
])('looks for what says that it is in %s where its siblings are, too', async (_what, odd) => {
  const reported = aws({ ...odd, byCloud: true, elsewhere: 'there' }, { ...odd, byCloud: true });
  expect(await verdicts(reported, THEIRS)).toEqual(['in_sync', GONE]);
});

test('does not take a namesake with another ARN for the instance', async () => {
  const arn = `arn:aws:dynamodb:eu-west-1:${MINE}:table/sessions`;
  const odd: Case = { byCloud: true, arn, usual: { ...HERE, region: 'us-east-1' } };
  const namesake = { arn: `arn:aws:dynamodb:us-east-1:${MINE}:table/sessions` };
  expect(await verdicts(aws({ ...odd, elsewhere: namesake }))).toEqual([GONE]);
  expect(await verdicts(aws({ ...odd, elsewhere: 'there' }))).toEqual(['in_sync']);
});
