import { describe, expect, test } from 'vitest';
import { HERE, managedIndexOf } from '../../../testkit/inventory-instance.ts';
import type { ObjectNode } from '../../base/schema.ts';
import {
  notListed,
  type Candidate,
  type InventoryLister,
  type ListableType,
  type ListOutcome,
} from '../../clouds/contract/inventory.ts';
import type { ProviderSession, ReadOutcome } from '../../provider/contract/types.ts';
import type { InventoryListing, UnmanagedObject, UnprovenObject } from '../model/inventory.ts';
import { listPlace } from './place.ts';
import { createSeenParents } from './seen.ts';

const text = {
  role: 'attribute',
  node: { kind: 'string' },
  optional: true,
  required: false,
  computed: true,
  sensitive: false,
  writeOnly: false,
} as const;
const BLOCK: ObjectNode = { kind: 'object', members: { id: text, arn: text, name: text, role: text } };

/** The existing objects by type and import id. An error is the provider's answer. */
type Cloud = Map<string, Record<string, string> | Error>;

const sessionOn = (cloud: Cloud): ProviderSession =>
  ({
    version: '1.0.0',
    resourceSchema: async () => ({ version: 0, block: BLOCK }),
    read: async ({ type, imports }): Promise<ReadOutcome> => {
      const id = imports && 'id' in imports ? imports.id : '';
      const found = cloud.get(`${type} ${id}`);
      if (found === undefined) return { status: 'deleted', before: null };
      if (found instanceof Error) return { status: 'unreadable', reason: 'provider_error', detail: found.message };
      const live = { arn: null, name: null, role: null, ...found };
      return { status: 'read', before: live, live, object: { type, state: {}, private: new Uint8Array() } };
    },
  }) as Partial<ProviderSession> as ProviderSession;

const candidate = (type: string, importId: string, more: Partial<Candidate> = {}): Candidate => ({
  type,
  ...HERE,
  ids: { importId },
  element: {},
  ...more,
});
const listable = (type: string, parent?: string): ListableType => ({
  type,
  by: 'operation',
  scope: 'regional',
  isExpensive: false,
  ...(parent !== undefined && { parent }),
});

type Lists = Record<string, { candidates: Iterable<Candidate>; end?: ListOutcome }>;

const listerOf = (lists: Lists): InventoryLister => ({
  types: async () => new Map(Object.keys(lists).map((type) => [type, listable(type)])),
  async *list({ type, place }) {
    const { candidates, end } = lists[type]!;
    yield* candidates;
    return end ?? { type, ...place, calls: 1, state: 'listed' };
  },
});

async function listed(cloud: Cloud, lists: Lists, managed: (readonly [string, Record<string, unknown>])[] = []) {
  const index = managedIndexOf(...managed);
  const objects: UnmanagedObject[] = [];
  const unproven: UnprovenObject[] = [];
  const listings = new Map<string, InventoryListing>();
  await listPlace(
    Object.keys(lists).map((type) => listable(type)),
    {
      session: sessionOn(cloud),
      lister: listerOf(lists),
      place: HERE,
      configuration: undefined,
      index,
      parents: createSeenParents(index),
      ownerOf: () => undefined,
      sink: {
        object: async (one) => void objects.push(one),
        unproven: async (one) => void unproven.push(one),
        listing: async (one) => void listings.set(one.type, one),
      },
      admit: () => undefined,
      now: new Date(),
      since: new Date(),
      withExpensive: false,
      signal: undefined,
    },
  );
  return { objects, unproven, listings };
}

test('reports what is unmanaged, what was added, and what follows from an unmanaged parent', async () => {
  const cloud: Cloud = new Map<string, Record<string, string>>([
    ['aws_iam_role managed', { id: 'managed', name: 'managed' }],
    ['aws_iam_role hand', { id: 'hand', name: 'hand' }],
    ['aws_iam_role_policy managed:extra', { id: 'managed:extra', name: 'extra', role: 'managed' }],
    ['aws_iam_role_policy hand:own', { id: 'hand:own', name: 'own', role: 'hand' }],
  ]);
  const { objects, listings } = await listed(
    cloud,
    {
      aws_iam_role_policy: {
        candidates: [candidate('aws_iam_role_policy', 'managed:extra'), candidate('aws_iam_role_policy', 'hand:own')],
      },
      aws_iam_role: { candidates: [candidate('aws_iam_role', 'managed'), candidate('aws_iam_role', 'hand')] },
    },
    [['aws_iam_role', { id: 'managed', name: 'managed' }]],
  );
  expect(objects.map(({ cloud_id: id, class: kind, parent, severity }) => [id, kind, parent, severity])).toEqual([
    ['hand', 'unmanaged', undefined, 'low'],
    [
      'managed:extra',
      'added',
      { type: 'aws_iam_role', id: 'managed', resource: 'aws_iam_role.one', state_key: 'prod' },
      'medium',
    ],
    ['hand:own', 'follows', { type: 'aws_iam_role', id: 'hand' }, 'none'],
  ]);
  expect(listings.get('aws_iam_role')).toMatchObject({ state: 'listed', managed: 1, unmanaged: 1 });
});

