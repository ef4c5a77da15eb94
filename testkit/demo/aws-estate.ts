import type { Json, JsonObject } from '../../src/base/json.ts';
import type { ApplyResource, AttributesOf } from '../apply.ts';

/** A reference to another instance's attribute, as `aws_vpc.main.id` is in HCL. */
const attribute = async (of: AttributesOf, address: string, name: string): Promise<Json> =>
  (await of(address))[name] ?? null;

function rule(port: number, cidr: string, description: string): JsonObject {
  return {
    from_port: port,
    to_port: port,
    protocol: 'tcp',
    cidr_blocks: [cidr],
    ipv6_cidr_blocks: [],
    prefix_list_ids: [],
    security_groups: [],
    self: false,
    description,
  };
}

const trust = (service: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: service } }],
  });

const subnet = (vpc_id: string, indexKey: string, cidr_block: string): ApplyResource => ({
  module: 'module.network',
  type: 'aws_subnet',
  name: 'private',
  indexKey,
  config: { vpc_id, cidr_block, tags: { Name: `shop-${indexKey}`, owner: 'platform' } },
});

/** Uses an existing VPC, because the provider waits ten seconds for each VPC that it creates. */
const network = (vpc_id: string): ApplyResource[] => [
  subnet(vpc_id, 'a', '172.31.201.0/24'),
  subnet(vpc_id, 'b', '172.31.202.0/24'),
  {
    module: 'module.network',
    type: 'aws_route_table',
    name: 'private',
    config: { vpc_id, tags: { Name: 'shop-private' } },
  },
  {
    module: 'module.network',
    type: 'aws_security_group',
    name: 'web',
    config: {
      name: 'shop-web',
      description: 'the shop, from the internet',
      vpc_id,
      ingress: [rule(443, '0.0.0.0/0', 'https')],
    },
  },
  {
    module: 'module.network',
    type: 'aws_security_group',
    name: 'database',
    config: {
      name: 'shop-database',
      description: 'the database, from inside',
      vpc_id,
      ingress: [rule(5432, '172.31.0.0/16', 'postgres')],
    },
  },
];

const STORAGE: ApplyResource[] = [
  { type: 'aws_s3_bucket', name: 'invoices', config: { bucket: 'acme-invoices', tags: { data: 'confidential' } } },
  {
    type: 'aws_s3_bucket_versioning',
    name: 'invoices',
    config: async (of) => ({
      bucket: await attribute(of, 'aws_s3_bucket.invoices', 'id'),
      versioning_configuration: [{ status: 'Enabled' }],
    }),
  },
  {
    type: 'aws_s3_bucket_public_access_block',
    name: 'invoices',
    config: async (of) => ({
      bucket: await attribute(of, 'aws_s3_bucket.invoices', 'id'),
      block_public_acls: true,
      block_public_policy: true,
      ignore_public_acls: true,
      restrict_public_buckets: true,
    }),
  },
  {
    type: 'aws_dynamodb_table',
    name: 'orders',
    config: {
      name: 'orders',
      billing_mode: 'PAY_PER_REQUEST',
      hash_key: 'id',
      attribute: [{ name: 'id', type: 'S' }],
    },
  },
];

const IDENTITY: ApplyResource[] = [
  {
    type: 'aws_iam_role',
    name: 'app',
    config: { name: 'shop-app', assume_role_policy: trust('ecs-tasks.amazonaws.com'), tags: { team: 'shop' } },
  },
  {
    type: 'aws_iam_policy',
    name: 'orders',
    config: {
      name: 'shop-orders',
      policy: JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          { Sid: 'Orders', Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:PutItem'], Resource: '*' },
        ],
      }),
    },
  },
  {
    type: 'aws_iam_role_policy_attachments_exclusive',
    name: 'app',
    config: async (of) => ({
      role_name: await attribute(of, 'aws_iam_role.app', 'name'),
      policy_arns: [await attribute(of, 'aws_iam_policy.orders', 'arn')],
    }),
  },
  {
    type: 'aws_iam_role_policy',
    name: 'logs',
    config: async (of) => ({
      name: 'logs',
      role: await attribute(of, 'aws_iam_role.app', 'id'),
      policy: JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: 'logs:PutLogEvents', Resource: '*' }],
      }),
    }),
  },
];

const MESSAGES: ApplyResource[] = [
  ...['orders', 'refunds'].map((indexKey): ApplyResource => ({
    module: 'module.events["shop.v2"]',
    type: 'aws_sns_topic',
    name: 'topic',
    indexKey,
    config: { name: `shop-${indexKey}`, tags: { team: 'shop' } },
  })),
  ...[0, 1].map((indexKey): ApplyResource => ({
    type: 'aws_cloudwatch_log_group',
    name: 'app',
    indexKey,
    config: { name: `/shop/app-${indexKey}`, retention_in_days: 30 },
  })),
  {
    type: 'aws_ssm_parameter',
    name: 'database_password',
    config: { name: '/shop/database/password', type: 'SecureString', value: 'correct horse battery staple' },
  },
  {
    type: 'aws_ssm_parameter',
    name: 'stage',
    config: { name: '/shop/stage', type: 'String', value: 'production' },
  },
];

/** A small shop in the VPC `vpcId`, as its Terraform configuration would describe it. */
export function awsEstate(vpcId: string): readonly ApplyResource[] {
  return [...network(vpcId), ...STORAGE, ...IDENTITY, ...MESSAGES];
}
