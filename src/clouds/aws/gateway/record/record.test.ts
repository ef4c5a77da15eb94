import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callOf, sessionOf } from '../../../../../testkit/gateway-call.ts';
import { UpstreamError } from '../call/errors.ts';
import type { ActionKind, Answerer, Call, CloudAnswer, Protocol } from '../call/types.ts';
import { readRecording, RecordingProblem } from './format.ts';
import { createMarks } from './marks.ts';
import { createRecorder } from './recorder.ts';
import { createReplayer } from './replayer.ts';
import { restored } from './restore.ts';

const never = new AbortController().signal;

type Asked = {
  kind?: ActionKind;
  service?: string;
  name?: string;
  protocol?: Protocol;
  account?: string;
  method?: string;
  target?: string;
  body?: string;
  headers?: Record<string, string>;
};

function call({ service = 'sqs', name = 'Read', protocol = 'json', kind = 'read', ...rest }: Asked = {}): Call {
  const { account = '111111111111', headers = {}, ...request } = rest;
  return callOf({
    ...request,
    headers,
    host: `${service}.eu-west-1.amazonaws.com`,
    action: { service, name, kind, protocol },
    region: 'eu-west-1',
    session: sessionOf({ account }),
  });
}

const answer = (body: string | Buffer, headers: Record<string, string> = {}, status = 200): CloudAnswer => ({
  status,
  headers,
  body: Buffer.from(body),
});

/** Records the calls to an answerer; returns the file's text. */
async function recorded(upstream: Answerer, calls: readonly Call[], secrets: string[] = []): Promise<string> {
  let text = '';
  const recorder = createRecorder({
    write: (line) => (text += line),
    region: 'eu-west-1',
    endpoint: undefined,
    secrets: () => secrets,
  });
  const send = recorder.stage(upstream);
  for (const one of calls) await send(one, never).catch(() => undefined);
  return text;
}

const replayed = (text: string): Answerer => createReplayer(readRecording(text));
const textOf = ({ body }: CloudAnswer): string => (Buffer.isBuffer(body) ? body.toString() : 'a stream');

