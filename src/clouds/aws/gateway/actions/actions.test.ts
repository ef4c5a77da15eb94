import { describe, expect, test } from 'vitest';
import type { CloudRequest } from '../call/types.ts';
import { createActions } from './actions.ts';

const { classify, isCloudHost } = createActions();

const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
const CBOR = { 'smithy-protocol': 'rpc-v2-cbor', 'content-type': 'application/cbor' };

function request(line: string, headers: CloudRequest['headers'] = {}, body = ''): CloudRequest {
  const [, method = '', host = '', target = ''] = /^(\w+) ([^/]+)(.*)$/.exec(line) ?? [];
  return { method, host, target, headers, body: Buffer.from(body) };
}

const form = (host: string, body: string) => request(`POST ${host}/`, FORM, body);
const json = (host: string, target: string, body = '{}') => request(`POST ${host}/`, { 'x-amz-target': target }, body);

function said(service: string, request: CloudRequest): string | undefined {
  const action = classify(request, { service });
  return action && `${action.kind} ${action.name} (${action.protocol}) ${action.permissions.join(', ')}`;
}

const S3 = 's3.eu-west-1.amazonaws.com';

describe('an operation is recognized by its protocol', () => {
  test.each([
    [
      'ec2',
      form('ec2.us-east-1.amazonaws.com', 'Action=DescribeVpcs&Version=2016-11-15'),
      'read DescribeVpcs (ec2) ec2:DescribeVpcs',
    ],
    [
      'iam',
      form('iam.amazonaws.com', 'Version=2010-05-08&Action=CreateUser'),
      'other CreateUser (query) iam:CreateUser',
    ],
    ['sqs', json('sqs.us-east-1.amazonaws.com', 'AmazonSQS.GetQueueUrl'), 'read GetQueueUrl (json) sqs:GetQueueUrl'],
    [
      'sqs',
      request('POST sqs.us-east-1.amazonaws.com/123456789012/jobs', FORM, 'Action=GetQueueAttributes'),
      'read GetQueueAttributes (query) sqs:GetQueueAttributes',
    ],
    [
      'cloudtrail',
      json('cloudtrail.us-east-1.amazonaws.com', 'com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101.GetTrail'),
      'read GetTrail (json) cloudtrail:GetTrail',
    ],
    [
      'cloudtrail',
      json('cloudtrail.us-east-1.amazonaws.com', 'CloudTrail_20131101.DescribeTrails'),
      'read DescribeTrails (json) cloudtrail:DescribeTrails',
    ],
    [
      'dynamodb',
      json('123456789012.ddb.us-east-1.amazonaws.com', 'DynamoDB_20120810.DescribeTable'),
      'read DescribeTable (json) dynamodb:DescribeTable',
    ],
    [
      'monitoring',
      form('monitoring.us-east-1.amazonaws.com', 'Action=DescribeAlarms'),
      'read DescribeAlarms (query) cloudwatch:DescribeAlarms',
    ],
    [
      'monitoring',
      request(
        'POST monitoring.us-east-1.amazonaws.com/service/GraniteServiceVersion20100801/operation/DescribeAlarms',
        CBOR,
      ),
      'read DescribeAlarms (smithy-rpc-v2-cbor) cloudwatch:DescribeAlarms',
    ],
    [
      'lambda',
      request('GET lambda.us-east-1.amazonaws.com/2015-03-31/functions/'),
      'read ListFunctions (rest-json) lambda:ListFunctions',
    ],
    [
      'lambda',
      request('GET lambda.us-east-1.amazonaws.com/2015-03-31/functions/f/policy?Qualifier=1'),
      'read GetPolicy (rest-json) lambda:GetPolicy',
    ],
    [
      'lambda',
      request('POST lambda.us-east-1.amazonaws.com/2015-03-31/functions/f/invocations'),
      'other Invoke (rest-json) lambda:Invoke',
    ],
    [
      'apigateway',
      request('GET apigateway.us-east-1.amazonaws.com/restapis/x/stages'),
      'read GetStages (rest-json) apigateway:GET',
    ],
    [
      'apigateway',
      request('GET apigateway.us-east-1.amazonaws.com/v2/apis/x/stages'),
      'read GetStages (rest-json) apigateway:GET',
    ],
    [
      'apigateway',
      request('GET apigateway.us-east-1.amazonaws.com/tags/arn%3Aaws%3Aapigateway%3Aus-east-1%3A%3A%2Frestapis%2Fx'),
      'read GetTags (rest-json) apigateway:GET',
    ],
    [
      'route53',
      request('GET route53.amazonaws.com/2013-04-01/hostedzone/Z1/rrset?maxitems=1'),
      'read ListResourceRecordSets (rest-xml) route53:ListResourceRecordSets',
    ],
    [
      'kinesis',
      json('123456789012.control-kinesis.us-east-1.amazonaws.com', 'Kinesis_20131202.GetResourcePolicy'),
      'read GetResourcePolicy (json) kinesis:GetResourcePolicy',
    ],
    [
      'kinesis',
      json('123456789012.data-kinesis.us-east-1.amazonaws.com', 'Kinesis_20131202.GetRecords'),
      'other GetRecords (json) kinesis:GetRecords',
    ],
    ['sts', form('sts.eu-west-1.amazonaws.com', 'Action=GetCallerIdentity'), 'read GetCallerIdentity (query) '],
    [
      'ecr',
      json('api.ecr.us-east-1.amazonaws.com', 'AmazonEC2ContainerRegistry_V20150921.DescribeRepositories'),
      'read DescribeRepositories (json) ecr:DescribeRepositories',
    ],
  ] as const)('%s', (service, asked, expected) => {
    expect(said(service, asked)).toBe(expected);
  });
});

