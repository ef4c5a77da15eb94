import { describe, expect, test } from 'vitest';
import { answerOf, callOf, sessionOf } from '../../../../../testkit/gateway-call.ts';
import { createSessions } from '../sessions/sessions.ts';
import type { Named } from '../../catalog/named.ts';
import type { Call, CloudRequest, SessionRequest } from '../call/types.ts';
import { createActions } from './actions.ts';
import { guard } from './guard.ts';

const { classify } = createActions();
const OWN = '123456789012';
const FOREIGN = '999999999999';

const named: Named = {
  accounts: new Set([OWN, '222222222222']),
  buckets: new Set(['acme', 'logs.acme.com', `reports-${OWN}`, 'mfzwi23gnjvgw.mrap']),
  tables: new Set(['settings']),
};

const NOTHING: Named = { accounts: new Set(), buckets: new Set(), tables: new Set() };

type ParsedRequest = { service: string; request: Partial<CloudRequest> };

const get = (service: string, line: string, headers: CloudRequest['headers'] = {}): ParsedRequest => {
  const [, method = '', host = '', target = ''] = /^(\w+) ([^/]+)(.*)$/.exec(line) ?? [];
  return { service, request: { method, host, target, headers } };
};
const json = (service: string, target: string, body: object | string): ParsedRequest => ({
  service,
  request: {
    host: `${service}.eu-west-1.amazonaws.com`,
    headers: { 'x-amz-target': target },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  },
});
const form = (service: string, body: string): ParsedRequest => ({
  service,
  request: { host: `${service}.eu-west-1.amazonaws.com`, body: Buffer.from(body) },
});

/** Sends a request where the states name `named`; returns `passes`, or the refusal. */
async function outOf({ service, request: parts }: ParsedRequest): Promise<string> {
  const base = callOf({ session: sessionOf({ named }) });
  const request = { ...base.request, ...parts };
  const action = classify(request, { service });
  if (!action) return 'no operation';
  const sent: Call[] = [];
  const next = async (call: Call) => {
    sent.push(call);
    return answerOf(200, '{}');
  };
  const { status, body } = await guard(next)({ ...base, request, action }, new AbortController().signal);
  if (status === 200 && sent.length === 1) return 'passes';
  return Buffer.isBuffer(body) ? body.toString() : 'a stream';
}

const S3 = 's3.eu-west-1.amazonaws.com';

describe('a bucket that no state names is not asked', () => {
  test.each([
    `HEAD ${S3}/evil/c2VjcmV0`,
    `HEAD evil.${S3}/c2VjcmV0`,
    `HEAD evil.${S3}/`,
    `GET evil.${S3}/c2VjcmV0?tagging`,
    `GET evil.${S3}/c2VjcmV0?acl`,
    `GET evil.${S3}/?location&x=c2VjcmV0`,
    `GET evil.${S3}/?analytics&id=c2VjcmV0`,
    'HEAD evil.s3.dualstack.eu-west-1.amazonaws.com/k',
    'HEAD evil.s3-accelerate.amazonaws.com/k',
    `HEAD reports-${FOREIGN}.s3-accesspoint.eu-west-1.amazonaws.com/k`,
    `HEAD reports-${FOREIGN}.s3-object-lambda.eu-west-1.amazonaws.com/k`,
    `HEAD reports-${OWN}.op-01ac5d28a6a232904.s3-outposts.eu-west-1.amazonaws.com/k`,
    'HEAD evil.mrap.accesspoint.s3-global.amazonaws.com/k',
    // Names are case-sensitive, and equal their encoded forms.
    `HEAD ${S3}/ACME/k`,
    `HEAD ${S3}/%65vil/k`,
  ])('%s', async (line) => {
    expect(await outOf(get('s3', line))).toContain('a bucket that no state of this analysis names');
  });

  test.each([
    `HEAD ${S3}/acme`,
    `HEAD acme.${S3}/some/key`,
    `GET acme.${S3}/some/key?tagging`,
    `HEAD ${S3}/%61cme`,
    `HEAD logs.acme.com.${S3}/k`,
    'GET acme.s3-accelerate.amazonaws.com/?location',
    `HEAD reports-${OWN}.s3-accesspoint.eu-west-1.amazonaws.com/k`,
    'HEAD mfzwi23gnjvgw.mrap.accesspoint.s3-global.amazonaws.com/k',
    `GET ${S3}/`,
  ])('passes %s', async (line) => {
    expect(await outOf(get('s3', line))).toBe('passes');
  });

  test.each([
    [
      'the credentials of a directory bucket',
      's3express',
      `GET b--use1-az4--x-s3.s3express-use1-az4.us-east-1.amazonaws.com/?session`,
    ],
    ['what is in a bucket', 's3', `GET acme.${S3}/?list-type=2&prefix=c2VjcmV0`],
    [
      'credentials for what was granted',
      's3',
      `GET ${OWN}.s3-control.eu-west-1.amazonaws.com/v20180820/accessgrantsinstance/dataaccess?target=s3%3A%2F%2Facme%2F*&permission=READ`,
    ],
  ])('never passes %s', async (_what, service, line) => {
    expect(await outOf(get(service, line))).toContain('PlumblineRefused');
  });
});

