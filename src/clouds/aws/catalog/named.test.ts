import { expect, test } from 'vitest';
import { parseState } from '../../../engine/state/parse.ts';
import { namedIn } from './named.ts';

const AWS = 'provider["registry.terraform.io/hashicorp/aws"]';
type Attributes = Record<string, unknown>;

function namesOf(resources: Record<string, Attributes>, { provider = AWS, mode = 'managed', flat = false } = {}) {
  const parsed = parseState(
    Buffer.from(
      JSON.stringify({
        version: 4,
        serial: 1,
        resources: Object.entries(resources).map(([address, attributes]) => {
          const [type, name] = address.split('.');
          const instance = { schema_version: 0, [flat ? 'attributes_flat' : 'attributes']: attributes };
          return { mode, type, name, provider, instances: [instance] };
        }),
      }),
    ),
  );
  if (!parsed.ok) throw new Error(parsed.detail);
  const { accounts, buckets, tables } = namedIn(parsed.state.instances);
  return { accounts: [...accounts], buckets: [...buckets], tables: [...tables] };
}

const NOTHING = { accounts: [], buckets: [], tables: [] };

test('names the buckets of S3 resources, as they stand in addresses', () => {
  const accessPoint = 'arn:aws:s3:eu-west-1:123456789012:accesspoint/reports';
  const { buckets } = namesOf({
    'aws_s3_bucket.a': { id: 'acme', bucket: 'acme' },
    'aws_s3_bucket.old': { id: 'older' },
    'aws_s3_bucket_policy.b': { id: 'other,123456789012', bucket: 'other' },
    'aws_s3_object.arn': { id: 'k', bucket: 'arn:aws:s3:::by-arn' },
    'aws_s3_object.c': { id: 'k', bucket: accessPoint },
    'aws_s3_object.d': { id: 'k', bucket: 'arn:aws:s3::123456789012:accesspoint/mfzwi23gnjvgw.mrap' },
    'aws_s3_object.e': {
      bucket: 'arn:aws:s3-outposts:eu-west-1:123456789012:outpost/op-01ac/accesspoint/reports',
    },
  });
  expect(buckets).toEqual([
    'acme',
    'older',
    'other',
    'by-arn',
    'reports-123456789012',
    'mfzwi23gnjvgw.mrap',
    'reports-123456789012.op-01ac',
  ]);
});

test('names no bucket of other resources', () => {
  const policy = JSON.stringify({ Statement: [{ Resource: 'arn:aws:s3:::evil/*' }] });
  expect(
    namesOf({
      'aws_iam_policy.p': { policy },
      'aws_cloudtrail.t': { s3_bucket_name: 'logs' },
      'aws_s3_bucket_logging.l': { bucket: 'acme', target_bucket: 'logs' },
    }).buckets,
  ).toEqual(['acme']);
});

test('names account numbers in any attribute', () => {
  const assume = JSON.stringify({ Principal: { AWS: ['arn:aws:iam::111111111111:root', '222222222222'] } });
  const { accounts } = namesOf({
    'aws_iam_role.r': { assume_role_policy: assume, arn: 'arn:aws:iam::123456789012:role/r' },
    'aws_sqs_queue.q': { url: 'https://sqs.eu-west-1.amazonaws.com/333333333333/q' },
    'aws_guardduty_member.m': { account_id: '444444444444', id: 'x-555555555555' },
  });
  expect(accounts).toEqual(['111111111111', '222222222222', '123456789012', '333333333333', '444444444444']);
});

test('names tables with items, and buckets of old states', () => {
  expect(
    namesOf({ 'aws_dynamodb_table_item.i': { table_name: 'settings' }, 'aws_dynamodb_table.t': { name: 'orders' } })
      .tables,
  ).toEqual(['settings']);
  expect(namesOf({ 'aws_s3_bucket.a': { id: 'acme', bucket: 'acme' } }, { flat: true }).buckets).toEqual(['acme']);
});

test('names nothing of other providers and data sources', () => {
  const resources = { 'aws_s3_bucket.a': { id: 'acme', bucket: 'acme', owner: '123456789012' } };
  expect(namesOf(resources, { provider: 'provider["registry.terraform.io/acme/aws"]' })).toEqual(NOTHING);
  expect(namesOf(resources, { mode: 'data' })).toEqual(NOTHING);
});
