import { expect, test } from 'vitest';
import { HERE, managedIndexOf } from '../../../testkit/inventory-instance.ts';
import type { Candidate } from '../../clouds/contract/inventory.ts';
import { managedBy } from './match.ts';

const candidate = (type: string, ids: Candidate['ids'], place: Partial<Candidate> = {}): Candidate => ({
  type,
  ...HERE,
  ids,
  element: {},
  ...place,
});

test.each([
  [
    'by its id',
    'aws_sqs_queue',
    { id: 'https://q/jobs', name: 'jobs' },
    candidate('aws_sqs_queue', { importId: 'https://q/jobs' }),
  ],
  ['by its ARN', 'aws_lb', { id: 'arn:aws:lb:1', arn: 'arn:aws:lb:1' }, candidate('aws_lb', { arn: 'arn:aws:lb:1' })],
  [
    'by its name',
    'aws_ecs_cluster',
    { id: 'arn:aws:c', name: 'web' },
    candidate('aws_ecs_cluster', { importId: 'web' }),
  ],
  [
    'under its other name',
    'aws_alb',
    { id: 'arn:aws:lb:1', arn: 'arn:aws:lb:1' },
    candidate('aws_lb', { importId: 'arn:aws:lb:1' }),
  ],
  ['as a copy of its kind', 'aws_ami_copy', { id: 'ami-1' }, candidate('aws_ami', { importId: 'ami-1' })],
  ['as a default of its kind', 'aws_default_vpc', { id: 'vpc-1' }, candidate('aws_vpc', { importId: 'vpc-1' })],
  [
    'by the attributes that its import id is made of',
    'aws_iam_role_policy_attachment',
    { id: 'app-2024', role: 'app', policy_arn: 'arn:aws:iam::1:policy/p' },
    candidate('aws_iam_role_policy_attachment', { importId: 'app/arn:aws:iam::1:policy/p' }),
  ],
  [
    'in the other region of what lies in two',
    'aws_vpc_peering_connection',
    { id: 'pcx-0123456789abcdef0' },
    candidate('aws_vpc_peering_connection', { importId: 'pcx-0123456789abcdef0' }, { region: 'eu-west-1' }),
  ],
  [
    'by what was created with it',
    'aws_nat_gateway',
    { id: 'nat-1', network_interface_id: 'eni-1' },
    candidate('aws_network_interface', { importId: 'eni-1' }),
  ],
  [
    'by the ARN of what was created with it',
    'aws_batch_compute_environment',
    { id: 'batch', arn: 'arn:aws:batch:1', ecs_cluster_arn: 'arn:aws:ecs:1:cluster/batch' },
    candidate('aws_ecs_cluster', { importId: 'batch', arn: 'arn:aws:ecs:1:cluster/batch' }),
  ],
  [
    'as an identity of the other version of its service',
    'aws_sesv2_email_identity',
    { id: 'example.com' },
    candidate('aws_ses_domain_identity', { importId: 'example.com' }),
  ],
  [
    'by its name and all parts of its identity',
    'azurerm_virtual_network',
    { id: '/a/net', name: 'net', resource_group_name: 'a' },
    candidate('azurerm_virtual_network', { name: 'net', identity: { name: 'net', resource_group_name: 'a' } }),
  ],
  [
    'in an unknown place',
    'aws_vpc',
    { id: 'vpc-1' },
    candidate('aws_vpc', { importId: 'vpc-1' }, { account: null, region: null }),
  ],
] as const)('finds a managed instance %s', (_, type, values, wanted) => {
  expect(managedBy(managedIndexOf([type, values]), wanted)?.address).toBe(`${type}.one`);
});

test.each([
  [
    'another region',
    'aws_sqs_queue',
    { id: 'q' },
    candidate('aws_sqs_queue', { importId: 'q' }, { region: 'eu-west-1' }),
  ],
  [
    'another account',
    'aws_sqs_queue',
    { id: 'q' },
    candidate('aws_sqs_queue', { importId: 'q' }, { account: '999999999999' }),
  ],
  ['another type', 'aws_sqs_queue', { id: 'q' }, candidate('aws_sns_topic', { importId: 'q' })],
  [
    'a namesake with another ARN',
    'aws_lb',
    { id: 'arn:aws:lb:1', arn: 'arn:aws:lb:1', name: 'web' },
    candidate('aws_lb', { importId: 'web', arn: 'arn:aws:lb:2' }),
  ],
  [
    'a namesake with another id',
    'aws_security_group',
    { id: 'sg-1', name: 'web' },
    candidate('aws_security_group', { importId: 'sg-2', name: 'web' }),
  ],
  [
    'a namesake with another identity',
    'azurerm_virtual_network',
    { id: '/a/net', name: 'net', resource_group_name: 'a' },
    candidate('azurerm_virtual_network', { name: 'net', identity: { name: 'net', resource_group_name: 'b' } }),
  ],
  [
    'another part of the same parent',
    'aws_iam_role_policy_attachment',
    { id: 'x', role: 'app', policy_arn: 'arn:aws:iam::1:policy/p' },
    candidate('aws_iam_role_policy_attachment', { importId: 'app/arn:aws:iam::1:policy/q' }),
  ],
  [
    'an object whose name is another attribute of a managed one',
    'aws_db_instance',
    { id: 'db-1', identifier: 'orders', db_name: 'backdoor', username: 'admin' },
    candidate('aws_db_instance', { importId: 'backdoor' }),
  ],
] as const)('does not take %s for managed', (_, type, values, wanted) => {
  expect(managedBy(managedIndexOf([type, values]), wanted)).toBeUndefined();
});

const RULE = {
  security_group_id: 'sg-1',
  ip_protocol: 'tcp',
  from_port: 443,
  to_port: 443,
  cidr_ipv4: '10.0.0.0/8',
  description: null,
};
const inline = { from_port: 443, to_port: 443, protocol: 'tcp', cidr_blocks: ['10.0.0.0/8'], description: '' };

test('takes a rule for managed that its group has inline, or that the older type of rule manages', () => {
  const group = managedIndexOf(['aws_security_group', { id: 'sg-1', ingress: [inline] }]);
  const rule = managedIndexOf([
    'aws_security_group_rule',
    { id: 'sgrule-1', type: 'ingress', security_group_id: 'sg-1', ...inline },
  ]);
  for (const [index, owner] of [
    [group, 'aws_security_group.one'],
    [rule, 'aws_security_group_rule.one'],
  ] as const) {
    expect(index.ownersOf('aws_vpc_security_group_ingress_rule', RULE)?.map(({ address }) => address)).toEqual([owner]);
    expect(
      index.ownersOf('aws_vpc_security_group_ingress_rule', { ...RULE, from_port: 22, to_port: 22 }),
    ).toBeUndefined();
    const renamed = { ...RULE, description: 'changed by hand' };
    expect(index.ownersOf('aws_vpc_security_group_ingress_rule', renamed)?.length).toBe(1);
    expect(index.ownersOf('aws_vpc_security_group_egress_rule', RULE)).toBeUndefined();
    expect(
      index.ownersOf('aws_vpc_security_group_ingress_rule', { ...RULE, security_group_id: 'sg-2' }),
    ).toBeUndefined();
  }
});
