import { expect, test } from 'vitest';
import { parseState } from './parse.ts';
import { placeInstances, type FoundPlace, type RegionOf } from './place.ts';

const ACCOUNT = '123456789012';
const arn = (region: string, account = ACCOUNT) => `arn:aws:sqs:${region}:${account}:q`;

type Stated = [alias: string, attributes: object, type?: string];

/** The locations of instances with these attributes, each with the provider configuration of that alias. */
function placed(instances: Stated[], defaultRegion?: string, regionOf?: RegionOf) {
  const resources = instances.map(([alias, attributes, type = 'aws_thing'], i) => ({
    mode: type.startsWith('data.') ? 'data' : 'managed',
    type: type.replace('data.', ''),
    name: `x${i}`,
    provider: `provider["registry.terraform.io/hashicorp/aws"]${alias}`,
    instances: [{ schema_version: 0, attributes }],
  }));
  const parsed = parseState(new TextEncoder().encode(JSON.stringify({ version: 4, serial: 1, resources })));
  if (!parsed.ok) throw new Error(parsed.detail);
  const found = placeInstances(parsed.state.instances, defaultRegion, regionOf);
  return parsed.state.instances.map((instance) => found.get(instance)!);
}

test('prefers the region in the state, then that in the code, then the default', () => {
  const regionOf: RegionOf = ({ alias }) => (alias === 'west' ? 'us-west-2' : undefined);
  const found = placed(
    [
      ['.west', {}],
      ['', {}],
      ['.west', { arn: arn('eu-west-1') }, 'aws_other'],
    ],
    'eu-north-1',
    regionOf,
  );
  expect(found.map(({ region }) => region)).toEqual(['eu-west-1', 'eu-north-1', 'eu-west-1']);
  const [alone] = placed([['.west', {}]], 'eu-north-1', regionOf);
  expect(alone).toMatchObject({ region: 'us-west-2', account: undefined, regionBy: 'others' });
});

const places = (instances: Stated[], defaultRegion?: string) =>
  placed(instances, defaultRegion).map(({ region, account }) => [region, account]);

test.each([
  ['its region', { region: 'eu-west-1' }, ['eu-west-1', undefined]],
  ['its ARN', { arn: arn('us-gov-west-1') }, ['us-gov-west-1', ACCOUNT]],
  ['an id that is an ARN', { id: arn('ap-southeast-2') }, ['ap-southeast-2', ACCOUNT]],
  ['the region before the ARN', { region: 'eu-west-1', arn: arn('us-east-1') }, ['eu-west-1', ACCOUNT]],
  ['the account of a global ARN', { arn: `arn:aws:iam::${ACCOUNT}:role/x` }, [undefined, ACCOUNT]],
  ['another partition', { arn: `arn:aws-cn:sqs:cn-north-1:${ACCOUNT}:q` }, ['cn-north-1', ACCOUNT]],
  ['the sovereign cloud', { arn: `arn:aws-eusc:sqs:eusc-de-east-1:${ACCOUNT}:q` }, ['eusc-de-east-1', ACCOUNT]],
  ['an id of two ARNs', { id: `${arn('eu-west-1')},${arn('us-east-1', '999999999999')}` }, ['eu-west-1', ACCOUNT]],
  ['an id of an ARN and a version', { id: `${arn('eu-west-1')}|AWSCURRENT` }, ['eu-west-1', ACCOUNT]],
  ['its zone', { availability_zone: 'ap-northeast-1c' }, ['ap-northeast-1', undefined]],
  ['its local zone', { availability_zone: 'us-west-2-lax-1a' }, ['us-west-2', undefined]],
  ['its wavelength zone', { availability_zone: 'us-east-1-wl1-bos-wlz-1' }, ['us-east-1', undefined]],
  ['its owner', { owner_id: ACCOUNT }, [undefined, ACCOUNT]],
  ['the ARN before the owner', { arn: arn('eu-west-1'), owner_id: '999999999999' }, ['eu-west-1', ACCOUNT]],
])('takes the place from the instance: %s', (_what, attributes, expected) => {
  expect(places([['', attributes]])).toEqual([expected]);
});