describe('a recording', () => {
  test('replays answers byte for byte in any order of requests, and repeated requests in their own order', async () => {
    const exchange = fc.record({
      target: fc.constantFrom('/', '/a?x=1', '/b%2Fc?list-type=2&prefix='),
      account: fc.constantFrom('111111111111', '222222222222'),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
        fc.json().map((json) => Buffer.from(json)),
      ),
      status: fc.constantFrom(200, 404, 503),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(exchange, { maxLength: 12 }), fc.infiniteStream(fc.nat()), async (list, picks) => {
        const kept = list.map(({ body, ...rest }) => ({ ...rest, body: body.toString() }));
        let i = 0;
        const calls = kept.map(({ target, account }) => call({ target, account }));
        const text = await recorded(async () => {
          const { body = '', status = 200 } = kept[i++] ?? {};
          return answer(`<v>${Buffer.from(body).toString('hex')}</v>`, { 'x-amzn-requestid': `r${i}` }, status);
        }, calls);
        const replay = replayed(text);
        const left = kept.map((_, at) => at);
        while (left.length > 0) {
          const pick = picks.next().value % left.length;
          const { target, account } = kept[left[pick] ?? 0] ?? {};
          // The next of the equal exchanges.
          const at = left.find((one) => kept[one]?.target === target && kept[one]?.account === account) ?? 0;
          left.splice(left.indexOf(at), 1);
          const got = await replay(call({ ...(target && { target }), ...(account && { account }) }), never);
          expect(textOf(got)).toBe(`<v>${Buffer.from(kept[at]?.body ?? '').toString('hex')}</v>`);
          expect([got.status, got.headers]).toEqual([kept[at]?.status, { 'x-amzn-requestid': `r${at + 1}` }]);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('repeats the last answer, writes equal ones once, and rejects requests that were not recorded', async () => {
    const answers = ['one', 'two', 'two'].map((one) => answer(`{"a":"${one}"}`));
    const text = await recorded(async () => answers.shift() ?? answer(''), [call(), call(), call()]);
    expect(text.split('\n').map((line) => line.slice(0, 11))).toEqual([
      '{"plumbline',
      '{"account":',
      '{"account":',
      '{"again":1}',
      '',
    ]);
    const replay = replayed(text);
    const got = [];
    for (let times = 0; times < 5; times += 1) got.push(textOf(await replay(call(), never)));
    expect(got).toEqual(['one', 'two', 'two', 'two', 'two'].map((one) => `{"a":"${one}"}`));
    await expect(replay(call({ body: '{}' }), never)).rejects.toThrow('holds no such request for sqs:Read');
    await expect(replay(call({ account: '2' }), never)).rejects.toBeInstanceOf(UpstreamError);
  });

  test('records errors on the way to the cloud', async () => {
    const text = await recorded(() => Promise.reject(new UpstreamError('timeout', 'Nothing came.')), [call()]);
    await expect(replayed(text)(call(), never)).rejects.toMatchObject({
      kind: 'timeout',
      message: 'Nothing came.',
    });
  });

  test('rejects other versions, truncated recordings and other files, and says what to do', async () => {
    const text = await recorded(async () => answer('{}'), [call()]);
    expect(() => readRecording('{"version":4}')).toThrow(/--record/);
    expect(() => readRecording('not json')).toThrow(RecordingProblem);
    expect(() => readRecording(text.replace('"version":1', '"version":2'))).toThrow(/version 2.*record it again/s);
    expect(() => readRecording(text.slice(0, -10))).toThrow(/Line 2 is cut off/);
    expect(() => readRecording(`${text}{"again":7}\n`)).toThrow(/Line 3/);
  });
});

describe('redacted', () => {
  const KEY = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const PASSWORD = 'correct-horse-battery';

  test.each<[string, Asked, string | Buffer]>([
    ['JSON', {}, JSON.stringify({ Name: 'a', MasterPassword: PASSWORD, N: 1.5e3 })],
    ['JSON in JSON', {}, JSON.stringify({ Document: JSON.stringify({ password: PASSWORD }) })],
    ['pairs', {}, JSON.stringify({ environment: [{ name: 'A', value: PASSWORD }] })],
    ['a URL', {}, JSON.stringify({ Location: `https://x.example/?X-Amz-Signature=${PASSWORD}&a=b` })],
    ['XML', { protocol: 'ec2' }, `<?xml version="1.0"?><R><i><password>${PASSWORD}</password></i><n>1</n></R>`],
    ['pairs in XML', { protocol: 'query' }, `<R><e><Name>TOKEN</Name><Value>${PASSWORD}</Value></e></R>`],
    [
      'CBOR',
      { protocol: 'smithy-rpc-v2-cbor' },
      Buffer.concat([
        Buffer.from([0xbf, 0x68]),
        Buffer.from('password'),
        Buffer.from([0x75]),
        Buffer.from(PASSWORD),
        Buffer.from([0x61, 0x6e, 0x19, 0x01, 0x00, 0xff]),
      ]),
    ],
    [
      "a parameter's value",
      { service: 'ssm', name: 'GetParameter' },
      JSON.stringify({ Parameter: { Name: '/a', Type: 'String', Value: PASSWORD } }),
    ],
    ["a secret's value", { kind: 'secret', service: 'apigateway' }, JSON.stringify({ id: 'a', value: PASSWORD })],
    ['an error', {}, JSON.stringify({ __type: 'X', message: `password=${PASSWORD}` })],
    ['what nobody can read', {}, Buffer.from([0xff, 0xfe, ...Buffer.from(PASSWORD)])],
    ['plain text', {}, `password: ${PASSWORD}`],
  ])('records no secrets in %s', async (_, asked, body) => {
    const text = await recorded(async () => answer(body, { 'x-note': `password=${PASSWORD}` }), [call(asked)]);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(Buffer.from(PASSWORD).toString('base64').slice(0, 20));
    const replay = replayed(text);
    const got = await replay(call(asked), never);
    expect(textOf(got)).toMatch(/REDACTED\.[0-9a-f]{12}\.\d\.|UkVEQUNURUQ/);
  });

  test('redacts nothing else', async () => {
    const body = `<R xmlns="x"><password>${PASSWORD}</password>\n <tag a="1">a &amp; b</tag><empty/><nextToken>AAAAAAAAAAAAAAAAAAAAAAAAAAAA</nextToken></R>`;
    const text = await recorded(async () => answer(body), [call({ protocol: 'ec2' })]);
    const got = textOf(await replayed(text)(call({ protocol: 'ec2' }), never));
    expect(got.replace(/REDACTED\.\w+\.\d\./, PASSWORD)).toBe(body);
    const json = `{ "a": 1.50, "password": "${PASSWORD}", "n": 12345678901234567890, "t":"\\u00e9" }`;
    const other = await recorded(async () => answer(json), [call()]);
    expect(textOf(await replayed(other)(call(), never)).replace(/REDACTED\.\w+\.\d\./, PASSWORD)).toBe(json);
  });

  test('redacts no structures or condition keys for their names, and reads URL-encoded documents', async () => {
    const policy = (value: string) =>
      encodeURIComponent(
        JSON.stringify({ Statement: [{ Effect: 'Allow', Condition: { StringLike: { 'token.ci:sub': [value] } } }] }),
      );
    const attributes = `<entry><key>Policy</key><value>{"Id":"a","Statement":[]}</value></entry><entry><key>Arn</key><value>b</value></entry>`;
    const body = `<R>${attributes}<PasswordPolicy><MaxAge>90</MaxAge></PasswordPolicy><Doc>${policy('repo:acme/*')}</Doc></R>`;
    const asked: Asked = { protocol: 'query' };
    const text = await recorded(async () => answer(body), [call(asked)]);
    expect(textOf(await replayed(text)(call(asked), never))).toBe(body);
    const other = await recorded(
      async () => answer(`<R><Doc>${policy(`password=${PASSWORD}`)}</Doc></R>`),
      [call(asked)],
    );
    expect(other).not.toContain(PASSWORD);
    expect(textOf(await replayed(other)(call(asked), never))).toMatch(/^<R><Doc>%7B%22.*REDACTED.*%7D<\/Doc>/);
  });

  test('records no credentials, cookies or signatures', async () => {
    const headers = { authorization: 'AWS4 sig', 'x-amz-security-token': 'tok-12345678', 'x-amz-target': 'T.Read' };
    const asked: Asked = { headers, target: `/?password=${PASSWORD}&a=1`, body: `{"Note":"${KEY}"}` };
    const upstream = async () =>
      answer(`{"Message":"signed with ${KEY}","v":"latest"}`, { 'set-cookie': 'session=12345678' });
    const text = await recorded(upstream, [call(asked)], [KEY, 'test']);
    for (const secret of [KEY, PASSWORD, 'AWS4 sig', 'tok-12345678', 'session=']) expect(text).not.toContain(secret);
    expect(text).toContain('T.Read');
    expect(text).toContain('latest');
  });

  test('replays a request that holds the secret itself', async () => {
    const asked: Asked = { service: 'iam', protocol: 'query', body: `Action=Read&Password=${PASSWORD}&Marker=x` };
    const text = await recorded(async () => answer('<R>1</R>'), [call(asked)]);
    expect(text).not.toContain(PASSWORD);
    expect(textOf(await replayed(text)(call(asked), never))).toBe('<R>1</R>');
  });

  test('restores redacted texts from the state, and nothing else', () => {
    const marks = createMarks('0123456789ab');
    const [one, two] = [marks.markOf('secret one'), marks.markOf(KEY)];
    expect(Buffer.from(two, 'base64').toString()).toMatch(/^REDACTED/);
    const before = {
      a: 'x',
      list: [
        { n: '1', v: 'p' },
        { n: '2', v: 'q' },
      ],
      doc: '{"p":"s"}',
      none: null,
    };
    const live = {
      a: 'y',
      list: [
        { n: '2', v: one },
        { n: '3', v: 'r' },
      ],
      doc: `{"p":"${one}"}`,
      none: two,
      b: two,
    };
    expect(restored(before, live, (one) => marks.isIn(one))).toEqual({
      a: 'y',
      list: [
        { n: '2', v: 'q' },
        { n: '3', v: 'r' },
      ],
      doc: '{"p":"s"}',
      none: two,
      b: two,
    });
  });
});