describe('an account that no state names is not asked', () => {
  const queue = (account: string) => `https://sqs.eu-west-1.amazonaws.com/${account}/jobs`;
  const table = (account: string) => `arn:aws:dynamodb:eu-west-1:${account}:table/settings`;
  const requests: [string, (account: string) => ParsedRequest][] = [
    ['a queue by its address', (account) => json('sqs', 'AmazonSQS.GetQueueAttributes', { QueueUrl: queue(account) })],
    [
      'a queue at its path',
      (account) => ({
        service: 'sqs',
        request: { ...form('sqs', 'Action=GetQueueAttributes').request, target: `/${account}/jobs` },
      }),
    ],
    [
      'a topic',
      (account) => form('sns', `Action=GetTopicAttributes&TopicArn=arn%3Aaws%3Asns%3Aeu-west-1%3A${account}%3At`),
    ],
    [
      'a key',
      (account) => json('kms', 'TrentService.DescribeKey', { KeyId: `arn:aws:kms:eu-west-1:${account}:key/k` }),
    ],
    ['a table', (account) => json('dynamodb', 'DynamoDB_20120810.DescribeTable', { TableName: table(account) })],
    [
      'an item',
      (account) =>
        json('dynamodb', 'DynamoDB_20120810.GetItem', { TableName: table(account), Key: { k: { S: 'data' } } }),
    ],
    [
      'a function',
      (account) => get('lambda', `GET lambda.eu-west-1.amazonaws.com/2015-03-31/functions/${account}%3Af`),
    ],
    [
      'a function by its ARN',
      (account) =>
        get(
          'lambda',
          `GET lambda.eu-west-1.amazonaws.com/2015-03-31/functions/arn%3Aaws%3Alambda%3Aeu-west-1%3A${account}%3Afunction%3Af`,
        ),
    ],
    [
      'a registry',
      (account) => json('ecr', 'AmazonEC2ContainerRegistry_V20150921.DescribeRepositories', { registryId: account }),
    ],
    ['owners of images', (account) => form('ec2', `Action=DescribeImages&Owner.1=${account}`)],
    [
      'an account of S3',
      (account) =>
        get('s3', 'GET s3-control.eu-west-1.amazonaws.com/v20180820/configuration/publicAccessBlock', {
          'x-amz-account-id': account,
        }),
    ],
    [
      'a table, written in numbers',
      (account) =>
        json(
          'kms',
          'TrentService.DescribeKey',
          `{"KeyId":"arn:aws:kms:eu-west-1:\\u003${account[0]}${account.slice(1)}:key/k"}`,
        ),
    ],
    [
      'a function, encoded twice',
      (account) =>
        get(
          'lambda',
          `GET lambda.eu-west-1.amazonaws.com/2015-03-31/functions/%253${account[0]}${account.slice(1)}%253Afunction%253Af`,
        ),
    ],
    ['owners, encoded', (account) => form('ec2', `Action=DescribeImages&Owner.1=%3${account[0]}${account.slice(1)}`)],
  ];
  test.each(requests)('%s', async (_what, asking) => {
    expect(await outOf({ ...asking(OWN) })).not.toContain('an account that no state');
    expect(await outOf(asking('222222222222'))).not.toContain('an account that no state');
    expect(await outOf(asking(FOREIGN))).toContain('an account that no state of this analysis names');
  });

  test('refuses a body that is compressed or in another alphabet', async () => {
    const asked = json('kms', 'TrentService.DescribeKey', { KeyId: `arn:aws:kms:eu-west-1:${FOREIGN}:key/k` });
    const wide = Buffer.from(asked.request.body?.toString() ?? '', 'utf16le');
    expect(await outOf({ ...asked, request: { ...asked.request, body: wide } })).toContain('cannot be read here');
    const packed = get('xray', 'POST xray.eu-west-1.amazonaws.com/Groups', { 'content-encoding': 'gzip' });
    expect(await outOf(packed)).toContain('cannot be read here');
  });

  test('reads the texts of CBOR where they are whole', async () => {
    const text = (value: string) => {
      const { length } = value;
      return Buffer.concat([Buffer.from(length < 24 ? [0x60 + length] : [0x78, length]), Buffer.from(value)]);
    };
    const cbor = (...value: Buffer[]): ParsedRequest => ({
      service: 'fms',
      request: {
        host: 'fms.eu-west-1.amazonaws.com',
        target: '/service/AWSFMS_20180101/operation/GetViolationDetails',
        headers: { 'smithy-protocol': 'rpc-v2-cbor', 'content-type': 'application/cbor' },
        body: Buffer.concat([Buffer.from([0xa2]), text('MemberAccount'), ...value, text('k'), text('v')]),
      },
    });
    expect(await outOf(cbor(text(OWN)))).toBe('passes');
    expect(await outOf(cbor(text(FOREIGN)))).toContain('an account that no state');
    // The length before a text is no part of it, whatever its bytes look like.
    expect(await outOf(cbor(text(`${FOREIGN}:`.padEnd(0x39, 'x'))))).toContain('an account that no state');
    expect(await outOf(cbor(text('x'.repeat(127))))).toBe('passes');
    expect(await outOf(cbor(Buffer.from([0x18, 0x7f])))).toBe('passes');
    const pieces = [Buffer.from([0x7f]), text('9999'), text('99999999'), Buffer.from([0xff])];
    expect(await outOf(cbor(...pieces))).toContain('cannot be read here');
  });

  test('ignores numbers that are no accounts', async () => {
    for (const id of [`vpc-${FOREIGN}`, `0${FOREIGN}`, `a${FOREIGN}`, '1764000000000'])
      expect(await outOf(form('ec2', `Action=DescribeVpcs&VpcId.1=${id}`))).toBe('passes');
  });
});