test.each([
  ['an account id in the place of the region', { arn: `arn:aws:sqs:${ACCOUNT}:q` }],
  ['a region of another cloud', { region: 'us-central1' }],
  ['a region that is no text', { region: 4 }],
  ['something like an ARN', { arn: 'a:b:c:eu-west-1:d' }],
  ['the owner of a managed policy', { arn: 'arn:aws:iam::aws:policy/x' }],
  ['the ARN of a bucket', { arn: 'arn:aws:s3:::bucket' }],
  ['an ARN that ends too soon', { arn: `arn:aws:sqs:eu-west-1:${ACCOUNT}` }],
  ['an ARN whose region is none', { arn: `arn:aws:sqs:EU-WEST-1:${ACCOUNT}:q` }],
  ['an owner with letters', { owner_id: '12345678901x' }],
  ['an owner that is a number', { owner_id: 123_456_789_012 }],
  ['a zone of another cloud', { availability_zone: 'us-central1-a' }],
  ['a zone that is a region', { availability_zone: 'us-east-1-' }],
  ['whom it was shared with', { account_id: ACCOUNT }],
])('ignores malformed places: %s', (_what, attributes) => {
  expect(places([['', attributes]], 'eu-central-1')).toEqual([['eu-central-1', undefined]]);
});

test('gives regions and accounts to AWS resources only', () => {
  const others = ['google_thing', 'postgresql_role', 'minio_bucket'].map((type): Stated => [
    '',
    { region: 'us-east-1', owner_id: ACCOUNT, arn: arn('eu-west-1') },
    type,
  ]);
  expect(placed(others, 'eu-central-1')).toEqual(
    others.map(() => ({
      region: undefined,
      account: undefined,
      usual: { region: undefined, account: undefined },
      regionBy: undefined,
    })),
  );
});

test('places an instance without a place with most of its provider configuration', () => {
  const other = '999999999999';
  expect(
    places(
      [
        ['', { id: 'x' }],
        ['', { arn: arn('eu-west-1') }],
        ['', { arn: arn('eu-west-1') }],
        ['', { arn: arn('us-east-1', other) }],
        ['.west', { id: 'y' }],
        ['.west', { arn: arn('us-west-2', other) }],
        ['.none', { id: 'z' }],
      ],
      'eu-central-1',
    ),
  ).toEqual([
    ['eu-west-1', ACCOUNT],
    ['eu-west-1', ACCOUNT],
    ['eu-west-1', ACCOUNT],
    ['us-east-1', other],
    ['us-west-2', other],
    ['us-west-2', other],
    // An alias usually exists to use another region than the default one.
    [undefined, undefined],
  ]);
});

