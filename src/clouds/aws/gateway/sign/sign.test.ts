import { createECDH, createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPresigned, readSignature } from './scope.ts';
import { signedHeaders } from './sign.ts';
import { Sha256 } from './v4a.ts';

/** The credentials of AWS's own examples. */
const EXAMPLE = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const S3_EXAMPLE = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const EMPTY = Buffer.alloc(0);
const signatureOf = ({ authorization = '' }: Record<string, string>) => /Signature=(\w+)$/.exec(authorization)?.[1];

test('signs as the example of version 4 does', async () => {
  const headers = await signedHeaders(
    {
      method: 'GET',
      host: 'iam.amazonaws.com',
      target: '/?Action=ListUsers&Version=2010-05-08',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', 'user-agent': 'not signed' },
      body: EMPTY,
    },
    { service: 'iam', region: 'us-east-1' },
    EXAMPLE,
    new Date('2015-08-30T12:36:00Z'),
  );
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, ' +
      'SignedHeaders=content-type;host;x-amz-date, ' +
      'Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  );
  expect(headers['user-agent']).toBe('not signed');
});

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
test.each([
  ['/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['/?lifecycle=', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['/?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])("signs as S3's examples do: %s", async (target, signature) => {
  const headers = await signedHeaders(
    { method: 'GET', host: 'examplebucket.s3.amazonaws.com', target, headers: {}, body: EMPTY },
    { service: 's3', region: 'us-east-1' },
    S3_EXAMPLE,
    new Date('2013-05-24T00:00:00Z'),
  );
  expect(signatureOf(headers)).toBe(signature);
});

/** The signatures of botocore 1.43 (SigV4Auth, S3SigV4Auth) for the same requests. */
const GOLDEN = [
  [
    'lambda',
    '/2015-03-31/functions/arn%3Aaws%3Alambda%3Aeu-west-1%3A123456789012%3Afunction%3Aa/policy?Qualifier=%24LATEST',
    '',
    'a05ab5e0a8b725c47de087829941f433881033dad0788e135141d285ca9b3fc8',
  ],
  ['ecs', '/', '{"cluster":"ü"}', 'fb0aeecd828d27b2ded0d59246f120d9d6f9b57c2c66d287d2a0a686d53d342a'],
  [
    'apigateway',
    '/tags/arn%3Aaws%3Aapigateway%3Aeu-west-1%3A%3A%2Frestapis%2Fa~b?limit=500&b=2&b=1&a=x%20y%2Bz',
    '',
    '7d1945315dce0e94c6a1fe092806ebb805d328bbe99a7f2541de6f98ce196ec0',
  ],
  [
    's3',
    '/bucket/key%20with%2Bplus/%C3%BC//x?tagging=&versionId=a%2Fb',
    '',
    '63e1becbc9bd0a5a3a581ed08c751ef222166f96a4bb2c7a71258599a437596d',
  ],
] as const;

test.each(GOLDEN)('signs as botocore does: %s %s', async (service, target, body, signature) => {
  const headers = await signedHeaders(
    {
      method: 'POST',
      host: `${service}.eu-west-1.amazonaws.com`,
      target,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    },
    { service, region: 'eu-west-1' },
    { ...EXAMPLE, sessionToken: 'token' },
    new Date('2015-08-30T12:36:00Z'),
  );
  expect(signatureOf(headers)).toBe(signature);
  expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
});

const part = fc.oneof(fc.constantFrom('', '.', '..', '%2F', '%20', '~', "(x)!*'", 'a+b', ':'), fc.webSegment());
const parameter = fc.tuple(
  fc.constantFrom('a', 'a-b', 'a.b', 'b', '%C3%BC'),
  fc.constantFrom('', '1', '2', 'x y', 'a+b', '?'),
);
const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'POST', 'HEAD'),
  path: fc.array(part).map((parts) => `/${parts.join('/')}`),
  search: fc.array(parameter).map((pairs) => pairs.map((pair) => pair.join('=')).join('&')),
  headers: fc.dictionary(
    fc.constantFrom('content-type', 'x-amz-target', 'user-agent', 'accept'),
    fc.constantFrom('a', ' b  c', '\t', '\u00a0d\u00a0\u00a0e '),
  ),
  body: fc.string(),
  sessionToken: fc.option(fc.string(), { nil: undefined }),
});

test.each(['iam', 's3', 's3tables'])("signs any request to %s as AWS's own signer does", async (service) => {
  const scope = { service, region: 'eu-west-1' };
  const signingDate = new Date('2026-01-02T03:04:05.678Z');
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ path, search, sessionToken, ...rest }) => {
      const body = Buffer.from(rest.body);
      const credentials = { ...EXAMPLE, sessionToken };
      const request = { ...rest, host: 'h.example', target: search === '' ? path : `${path}?${search}`, body };
      const { authorization, ...headers } = await signedHeaders(request, scope, credentials, signingDate);
      const params = new URLSearchParams(search);
      const query = Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)]));
      const signer = new SignatureV4({
        ...scope,
        credentials: { ...EXAMPLE, ...(sessionToken !== undefined && { sessionToken }) },
        sha256: Sha256,
        uriEscapePath: service !== 's3',
        applyChecksum: false,
      });
      const whole = { ...rest, protocol: 'https:', hostname: 'h.example', path, query, headers, body };
      const unsignableHeaders = new Set(['user-agent', 'accept', 'content-length']);
      const reference = await signer.sign(whole, { signingDate, unsignableHeaders });
      expect(authorization).toBe(reference.headers.authorization);
    }),
    { numRuns: 200 },
  );
});