test('takes a list for complete that names its managed instances by another id', async () => {
  const rule = {
    network_acl_id: 'acl-1',
    rule_number: 200,
    egress: false,
    cidr_block: '10.0.0.0/8',
    rule_action: 'allow',
  };
  const ports = { from_port: 22, to_port: 22, protocol: 'tcp' };
  const id = 'acl-1:200:6:false';
  const cloud = new Map([[`aws_network_acl_rule ${id}`, { id: 'nacl-2', ...rule, ...ports, protocol: '6' }]]);
  const { objects, listings } = await listed(
    cloud as unknown as Cloud,
    { aws_network_acl_rule: { candidates: [candidate('aws_network_acl_rule', id)] } },
    [['aws_network_acl_rule', { id: 'nacl-1', ...rule, ...ports }]],
  );
  expect(objects).toEqual([]);
  expect(listings.get('aws_network_acl_rule')).toMatchObject({ state: 'listed', managed: 1 });
});

test('reports none of 30 wrong or foreign ids', async () => {
  const types = Array.from({ length: 30 }, (_, i) => `aws_kind_${i}`);
  const errors = ['InvalidParameterValue: malformed', "couldn't find resource", 'unexpected format of ID'];
  const cloud: Cloud = new Map(
    types.filter((_, i) => i % 2 === 0).map((type, i) => [`${type} wrong`, new Error(errors[i % 3])]),
  );
  const lists: Lists = Object.fromEntries(types.map((type) => [type, { candidates: [candidate(type, 'wrong')] }]));
  const { objects, unproven } = await listed(cloud, lists);
  expect(objects).toEqual([]);
  expect(unproven.every(({ reason }) => reason === 'provider_error')).toBe(true);
  expect(unproven).toHaveLength(10);
});

describe('a list that is broken', () => {
  const QUEUE = ['aws_sqs_queue', { id: 'q1', name: 'q1' }] as const;

  test.each([
    ['denied', { candidates: [], end: notListed({ type: 'aws_sqs_queue', place: HERE }, 'denied') }, 'denied'],
    ['throttled', { candidates: [], end: notListed({ type: 'aws_sqs_queue', place: HERE }, 'throttled') }, 'throttled'],
    ['an empty page', { candidates: [] }, 'incomplete'],
    [
      'on a wrong path',
      { candidates: [candidate('aws_sqs_queue', 'Owner'), candidate('aws_sqs_queue', 'Name')] },
      'incomplete',
    ],
  ])('says that it is not listed: %s', async (_, list, reason) => {
    const { objects, listings } = await listed(new Map(), { aws_sqs_queue: list }, [QUEUE]);
    expect(objects).toEqual([]);
    expect(listings.get('aws_sqs_queue')).toMatchObject({ state: 'not_listed', reason, unmanaged: 0 });
  });

  test('names the managed instances that it leaves out', async () => {
    const { listings } = await listed(new Map(), { aws_sqs_queue: { candidates: [] } }, [QUEUE]);
    expect(listings.get('aws_sqs_queue')?.detail).toContain('aws_sqs_queue.one');
  });

  test('still reports the objects that came before it broke', async () => {
    const cloud: Cloud = new Map([['aws_sqs_queue q2', { id: 'q2', name: 'q2' }]]);
    const end = notListed({ type: 'aws_sqs_queue', place: HERE }, 'throttled');
    const { objects } = await listed(
      cloud,
      { aws_sqs_queue: { candidates: [candidate('aws_sqs_queue', 'q2')], end } },
      [QUEUE],
    );
    expect(objects.map(({ name }) => name)).toEqual(['q2']);
  });
});

test('holds no candidate of 10,000 longer than its proof takes', async () => {
  const cloud = { get: (key: string) => ({ id: key.split(' ')[1] ?? '' }) } as unknown as Cloud;
  function* many() {
    for (let i = 0; i < 10_000; i += 1)
      yield candidate('aws_sqs_queue', `q${i}`, { element: { filler: 'x'.repeat(10_000) + i } });
  }
  const before = process.memoryUsage().heapUsed;
  const { objects } = await listed(cloud, { aws_sqs_queue: { candidates: many() } });
  expect(objects).toHaveLength(10_000);
  // 10,000 elements are 100 MB; the report of an object is about 1 KB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(80_000_000);
});