test('returns what stands in a host before the name of the endpoint', () => {
  const before = (host: string) =>
    classify(json(host, 'Kinesis_20131202.GetResourcePolicy'), { service: 'kinesis' })?.before;
  expect(before('123456789012.control-kinesis.us-east-1.amazonaws.com')).toBe('123456789012');
  expect(before('kinesis.us-east-1.amazonaws.com')).toBeUndefined();
});

describe('S3 says what it is asked for in its host, path and query', () => {
  test.each([
    [`GET ${S3}/`, 'read ListBuckets (rest-xml) s3:ListAllMyBuckets'],
    [`HEAD ${S3}/acme`, 'read HeadBucket (rest-xml) s3:ListBucket'],
    [`HEAD acme.${S3}/`, 'read HeadBucket (rest-xml) s3:ListBucket'],
    [`HEAD logs.acme.com.s3.amazonaws.com/a/b/`, 'read HeadObject (rest-xml) s3:GetObject'],
    [
      `GET acme.s3.dualstack.eu-west-1.amazonaws.com/?lifecycle`,
      'read GetBucketLifecycleConfiguration (rest-xml) s3:GetLifecycleConfiguration',
    ],
    [`GET acme.s3-fips.us-gov-west-1.amazonaws.com/?acl=`, 'read GetBucketAcl (rest-xml) s3:GetBucketAcl'],
    [
      `GET ${S3}/acme?analytics&id=all&x-id=GetBucketAnalyticsConfiguration`,
      'read GetBucketAnalyticsConfiguration (rest-xml) s3:GetAnalyticsConfiguration',
    ],
    [`GET acme.${S3}/?analytics`, 'read ListBucketAnalyticsConfigurations (rest-xml) s3:GetAnalyticsConfiguration'],
    [`GET acme.${S3}/a/b?tagging`, 'read GetObjectTagging (rest-xml) s3:GetObjectTagging'],
    [`GET acme.${S3}/a/b?x-id=GetObject`, 'other GetObject (rest-xml) s3:GetObject'],
    [`GET acme.${S3}/?list-type=2`, 'other ListObjectsV2 (rest-xml) s3:ListBucket'],
    [`GET acme.${S3}/?never-heard-of`, 'other ListObjects (rest-xml) s3:ListBucket'],
    [`PUT acme.${S3}/a`, 'other CopyObject (rest-xml) s3:CopyObject'],
    [
      `GET b--use1-az4--x-s3.s3express-use1-az4.us-east-1.amazonaws.com/?session`,
      'other CreateSession (rest-xml) s3:CreateSession',
    ],
    [`GET acme.${S3}/?acl&session`, undefined],
    [`GET acme.${S3}/?acl&versions`, undefined],
    [`GET ${S3}/acme/key?acl&torrent`, undefined],
    [`GET ${S3}/acme%2Fkey?location`, undefined],
    [`GET acme.${S3}/?analytics&id=1&session`, undefined],
    [
      'GET 123456789012.s3-control.eu-west-1.amazonaws.com/v20180820/configuration/publicAccessBlock',
      'read GetPublicAccessBlock (rest-xml) s3:GetAccountPublicAccessBlock',
    ],
    // The same path at S3 is an object of a bucket.
    [`GET ${S3}/v20180820/configuration/publicAccessBlock`, 'other GetObject (rest-xml) s3:GetObject'],
  ])('%s', (line, expected) => {
    expect(said('s3', request(line))).toBe(expected);
  });
});