/** The version 4A public key of credentials, derived as the cloud does: a counter in HMAC (NIST SP 800-108). */
function publicKeyOf({ accessKeyId, secretAccessKey }: typeof EXAMPLE) {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const label = Buffer.from('AWS4-ECDSA-P256-SHA256');
  for (let counter = 1; ; counter++) {
    const input = [
      Buffer.from([0, 0, 0, 1]),
      label,
      Buffer.from([0]),
      Buffer.from(accessKeyId),
      Buffer.from([counter, 0, 0, 1, 0]),
    ];
    const candidate = createHmac('sha256', `AWS4A${secretAccessKey}`).update(Buffer.concat(input)).digest('hex');
    if (BigInt(`0x${candidate}`) > order - 2n) continue;
    const curve = createECDH('prime256v1');
    curve.setPrivateKey((BigInt(`0x${candidate}`) + 1n).toString(16).padStart(64, '0'), 'hex');
    const [x, y] = [curve.getPublicKey().subarray(1, 33), curve.getPublicKey().subarray(33)];
    return createPublicKey({
      format: 'jwk',
      key: { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') },
    });
  }
}

test('signs for a set of regions with version 4A where the request names one', async () => {
  const request = {
    method: 'GET',
    host: '123456789012.cloudfront-kvs.global.api.aws',
    target: '/key-value-stores/arn%3Aaws%3Acloudfront',
    headers: { 'x-amz-region-set': '*' },
    body: EMPTY,
  };
  const scope = { service: 'cloudfront-keyvaluestore', region: 'us-east-1' };
  const headers = await signedHeaders(request, scope, EXAMPLE, new Date('2015-08-30T12:36:00Z'));
  const signed = 'host;x-amz-date;x-amz-region-set';
  const credential = '20150830/cloudfront-keyvaluestore/aws4_request';
  expect(headers.authorization).toContain(
    `AWS4-ECDSA-P256-SHA256 Credential=AKIDEXAMPLE/${credential}, SignedHeaders=${signed}, Signature=`,
  );
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const path = request.target.replaceAll('%', '%25');
  const canonical = `GET\n${path}\n\nhost:${request.host}\nx-amz-date:20150830T123600Z\nx-amz-region-set:*\n\n${signed}\n${sha256('')}`;
  const text = `AWS4-ECDSA-P256-SHA256\n20150830T123600Z\n${credential}\n${sha256(canonical)}`;
  const signature = Buffer.from(signatureOf(headers) ?? '', 'hex');
  expect(verify('sha256', Buffer.from(text), publicKeyOf(EXAMPLE), signature)).toBe(true);
});

test('reads who signed, and for what, of both versions and nothing else', () => {
  const v4 = (rest: string) => ({ authorization: `AWS4-HMAC-SHA256 Credential=AKIA2/20260101/${rest}` });
  const v4a = {
    authorization: 'AWS4-ECDSA-P256-SHA256 Credential=AKIA2/20260101/s3/aws4_request, SignedHeaders=host, Signature=0',
  };
  const end = 'aws4_request, SignedHeaders=host, Signature=0';
  expect(readSignature(v4(`eu-west-1/ec2/${end}`))).toEqual({
    accessKeyId: 'AKIA2',
    region: 'eu-west-1',
    service: 'ec2',
  });
  expect(readSignature(v4(`us-east-1/execute-api/${end}`))).toMatchObject({ service: 'execute-api' });
  expect(readSignature({ ...v4a, 'x-amz-region-set': '*' })).toMatchObject({ service: 's3', region: 'us-east-1' });
  expect(readSignature({ ...v4a, 'x-amz-region-set': 'eu-west-1,eu-west-2' })).toMatchObject({ region: 'eu-west-1' });
  for (const headers of [
    {},
    v4a,
    v4(`eu-west-1/${end}`),
    v4(`eu-west-1/ec2/../${end}`),
    { ...v4(`eu-west-1/ec2/${end}`), 'x-amz-region-set': '*' },
    { authorization: 'AWS AKIA:sig' },
    { authorization: 'Bearer AKIA' },
  ])
    expect(readSignature(headers)).toBeUndefined();
});

test('knows a signature in an address, however it is written', () => {
  const presigned = [
    '?X-Amz-Signature=a',
    '?a=b&x-amz-credential=c',
    '?%58%2DAmz%2dAlgorithm=x',
    '?Signature=a&AWSAccessKeyId=b',
  ];
  for (const target of presigned) expect(isPresigned(`/key${target}`)).toBe(true);
  for (const target of ['/?a=X-Amz-Signature', '/x-amz-signature=a', '/?lifecycle', '/?Signatures=1'])
    expect(isPresigned(target)).toBe(false);
});

test("encodes the path once more for services that are only called like S3's", async () => {
  const response = await signedHeaders(
    { method: 'GET', host: 'h', target: '/buckets/arn%3Aaws', headers: {}, body: EMPTY },
    { service: 's3tables', region: 'eu-west-1' },
    EXAMPLE,
    new Date('2015-08-30T12:36:00Z'),
  );
  const hex = (text: string) => createHash('sha256').update(text).digest('hex');
  const canonical = `GET\n/buckets/arn%253Aaws\n\nhost:h\nx-amz-date:20150830T123600Z\n\nhost;x-amz-date\n${hex('')}`;
  const scope = ['20150830', 'eu-west-1', 's3tables', 'aws4_request'];
  const key = scope.reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${EXAMPLE.secretAccessKey}`,
  );
  const text = `AWS4-HMAC-SHA256\n20150830T123600Z\n${scope.join('/')}\n${hex(canonical)}`;
  expect(signatureOf(response)).toBe(createHmac('sha256', key).update(text).digest('hex'));
});