test.each([
  ['aws_sqs_queue', { url: `https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/q` }, ['eu-west-1', ACCOUNT]],
  ['aws_sqs_queue_policy', { id: `https://sqs.cn-north-1.amazonaws.com.cn/${ACCOUNT}/q` }, ['cn-north-1', ACCOUNT]],
  ['aws_sqs_queue_policy', { queue_url: `https://us-west-2.queue.amazonaws.com/${ACCOUNT}/q` }, ['us-west-2', ACCOUNT]],
  ['aws_sqs_queue', { url: `http://127.0.0.1:4566/${ACCOUNT}/q` }, [undefined, ACCOUNT]],
  ['aws_sqs_queue', { url: `https://sqs.moon.amazonaws.com/${ACCOUNT}/q` }, [undefined, ACCOUNT]],
  ['aws_sns_topic', { url: `https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/q` }, [undefined, undefined]],
  ['aws_ecr_repository', { repository_url: `${ACCOUNT}.dkr.ecr.eu-west-1.amazonaws.com/x` }, ['eu-west-1', ACCOUNT]],
  ['aws_ecr_lifecycle_policy', { registry_id: ACCOUNT }, [undefined, ACCOUNT]],
  ['aws_api_gateway_stage', { execution_arn: `arn:aws:execute-api:eu-west-1:${ACCOUNT}:x/y` }, ['eu-west-1', ACCOUNT]],
  ['aws_cognito_user_pool_client', { id: 'x', user_pool_id: 'eu-west-1_AbC' }, ['eu-west-1', undefined]],
  ['aws_cognito_identity_pool', { id: 'eu-west-1:0aa1-b' }, ['eu-west-1', undefined]],
  ['aws_eip', { network_border_group: 'eu-west-1' }, ['eu-west-1', undefined]],
  ['aws_ec2_transit_gateway_vpc_attachment', { vpc_owner_id: ACCOUNT }, [undefined, ACCOUNT]],
  ['aws_ec2_transit_gateway_vpc_attachment_accepter', { vpc_owner_id: ACCOUNT }, [undefined, undefined]],
  ['aws_s3_account_public_access_block', { id: ACCOUNT }, [undefined, ACCOUNT]],
  ['aws_s3control_bucket', { account_id: ACCOUNT }, [undefined, ACCOUNT]],
  ['aws_guardduty_member', { account_id: ACCOUNT, id: `abc:${ACCOUNT}` }, [undefined, undefined]],
  ['aws_budgets_budget', { id: `${ACCOUNT}:monthly` }, ['us-east-1', ACCOUNT]],
  ['aws_glue_catalog_database', { id: `${ACCOUNT}:lake` }, [undefined, ACCOUNT]],
  ['aws_quicksight_group', { id: `${ACCOUNT}/default/all`, aws_account_id: ACCOUNT }, [undefined, ACCOUNT]],
  ['aws_vpc_peering_connection', { peer_owner_id: ACCOUNT }, [undefined, undefined]],
  ['aws_sns_topic_subscription', { arn: `${arn('eu-west-1')}:0aa1`, owner_id: ACCOUNT }, ['eu-west-1', undefined]],
  ['google_project', { id: 'x', owner_id: ACCOUNT }, [undefined, undefined]],
])('takes the place of %s with %j from its own attributes', (type, attributes, expected) => {
  expect(places([['', attributes, type]])).toEqual([expected]);
});

test.each([
  ['aws_cloudformation_stack_set_instance', { id: `s,${ACCOUNT},eu-west-3` }],
  ['aws_config_aggregate_authorization', { id: `${ACCOUNT}:eu-west-3`, account_id: '999999999999' }],
  ['aws_dx_hosted_connection', { id: 'dxcon-1' }],
  ['aws_servicequotas_template', { id: 'eu-west-3,L-1,lambda' }],
])('ignores the region argument of %s', (type, attributes) => {
  expect(
    places([
      ['', { ...attributes, region: 'eu-west-3' }, type],
      ['', { region: 'eu-west-1' }, 'aws_sqs_queue'],
      ['', { region: 'eu-west-1' }, 'aws_sqs_queue'],
    ])[0],
  ).toEqual(['eu-west-1', undefined]);
});

test('takes the region of most managed resources over that of `aws_region`', () => {
  const [route] = placed([
    ['', { id: 'r-1' }],
    ['', { name: 'us-west-2' }, 'data.aws_region'],
    ['', { name: 'us-west-2' }, 'data.aws_region'],
    ['', { arn: arn('eu-west-1') }],
  ]);
  expect(route).toMatchObject({ region: 'eu-west-1', regionBy: 'others' });
});

