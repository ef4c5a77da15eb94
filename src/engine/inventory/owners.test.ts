import { expect, test } from 'vitest';
import type { Candidate, ObjectIds, Owned } from '../../clouds/contract/inventory.ts';
import { ownersIn } from './owners.ts';

const PLACE = { account: '123456789012', region: 'us-east-1' };
const OWNED: Owned[] = [
  { id: 'web', service: 'IAM', kind: 'Role', owner: 'CloudFormation stack one' },
  {
    id: 'https://sqs.us-east-1.amazonaws.com/123456789012/jobs',
    service: 'SQS',
    kind: 'Queue',
    owner: 'CloudFormation stack two',
  },
  { id: 'vpc-0123456789abcdef0', service: 'EC2', kind: 'VPC', owner: 'CloudFormation stack three' },
  { id: 'prod', service: 'ECS', kind: 'Cluster', owner: 'CloudFormation stack four' },
  { id: 'prod', service: '', kind: '', owner: 'CloudFormation stack five' },
];

test.each<[string, string, ObjectIds, string | undefined]>([
  ['by its name and kind', 'aws_iam_role', { importId: 'web', name: 'web' }, 'CloudFormation stack one'],
  [
    'by the name in its URL',
    'aws_sqs_queue',
    { importId: 'http://127.0.0.1/1/jobs', name: 'jobs' },
    'CloudFormation stack two',
  ],
  ['by an id that is drawn at random', 'aws_vpc', { importId: 'vpc-0123456789abcdef0' }, 'CloudFormation stack three'],
  ['by its name in its service', 'aws_ecs_cluster', { name: 'prod' }, 'CloudFormation stack four'],
  ['not by the same kind of another service', 'aws_eks_cluster', { name: 'prod' }, undefined],
  ['not by the name of another kind', 'aws_iam_group', { importId: 'web', name: 'web' }, undefined],
  ['not without a name of it', 'aws_iam_role', { importId: 'app' }, undefined],
])('finds the owner of an object %s', async (_, type, ids, owner) => {
  async function* owned() {
    yield* OWNED;
  }
  const ownerOf = await ownersIn({ owned }, PLACE, undefined);
  const candidate: Candidate = { type, ...PLACE, ids, element: {} };
  expect(ownerOf(candidate)).toBe(owner);
});

test('knows no owner where a cloud tells none', async () => {
  const ownerOf = await ownersIn({}, PLACE, undefined);
  expect(ownerOf({ type: 'aws_iam_role', ...PLACE, ids: { importId: 'web' }, element: {} })).toBeUndefined();
});