test.each([
  ['settings', 'passes'],
  [`arn:aws:dynamodb:eu-west-1:${OWN}:table/settings`, 'passes'],
  ['orders', 'items of a table of which no state has any'],
])('an item of the table %s: %s', async (TableName, expected) => {
  const asked = json('dynamodb', 'DynamoDB_20120810.GetItem', { TableName, Key: { k: { S: 'a' } } });
  expect(await outOf(asked)).toContain(expected);
});

test('refuses a request that names its table twice', async () => {
  const body = '{"TableName":"settings","TableName":"orders","Key":{"k":{"S":"a"}}}';
  expect(await outOf(json('dynamodb', 'DynamoDB_20120810.GetItem', body))).toContain('of which no state has any');
});

test('shares the names of a state with all sessions of its analysis, and no other', () => {
  const sessions = createSessions();
  const [ours, theirs] = [{}, {}];
  const open = (by: object, account: string, more?: Named) => {
    const wanted: SessionRequest = { ...sessionOf(), by, account, named: more ?? NOTHING };
    return sessions.find(sessions.open(wanted).credentials.accessKeyId)?.named;
  };
  const first = open(ours, OWN, named);
  const second = open(ours, '333333333333', { ...named, buckets: new Set(['second']) });
  expect(first).toBe(second);
  expect([...(first?.buckets ?? [])]).toEqual([...named.buckets, 'second']);
  expect([...(first?.accounts ?? [])]).toEqual([OWN, '222222222222', '333333333333']);
  expect(open(theirs, FOREIGN)).toEqual({ ...NOTHING, accounts: new Set([FOREIGN]) });
});