describe('what could be read in two ways is nothing', () => {
  const host = 'ec2.us-east-1.amazonaws.com';
  test.each([
    ['two actions', 'ec2', form(host, 'Action=DescribeVpcs&Action=DeleteVpc')],
    ['two actions, one in lower case', 'ec2', form(host, 'Action=DescribeVpcs&action=DeleteVpc')],
    ['two actions, one encoded', 'ec2', form(host, 'Action=DescribeVpcs&%41ction=DeleteVpc')],
    ['two actions, by another separator', 'ec2', form(host, 'X=1;Action=DeleteVpc&Action=DescribeVpcs')],
    ['two actions, one with a zero byte', 'ec2', form(host, 'Action=DescribeVpcs&Action%00=DeleteVpc')],
    ['two actions, one not in UTF-8', 'ec2', form(host, 'Action=DescribeVpcs&%C1%81ction=DeleteVpc')],
    ['an action in the query', 'ec2', request(`POST ${host}/?Action=DeleteVpc`, FORM, 'Action=DescribeVpcs')],
    ['an action in the query alone', 'ec2', request(`GET ${host}/?Action=DescribeVpcs`)],
    ['an action that is not known', 'ec2', form(host, 'Action=DescribeEverything')],
    [
      'two protocols',
      'monitoring',
      request(
        'POST monitoring.us-east-1.amazonaws.com/',
        { ...FORM, 'x-amz-target': 'GraniteServiceVersion20100801.DescribeAlarms' },
        'Action=DeleteAlarms',
      ),
    ],
    [
      'two protocols',
      'monitoring',
      request('POST monitoring.us-east-1.amazonaws.com/service/x/operation/DescribeAlarms', {
        ...CBOR,
        'x-amz-target': 'GraniteServiceVersion20100801.DeleteAlarms',
      }),
    ],
    [
      'two targets',
      'sqs',
      request('POST sqs.us-east-1.amazonaws.com/', {
        'x-amz-target': ['AmazonSQS.GetQueueUrl', 'AmazonSQS.DeleteQueue'],
      }),
    ],
    ['another service’s target', 'sqs', json('sqs.us-east-1.amazonaws.com', 'AmazonSSM.DescribeDocument')],
    [
      'an encoded body',
      'ec2',
      request(`POST ${host}/`, { ...FORM, 'content-encoding': 'gzip' }, 'Action=DescribeVpcs'),
    ],
    [
      'another method in a header',
      'lambda',
      request('GET lambda.us-east-1.amazonaws.com/2015-03-31/functions/f', { 'x-http-method-override': 'DELETE' }),
    ],
    [
      'a path that leads elsewhere',
      'lambda',
      request('GET lambda.us-east-1.amazonaws.com/2015-03-31/functions/f/%2E%2e'),
    ],
    [
      'a path that leads elsewhere once it is decoded',
      'apigateway',
      request('GET apigateway.us-east-1.amazonaws.com/tags/x%2F..%2F..%2Fapikeys?includeValues=true'),
    ],
    [
      'a path that leads elsewhere for who knows parameters of parts',
      'lambda',
      request('GET lambda.us-east-1.amazonaws.com/2015-03-31/functions/..;'),
    ],
    [
      'parameters with another separator',
      'apigateway',
      request('GET apigateway.us-east-1.amazonaws.com/apikeys/k?a=1;includeValue=true'),
    ],
    ['a bucket, or an object called /', 's3', request(`GET acme.${S3}//?location`)],
    ['a path that can’t be decoded', 'lambda', request('GET lambda.us-east-1.amazonaws.com/2015-03-31/functions/%zz')],
    [
      'another alphabet',
      'ec2',
      request(
        `POST ${host}/`,
        { 'content-type': `${FORM['content-type'].split(';')[0]}; charset=IBM037` },
        'Action=DescribeVpcs',
      ),
    ],
    [
      'a form at a service that takes none',
      'lambda',
      request('GET lambda.us-east-1.amazonaws.com/2015-03-31/functions/f', FORM),
    ],
    [
      'a body that nobody may read',
      'lambda',
      request('GET lambda.us-east-1.amazonaws.com/2015-03-31/functions/f', {}, 'DELETE / HTTP/1.1\r\n\r\n'),
    ],
    ['another service’s host', 'ec2', form('iam.amazonaws.com', 'Action=DescribeVpcs')],
    ['a customer’s host', 'ec2', form('x.execute-api.us-east-1.amazonaws.com', 'Action=DescribeVpcs')],
    ['a service that is not known', 'nope', form(host, 'Action=DescribeVpcs')],
  ])('%s', (_why, service, asked) => {
    expect(classify(asked, { service })).toBeUndefined();
  });
});

test.each([
  ['ec2.us-east-1.amazonaws.com', true],
  ['ec2.us-east-1.amazonaws.com:443', true],
  ['sts.amazonaws.com', true],
  ['ec2.cn-north-1.amazonaws.com.cn', true],
  ['lambda.eu-west-1.api.aws', true],
  ['route53.us-gov.amazonaws.com', true],
  ['ingest-cell3.timestream.us-east-1.amazonaws.com', true],
  ['123456789012.cloudfront-kvs.global.api.aws', true],
  ['ec2.us-east-1.amazonaws.com:8443', false],
  ['ec2.us-east-1.amazonaws.com.evil.example', false],
  ['evil.ec2.us-east-1.amazonaws.com', false],
  ['evilamazonaws.com', false],
  ['amazonaws.com', false],
  ['x.execute-api.us-east-1.amazonaws.com', false],
  ['ec2-52-1-2-3.compute-1.amazonaws.com', false],
  ['lb-1.us-east-1.elb.amazonaws.com', false],
  ['db.abc.us-east-1.rds.amazonaws.com', false],
  ['acme.s3-website-us-east-1.amazonaws.com', false],
  ['x.lambda-url.us-east-1.on.aws', false],
  ['169.254.169.254', false],
  ['example.com', false],
])('%s is a host of a service: %s', (host, expected) => {
  expect(isCloudHost(host)).toBe(expected);
});
