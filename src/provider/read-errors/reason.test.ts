import { describe, expect, test } from 'vitest';
import { unreadable } from './advice.ts';
import type { UnreadableReason } from '../contract/types.ts';

const ROLE = 'arn:aws:sts::123456789012:assumed-role/plumbline/plumbline-scan';
const v2 = (status: number, error: string) =>
  `reading SQS Queue (https://sqs.us-east-1.amazonaws.com/123456789012/throttling): operation error SQS: GetQueueAttributes, https response error StatusCode: ${status}, RequestID: 6a1d2f7e-2f3b, ${error}`;
const notAuthorized = (action: string, because: string) =>
  v2(403, `api error AccessDenied: User: ${ROLE} is not authorized to perform: ${action} on resource: x ${because}`);

type Row = [text: string, reason: UnreadableReason, advice: string];

describe('denied', () => {
  test.each<Row>([
    [
      notAuthorized(
        'sqs:GetQueueAttributes',
        'because no identity-based policy allows the sqs:GetQueueAttributes action',
      ),
      'denied',
      'Allow sqs:GetQueueAttributes to the role plumbline.',
    ],
    [
      notAuthorized('sqs:GetQueueAttributes', 'with an explicit deny in a service control policy'),
      'denied',
      'A service control policy of the organization in AWS forbids sqs:GetQueueAttributes',
    ],
    [
      notAuthorized('s3:GetBucketPolicy', 'with an explicit deny in a resource control policy'),
      'denied',
      'A resource control policy',
    ],
    [notAuthorized('iam:GetRole', 'with an explicit deny in an identity-based policy'), 'denied', 'denies iam:GetRole'],
    [
      notAuthorized('iam:GetRole', 'because no permissions boundary allows the iam:GetRole action'),
      'denied',
      'The permissions boundary of the role plumbline does not allow iam:GetRole',
    ],
    [
      notAuthorized('ec2:DescribeVpcs', 'because no session policy allows the ec2:DescribeVpcs action'),
      'denied',
      'The session policy',
    ],
    [
      notAuthorized('kms:DescribeKey', 'because no resource-based policy allows the kms:DescribeKey action'),
      'denied',
      'The policy of the resource itself does not allow kms:DescribeKey',
    ],
    [
      'reading SSM Parameter (/a): operation error SSM: GetParameter, https response error StatusCode: 400, RequestID: x, api error AccessDeniedException: The ciphertext refers to a customer master key that does not exist, does not exist in this region, or you are not allowed to access.',
      'denied',
      'The policy of the KMS key does not allow this',
    ],
    [v2(403, 'api error AccessDeniedException: '), 'denied', 'Plumbline may not read this'],
    [
      'UnauthorizedOperation: You are not authorized to perform this operation. Encoded authorization failure message: abc\n\tstatus code: 403, request id: x',
      'denied',
      'Plumbline may not read this',
    ],
    [v2(403, 'api error Forbidden: Forbidden'), 'denied', 'Plumbline may not read this'],
    ['googleapi: Error 403: Permission denied on resource project x., forbidden', 'denied', 'may not read'],
    ['rpc error: code = PermissionDenied desc = The caller does not have permission', 'denied', 'may not read'],
    ['StatusCode=403 -- Original Error: Code="AuthorizationFailed" Message="no"', 'denied', 'may not read'],
  ])('%s', (text, reason, advice) => {
    expect(verdictOf(text)).toEqual([reason, expect.stringContaining(advice)]);
  });
});

describe('throttled', () => {
  test.each([
    v2(400, 'api error Throttling: Rate exceeded'),
    v2(400, 'api error ThrottlingException: Rate exceeded'),
    v2(429, 'api error TooManyRequestsException: Rate exceeded'),
    v2(503, 'api error RequestLimitExceeded: Request limit exceeded.'),
    v2(503, 'api error SlowDown: Please reduce your request rate.'),
    v2(400, 'api error PriorRequestNotComplete: The request was rejected because Route 53 was still processing one.'),
    v2(400, 'api error ProvisionedThroughputExceededException: The level of configured provisioned throughput'),
    'reading Route 53 Record: operation error Route 53: ListResourceRecordSets, exceeded maximum number of attempts, 6, https response error StatusCode: 400, RequestID: x, api error Throttling: Rate exceeded',
    'reading EC2 VPC: operation error EC2: DescribeVpcs, failed to get rate limit token, retry quota exceeded, 0 available, 5 requested',
    'ThrottlingException: Rate exceeded\n\tstatus code: 400, request id: x',
    'googleapi: Error 429: Quota exceeded for quota metric, rateLimitExceeded',
    'rpc error: code = ResourceExhausted desc = Quota exceeded',
    'unexpected status 429 (429 Too Many Requests)',
  ])('%s', (text) => {
    expect(verdictOf(text)).toEqual(['throttled', expect.stringContaining('throttled these requests')]);
  });
});

