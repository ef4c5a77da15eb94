import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { callOf, sessionOf } from '../../../../testkit/gateway-call.ts';
import { validateResponse } from './validate.ts';
import type { Call, CloudAnswer, Protocol } from './call/types.ts';

const call = (protocol: Protocol, { method = 'POST', endpoint }: { method?: string; endpoint?: string } = {}): Call =>
  callOf({ method, action: { protocol }, session: sessionOf({ endpoint }) });
const passes = (call: Call, status: number, body: string | Readable, headers: CloudAnswer['headers'] = {}) =>
  validateResponse(async () => ({
    status,
    headers,
    body: typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
  }))(call, new AbortController().signal).then(
    ({ status: received }) => received,
    (error: { kind?: string }) => error.kind,
  );

const PAGE = '<html><body>Blocked by your network</body></html>';

test.each<[Protocol, string[], string[]]>([
  [
    'ec2',
    [
      '<?xml version="1.0"?>\n<!-- a -->\n<DescribeVpcsResponse xmlns="x"><a/></DescribeVpcsResponse>\n',
      '<AResponse/>',
    ],
    ['', PAGE, '<DescribeVpcsResponse><vpcSet', '{}'],
  ],
  ['query', ['<GetRoleResponse>\n</GetRoleResponse>'], ['', PAGE]],
  ['json', ['{}', ' {"a":1}\n'], ['', PAGE, '{"a":[1,', 'null']],
  ['smithy-rpc-v2-cbor', ['\xa0', '\xbf\xff'], ['', PAGE]],
  ['rest-json', ['{}', 'x'], ['', 'null', ' null\n']],
  [
    'rest-xml',
    [
      '<?xml version="1.0"?>\n<CORSConfiguration/>',
      '<!-- a --><ns2:Tagging xmlns:ns2="x"/>',
      '<Tagging><TagSet/></Tagging>',
    ],
    [
      '',
      PAGE,
      '{}',
      'null',
      'Blocked.',
      '<error>blocked</error>',
      '<script>location.href = "/";</script>',
      '<BODY></BODY>',
    ],
  ],
])('rejects a success of %s that is empty, or the page of a proxy', async (protocol, whole, broken) => {
  for (const body of whole) expect(await passes(call(protocol), 200, body)).toBe(200);
  for (const body of broken) expect(await passes(call(protocol), 200, body)).toBe('broken');
  // An error shows by its status, and encoded or long answers are for others to read.
  expect(await passes(call(protocol), 400, PAGE)).toBe(400);
  expect(await passes(call(protocol), 200, 'zipped', { 'content-encoding': 'gzip' })).toBe(200);
  expect(await passes(call(protocol), 200, Readable.from(['x']))).toBe(200);
});

test('accepts a body that is no XML document only from operations that return one', async () => {
  for (const [service, name, body] of [
    ['s3express', 'GetBucketPolicy', '{}'],
    ['s3', 'GetBucketPolicy', '{"Statement":[]}'],
    ['cloudfront', 'GetFunction', 'function handler(event) {}'],
    ['cloudfront', 'GetConnectionFunction', 'function connectionHandler(connection) {}'],
  ] as const)
    expect(await passes(callOf({ method: 'GET', action: { service, name, protocol: 'rest-xml' } }), 200, body)).toBe(
      200,
    );
});

test('rejects an HTML page as an answer, but not as a requested object', async () => {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const declared = `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">\n${PAGE}`;
  for (const page of [PAGE, `<!DOCTYPE html>\n${PAGE}`, declared, `\xef\xbb\xbf${PAGE}`, `<!-- portal -->\n${PAGE}`])
    expect(await passes(call('rest-xml', { method: 'GET' }), 200, page)).toBe('broken');
  expect(await passes(call('json'), 200, '{}', html)).toBe(200);
  expect(await passes(call('rest-xml', { method: 'HEAD' }), 200, '', html)).toBe(200);
});

test("accepts a 404 only in AWS's own form", async () => {
  const head = call('rest-xml', { method: 'HEAD' });
  expect(await passes(head, 404, '')).toBe('broken');
  expect(await passes(head, 404, '', { 'x-amz-request-id': 'A' })).toBe(404);
  expect(await passes(call('rest-json'), 404, '{}', { 'x-amzn-requestid': 'A' })).toBe(404);
  expect(await passes(call('rest-xml', { method: 'HEAD', endpoint: 'http://127.0.0.1:1' }), 404, '')).toBe(404);
});
