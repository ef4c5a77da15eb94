import { expect, test } from 'vitest';
import { answerOf, callOf } from '../../../../testkit/gateway-call.ts';
import { stripSignatures } from './strip-credentials.ts';

const SIGNATURE = 'b228dbec8c1008c80c162e1210e4503dceead1e4d4751b4d9787314fd6da4d55';
const link = (and: string) =>
  `https://awslambda-eu-west-1-tasks.s3.eu-west-1.amazonaws.com/f?X-Amz-Date=20260101T000000Z${and}X-Amz-Security-Token=IQoJb3JpZ2luX2VjEJr%2F%2F${and}X-Amz-Signature=${SIGNATURE}${and}X-Amz-Expires=600`;

async function given(body: string): Promise<string> {
  const stage = stripSignatures(async () => answerOf(200, body));
  const answer = await stage(callOf({}), new AbortController().signal);
  return Buffer.isBuffer(answer.body) ? answer.body.toString() : 'a stream';
}

test.each([
  ['JSON', (url: string) => JSON.stringify({ Code: { Location: url }, Name: 'ü' }), '&'],
  ['JSON with escapes', (url: string) => `{"Code":{"Location":"${url}"}}`, String.raw`\u0026`],
  ['XML', (url: string) => `<Location>${url}</Location>`, '&amp;'],
])('strips the signature of a link in %s, and nothing else', async (_what, write, and) => {
  const body = write(link(and));
  const response = await given(body);
  expect(response).not.toContain(SIGNATURE);
  expect(response).not.toContain('IQoJb3JpZ2luX2Vj');
  expect(response.replace(/X-Amz-Signature=\w+/, `X-Amz-Signature=${SIGNATURE}`)).toBe(
    body.replace('IQoJb3JpZ2luX2VjEJr%2F%2F', ''),
  );
  expect(await given(body)).not.toBe(response);
});

test('strips a signature of version 2, and keeps what only looks like one', async () => {
  const old = 'https://b.s3.amazonaws.com/k?AWSAccessKeyId=AKIA&Signature=abc%3D&Expires=1';
  expect(await given(`{"url":"${old}"}`)).not.toContain('abc%3D');
  const plain = '{"SignatureVersion":"4","PolicySignature=":"x"}';
  expect(await given(plain)).toBe(plain);
});