test('takes a configuration’s place from caller identity and region data sources only', () => {
  const other = '999999999999';
  expect(
    places([
      ['', { id: 'x' }],
      ['', { owner_id: other }],
      ['', { account_id: ACCOUNT }, 'data.aws_caller_identity'],
      ['', { name: 'eu-west-1' }, 'data.aws_region'],
      ['.v6', { id: 'y' }],
      ['.v6', { region: 'eu-west-2' }, 'data.aws_region'],
      ['.found', { id: 'z' }],
      ['.found', { arn: arn('us-east-1', other), owner_id: other }, 'data.aws_ami'],
      ['.wrong', { id: 'w' }],
      ['.wrong', { account_id: 'me' }, 'data.aws_caller_identity'],
    ]).filter((_, i) => [0, 1, 4, 6, 8].includes(i)),
  ).toEqual([
    ['eu-west-1', ACCOUNT],
    ['eu-west-1', other],
    ['eu-west-2', undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

test('reads a global service in its configuration’s region, the default, or its partition’s main region', () => {
  const role = { arn: `arn:aws:iam::${ACCOUNT}:role/x` };
  const record = { id: 'Z1_www_A' };
  expect(
    places([
      ['', role, 'aws_iam_role'],
      ['', { arn: arn('eu-west-1') }],
    ])[0],
  ).toEqual(['eu-west-1', ACCOUNT]);
  expect(places([['', record, 'aws_route53_record']], 'eu-central-1')).toEqual([['eu-central-1', undefined]]);
  expect(places([['', role, 'aws_iam_role']])).toEqual([['us-east-1', ACCOUNT]]);
  const china = { arn: `arn:aws-cn:iam::${ACCOUNT}:role/x` };
  expect(places([['', china, 'aws_iam_role']])).toEqual([['cn-north-1', ACCOUNT]]);
  expect(places([['', { id: 'x' }, 'aws_route53_resolver_rule']])).toEqual([[undefined, undefined]]);
});

test.each([
  ['itself', 'an ARN', [['', { arn: arn('eu-west-1') }]]],
  ['itself', 'a global service', [['', { arn: `arn:aws:iam::${ACCOUNT}:role/x` }, 'aws_iam_role']]],
  [
    'itself',
    'a global service beside others',
    [
      ['', { id: 'x' }, 'aws_iam_role'],
      ['', { arn: arn('eu-west-1') }],
    ],
  ],
  [
    'others',
    'a sibling',
    [
      ['', { id: 'x' }],
      ['', { arn: arn('eu-west-1') }],
    ],
  ],
  [
    'others',
    'a data source',
    [
      ['', { id: 'x' }],
      ['', { name: 'eu-west-1' }, 'data.aws_region'],
    ],
  ],
  ['nobody', 'the default alone', [['', { owner_id: ACCOUNT }]]],
] satisfies [FoundPlace['regionBy'], string, Stated[]][])(
  'says that %s named the region where it is that of %s',
  (by, _what, instances) => {
    expect(placed(instances, 'eu-central-1')[0]?.regionBy).toBe(by);
  },
);

test('takes the default region for an alias only where its block names none', () => {
  const placedBy = (region: string | undefined) =>
    placed([['.west', { id: 'z' }]], 'eu-central-1', () => region)[0]?.region;
  expect([placedBy('us-west-2'), placedBy('default'), placedBy(undefined)]).toEqual([
    'us-west-2',
    'eu-central-1',
    undefined,
  ]);
});

test("distinguishes OpenTofu's provider instances by their keys", () => {
  const at = (key: string) => `.by_region["${key}"]`;
  expect(
    places(
      [
        [at('a'), { arn: arn('eu-west-1') }],
        [at('a'), { id: 'sg-1' }],
        [at('b'), { arn: arn('us-east-1', '999999999999') }],
        [at('b'), { id: 'sg-2' }],
        ['.by_region', { id: 'sg-3' }],
        // A key is never taken for a region, even if it looks like one: nothing shows that the configuration uses it as
        // one.
        [at('ap-southeast-2'), { id: 'sg-4' }],
      ],
      'ca-central-1',
    ),
  ).toEqual([
    ['eu-west-1', ACCOUNT],
    ['eu-west-1', ACCOUNT],
    ['us-east-1', '999999999999'],
    ['us-east-1', '999999999999'],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});
