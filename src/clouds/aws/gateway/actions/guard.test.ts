import { expect, test } from 'vitest';
import { answerOf, callOf, sessionOf, type Counted } from '../../../../../testkit/gateway-call.ts';
import type { Call, CloudAnswer, CloudRequest } from '../call/types.ts';
import { createActions } from './actions.ts';
import { guard } from './guard.ts';

const actions = createActions();

const json = (service: string, target: string, body: unknown): [string, Partial<CloudRequest>] => [
  service,
  {
    host: `${service}.us-east-1.amazonaws.com`,
    headers: { 'x-amz-target': target },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  },
];
const get = (service: string, target: string): [string, Partial<CloudRequest>] => [
  service,
  { host: `${service}.us-east-1.amazonaws.com`, method: 'GET', headers: {}, target },
];

type BatchResponse = { status: number; body: string; sent: Call[]; session: Counted };

/** The guard's response to a request, before a cloud that answers with `answer`. */
async function response(
  [service, parts]: [string, Partial<CloudRequest>],
  secretValues: boolean,
  answer: CloudAnswer = answerOf(200, '{}'),
): Promise<BatchResponse> {
  const session = sessionOf({ secretValues });
  const base = callOf({ session });
  const request = { ...base.request, ...parts };
  const action = actions.classify(request, { service });
  if (!action) throw new Error('no operation');
  const sent: Call[] = [];
  const next = async (call: Call) => {
    sent.push(call);
    return answer;
  };
  const given = await guard(next)({ ...base, request, action }, new AbortController().signal);
  const body = Buffer.isBuffer(given.body) ? given.body.toString() : 'a stream';
  return { status: given.status, body, sent, session };
}

const SECRETS: [string, [string, Partial<CloudRequest>]][] = [
  ['the value of a secret', json('secretsmanager', 'secretsmanager.GetSecretValue', { SecretId: 'a' })],
  ['values of secrets', json('secretsmanager', 'secretsmanager.BatchGetSecretValue', { SecretIdList: ['a'] })],
  ['an API key with its value', get('apigateway', '/apikeys/k?includeValue=true')],
  ['API keys with their values', get('apigateway', '/apikeys?includeValues=false&includeValues=true')],
  ['a connection with its password', json('glue', 'AWSGlue.GetConnection', { Name: 'c' })],
  ['an API key with its value, in other letters', get('apigateway', '/apikeys/k?IncludeValue=true')],
  ['a parameter, in other letters', json('ssm', 'AmazonSSM.GetParameter', { Name: 'p', withDecryption: true })],
  [
    'a connection, in other letters',
    json('glue', 'AWSGlue.GetConnection', { HidePassword: true, hidePassword: false }),
  ],
  ['a connection, hidden or not', json('glue', 'AWSGlue.GetConnection', '{"HidePassword":true,"HidePassword":false}')],
];

test.each(SECRETS)('passes %s only where the values of secrets may be read', async (_what, request) => {
  expect(await response(request, true)).toMatchObject({ status: 200, sent: [{ action: { kind: 'secret' } }] });
  const { status, body, sent, session } = await response(request, false);
  expect({ status, sent, refused: session.counts.refused }).toEqual({ status: 403, sent: [], refused: 1 });
  expect(body).toContain('PlumblineSecretValuesOff');
});

test.each([
  ['a secret without its value', json('secretsmanager', 'secretsmanager.DescribeSecret', { SecretId: 'a' })],
  ['a parameter as it is stored', json('ssm', 'AmazonSSM.GetParameter', { Name: 'p' })],
  ['an API key without its value', get('apigateway', '/apikeys/k?includeValue=false')],
  ['a connection without its password', json('glue', 'AWSGlue.GetConnection', { Name: 'c', HidePassword: true })],
])('passes %s unchanged', async (_what, request) => {
  const { status, sent } = await response(request, false);
  expect(status).toBe(200);
  expect(sent[0]?.request).toMatchObject(request[1]);
});

const decrypting = json('ssm', 'AmazonSSM.GetParameter', { Name: 'p', WithDecryption: true });
const plain = '{"Parameter":{"Name":"p","Type":"String","Value":"v"}}';
const secure = '{"Parameter":{"Name":"p","Type":"SecureString","Value":"AQICA..."}}';

test('reads a parameter that is no secret without decrypting it', async () => {
  const { status, body, sent } = await response(decrypting, false, answerOf(200, plain));
  expect({ status, body }).toEqual({ status: 200, body: plain });
  expect(sent).toMatchObject([{ action: { kind: 'read', name: 'GetParameter' } }]);
  expect(JSON.parse(String(sent[0]?.request.body))).toEqual({ Name: 'p', WithDecryption: false });
});

test.each([
  ['one that is', answerOf(200, secure)],
  [
    'several of which one is',
    answerOf(200, `{"Parameters":[{"Type":"String","Value":"v"},{"Type":"SecureString","Value":"x"}]}`),
  ],
  ['an answer that is not JSON', answerOf(200, 'x')],
])('withholds %s', async (_what, answer) => {
  const { status, body, session } = await response(decrypting, false, answer);
  expect({ status, refused: session.counts.refused }).toEqual({ status: 403, refused: 1 });
  expect(body).toContain('PlumblineSecretValuesOff');
  expect(body).not.toContain('AQICA');
});

test('passes an error of the cloud on', async () => {
  const error = answerOf(400, '{"__type":"ParameterNotFound"}');
  expect(await response(decrypting, false, error)).toMatchObject({
    status: 400,
    body: '{"__type":"ParameterNotFound"}',
  });
});

test('refuses an ambiguous request to decrypt', async () => {
  const twice = json('ssm', 'AmazonSSM.GetParameter', '{"Name":"p","WithDecryption":false,"WithDecryption":true}');
  expect(await response(twice, false)).toMatchObject({ status: 403, sent: [] });
});

test('names the refused action', async () => {
  const { status, body, sent } = await response(json('kms', 'TrentService.Decrypt', {}), true);
  expect({ status, sent }).toEqual({ status: 403, sent: [] });
  expect(body).toContain('PlumblineRefused');
  expect(body).toContain('kms:Decrypt');
});