describe('the rest', () => {
  test.each<Row>([
    [v2(408, 'api error RequestTimeout: Your socket connection was idle'), 'timeout', 'in time'],
    ['operation error EC2: DescribeInstances, context deadline exceeded', 'timeout', 'in time'],
    ['timeout while waiting for state to become available (last state: pending, timeout: 5m0s)', 'timeout', 'in time'],
    ['operation error EC2: DescribeInstances, request canceled, context canceled', 'canceled', 'called off'],
    [
      v2(403, 'api error ExpiredToken: The security token included in the request is expired'),
      'credentials_expired',
      'expired',
    ],
    [v2(400, 'api error ExpiredTokenException: The security token is expired'), 'credentials_expired', 'fresh ones'],
    [v2(400, 'api error RequestExpired: Request has expired.'), 'credentials_expired', 'fresh ones'],
    [
      v2(403, 'api error InvalidClientTokenId: The security token included in the request is invalid.'),
      'credentials_rejected',
      'not accepted',
    ],
    [
      // EC2 also answers this in a region that is not enabled.
      'AuthFailure: AWS was not able to validate the provided access credentials\n\tstatus code: 401, request id: x',
      'credentials_rejected',
      'that the region is enabled',
    ],
    [v2(400, 'api error UnrecognizedClientException: x'), 'credentials_rejected', 'region is enabled'],
    [v2(403, 'api error SignatureDoesNotMatch: x'), 'credentials_rejected', 'not accepted'],
    [
      v2(403, 'api error RegionDisabledException: STS is not activated in this region for account:123456789012.'),
      'region_disabled',
      'not enabled',
    ],
    [v2(401, 'api error OptInRequired: You are not subscribed to this service.'), 'region_disabled', 'not enabled'],
    [
      'operation error SQS: GetQueueAttributes, https response error StatusCode: 0, RequestID: , request send failed, Post "https://sqs.mars-1.amazonaws.com/": dial tcp: lookup sqs.mars-1.amazonaws.com: no such host',
      'unreachable',
      'could not be reached',
    ],
    [
      'Post "https://x": tls: failed to verify certificate: x509: certificate signed by unknown authority',
      'unreachable',
      '',
    ],
    [v2(403, 'api error PlumblineSecretValuesOff: x'), 'secret_values_off', '--secret-values'],
    [v2(403, 'api error PlumblineRefused: x'), 'refused', 'no provider'],
    [v2(403, 'api error PlumblineRefused: s3:GetBucketAcl asks about an account'), 'refused', 'no state'],
    [v2(403, 'api error PlumblineRefused: it does not know this operation of x'), 'refused', 'know this operation'],
    [v2(403, 'api error PlumblineUnknownEndpoint: x'), 'unknown_endpoint', 'does not know this endpoint'],
    [v2(503, 'api error PlumblineUnreachable: x'), 'unreachable', 'could not be reached'],
    [v2(504, 'api error PlumblineTimeout: x'), 'timeout', 'No answer'],
    [v2(502, 'api error PlumblineBrokenAnswer: x'), 'unavailable', 'had server errors'],
    [v2(403, 'api error PlumblineCredentials: x'), 'credentials_expired', 'fresh ones'],
    ['dial tcp 10.0.0.1:443: i/o timeout', 'unreachable', 'could not be reached'],
    [v2(500, 'api error InternalError: We encountered an internal error.'), 'unavailable', 'had server errors'],
    [v2(503, 'api error ServiceUnavailable: x'), 'unavailable', 'had server errors'],
  ])('%s', (text, reason, advice) => {
    expect(verdictOf(text)).toEqual([reason, expect.stringContaining(advice)]);
  });

  test.each<Row>([
    // PostgreSQL, MariaDB, Kubernetes, RabbitMQ, MinIO, GitHub, Azure.
    [
      'Error connecting to PostgreSQL server db.example.com (scheme: postgres): pq: password authentication failed for user "app"',
      'credentials_rejected',
      'check user, key or password',
    ],
    ['FATAL: role "app" is not permitted to log in (SQLSTATE 28P01)', 'credentials_rejected', 'not accepted'],
    ["Error 1045 (28000): Access denied for user 'app'@'10.0.0.1' (using password: YES)", 'credentials_rejected', ''],
    ['the server has asked for the client to provide credentials (get namespaces web)', 'credentials_rejected', ''],
    ['Unauthorized', 'credentials_rejected', 'not accepted'],
    ['Error 401 (not_authorised): Login failed', 'credentials_rejected', 'not accepted'],
    ['The request signature we calculated does not match the signature you provided.', 'credentials_rejected', ''],
    ['GET https://api.github.com/repos/acme/x: 401 Bad credentials []', 'credentials_rejected', 'not accepted'],
    ['unexpected status 401 (401 Unauthorized) with EOF', 'credentials_rejected', 'not accepted'],
    ['AADSTS7000215: Invalid client secret provided', 'credentials_rejected', 'not accepted'],
    ['pq: permission denied for table pg_authid', 'denied', 'Plumbline may not read this'],
    ['secrets "x" is forbidden: User "zoe" cannot get resource "secrets"', 'denied', 'may not read this'],
    ['dial tcp 127.0.0.1:5432: connect: connection refused', 'unreachable', 'check its address'],
    ['Error initializing PostgreSQL client: error PostgreSQL version: EOF', 'unreachable', ''],
    ['dial tcp 10.9.9.9:5432: connect: permission denied', 'unreachable', 'say where to with `reach`'],
    ['dial udp 10.255.255.53:53: socket: operation not permitted', 'unreachable', 'say where to with `reach`'],
    ['dial tcp 10.9.9.9:443: connect: no route to host', 'unreachable', 'could not be reached'],
    ['dial tcp: lookup db.nowhere.example: Temporary failure in name resolution', 'unreachable', ''],
    ['Get "https://10.0.0.5:6443/api": Connection refused or not allowed by reach', 'unreachable', ''],
    ['EOF', 'unreachable', ''],
    // Go's database/sql and the driver of MySQL, where the server ends a connection that is in use.
    ['could not check if role exists: driver: bad connection', 'unreachable', 'could not be reached'],
    ['invalid connection', 'unreachable', 'could not be reached'],
    ['invalid connection string', 'provider_error', ''],
    ['Get "http://127.0.0.1:15672/api/vhosts/shop": EOF', 'unreachable', ''],
    ['Error querying DNS record: dns: bad authentication', 'credentials_rejected', 'not accepted'],
    ['pq: terminating connection due to unexpected postmaster exit', 'unavailable', ''],
    [
      'Expected HTTP response code [201 202] when accessing [POST http://k/v3/auth/tokens], but got 401 instead: {}',
      'credentials_rejected',
      'not accepted',
    ],
    ['but got 403 instead: {}', 'denied', 'may not read this'],
    ['but got 503 instead: <html>', 'unavailable', ''],
    ['pq: the database system is starting up', 'unavailable', ''],
    ['socks connect tcp 127.0.0.1:1->10.0.0.5:80: connection not allowed by ruleset', 'unreachable', 'with `reach`'],
  ])('of a provider of another cloud: %s', (text, reason, advice) => {
    expect(verdictOf(text)).toEqual([reason, expect.stringContaining(advice)]);
    expect(unreadable(text, String).detail).not.toContain('the role');
  });

  test.each([
    ['arn:aws:iam::123456789012:user/ops/zoe', 'the user zoe'],
    ['arn:aws:sts::123456789012:assumed-role/plumbline/plumbline-scan', 'the role plumbline'],
    ['arn:aws:sts::123456789012:federated-user/zoe', 'the identity that asked'],
  ])('names the caller in the advice: %s is %s', (arn, who) => {
    const text = `api error AccessDenied: User: ${arn} is not authorized to perform: iam:GetRole on resource: role x`;
    expect(verdictOf(text)).toEqual(['denied', `Allow iam:GetRole to ${who}.`]);
  });

  test('passes an unknown error on as it came', () => {
    const text = v2(400, 'api error ValidationException: 1 validation error detected');
    expect(unreadable(text, String)).toMatchObject({ reason: 'provider_error', detail: text });
  });
});

/** The reason, and the advice before the provider's message. */
function verdictOf(text: string): [reason: string, advice: string] {
  const { reason, detail } = unreadable(text, String);
  return [reason, /^([A-Z].*\.) The provider says: /.exec(detail)?.[1] ?? 'no advice'];
}
