import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { Value } from '../../base/value.ts';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';
import { toFinding } from '../report/finding.ts';
import { parseState } from '../state/parse.ts';
import { createMasker } from './mask-value.ts';
import { MASK, maskText } from './secret-shapes.ts';

const pair = { name: ['string', 'o'], value: ['string', 'o'] } satisfies SchemaSpec;
const schema: SchemaSpec = {
  id: ['string', 'oc'],
  text: ['string', 'o'],
  policy: ['string', 'o'],
  tags: [['map', 'string'], 'o'],
  env: [['list', 'string'], 'o'],
  hidden: [['map', 'string'], 'os'],
  rule: { nesting: 'list', of: { key: ['string', 'o'], text: ['string', 'o'] } },
  setting: { nesting: 'list', of: pair },
  environment: { nesting: 'list', of: { image: ['string', 'o'], variable: { nesting: 'list', of: pair } } },
  metadata_options: { nesting: 'list', of: { http_tokens: ['string', 'o'] } },
  token_validity_units: { nesting: 'list', of: { access_token: ['string', 'o'] } },
};
const base = {
  id: 'x',
  text: null,
  policy: null,
  tags: null,
  env: [],
  hidden: null,
  rule: [],
  setting: [],
  environment: [],
  metadata_options: [],
  token_validity_units: [],
};
const masker = createMasker({ key: Buffer.alloc(32, 1) });

/** The finding of an instance that differs in one attribute. */
function finding(name: string, before: unknown, live: unknown, sensitive: (string | number)[][] = []) {
  const sides = { before: { ...base, [name]: before }, live: { ...base, [name]: live } };
  const [result] = findDrift([observedOf({ address: 'aws_thing.x', ...sides, sensitive }, { aws_thing: schema })]);
  if (!result) throw new Error('nothing was compared');
  const place = { region: undefined, account: undefined };
  return toFinding(result, { stateKey: 'k', place, masker, now: new Date(0) });
}
const sides = (...given: Parameters<typeof finding>) =>
  finding(...given).attributes.map(({ path, before, after }): [string, Json, Json] => [path, before, after]);

test('what the state marks in a list stays masked where an element before it has appeared', () => {
  const [old, added] = [
    { key: 'a', text: 'hunter2' },
    { key: 'b', text: 'c' },
  ];
  const told = finding('rule', [old], [added, old], [['rule', 0, 'text']]);
  expect(JSON.stringify(told)).not.toContain('hunter2');
});

test('the keys of a sensitive map are told as little as its values', () => {
  expect(sides('hidden', { hunter2: 'a', z: '1' }, { z: '2' })).toEqual([['hidden', MASK, MASK]]);
  const again = finding('hidden', { hunter2: 'a', z: '1' }, { z: '3' }).attributes[0];
  const first = finding('hidden', { hunter2: 'a', z: '1' }, { z: '2' }).attributes[0];
  expect(again?.before_fingerprint).toBe(first?.before_fingerprint);
  expect(again?.after_fingerprint).not.toBe(first?.after_fingerprint);
});

test('a setting whose name stands beside it is masked when only its value differs', () => {
  const setting = (name: string, value: string) => [{ name, value }];
  expect(sides('setting', setting('DB_PASSWORD', 'a'), setting('DB_PASSWORD', 'b'))).toEqual([
    ['setting[0].value', MASK, MASK],
  ]);
  expect(sides('setting', setting('DB_HOST', 'a'), setting('DB_HOST', 'b'))).toEqual([['setting[0].value', 'a', 'b']]);
});

test('so is a variable of an environment, in a block or in a list; the rest of the block can be read', () => {
  const environment = (image: string, value: string) => [{ image, variable: [{ name: 'HOST', value }] }];
  expect(sides('environment', environment('v1', 'a'), environment('v2', 'b'))).toEqual([
    ['environment[0].image', 'v1', 'v2'],
    ['environment[0].variable[0].value', MASK, MASK],
  ]);
  expect(sides('env', ['A=hunter2'], ['A=hunter3'])).toEqual([['env[0]', MASK, MASK]]);
  expect(sides('env', [], ['A=hunter2'])).toEqual([['env', [], [MASK]]]);
});

test('two keys that are masked stay two', () => {
  const key = (n: number) => ['AK', 'IA', `IOSFODNN7EXAMPL${n}`].join('');
  expect(sides('tags', null, { [key(1)]: 'a', [key(2)]: 'b' })).toEqual([
    [`tags["${MASK}"]`, null, 'a'],
    [`tags["${MASK}"]`, null, 'b'],
  ]);
});

test('a document that gives a key twice hides nothing', () => {
  const secret = ['AK', 'IA', 'IOSFODNN7EXAMPLE'].join('');
  expect(sides('text', 'x', `{"a":"${secret}","a":""}`)[0]?.[2]).toBe(`{"a":"${MASK}","a":""}`);
});

test('a document that is nested beyond reason is masked whole, and stops nothing', () => {
  expect(sides('text', 'x', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual([['text', MASK, MASK]]);
});

test.each<[string, unknown, unknown]>([
  ['metadata_options', [{ http_tokens: 'required' }], [{ http_tokens: 'optional' }]],
  ['token_validity_units', [{ access_token: 'hours' }], [{ access_token: 'days' }]],
  ['text', '{"secretArn":"a","tokenType":"b"}', '{"secretArn":"a","tokenType":"c"}'],
  ['text', 'npm-registry-proxy-cache-production-eu-west-1', 'npm-registry-proxy-cache-production-eu-west-2'],
])('what is about secrets and none can be read: %s', (name, before, live) => {
  expect(finding(name, before, live).attributes).toMatchObject([{ sensitive: false }]);
});

test('a trust policy can be read, its conditions too', () => {
  const policy = (sub: string) =>
    JSON.stringify({
      Statement: [
        {
          Effect: 'Allow',
          Action: ['sts:AssumeRoleWithWebIdentity', 'sts:GetServiceBearerToken'],
          Condition: { StringLike: { 'token.actions.githubusercontent.com:sub': sub } },
        },
      ],
    });
  const [told] = sides('policy', policy('repo:acme/app:ref:refs/heads/main'), policy('repo:acme/*'));
  expect(told).toEqual(['policy', policy('repo:acme/app:ref:refs/heads/main'), policy('repo:acme/*')]);
});

test('an address holds no secret that was a key of for_each', () => {
  const resource = {
    mode: 'managed',
    type: 'aws_sns_topic_subscription',
    name: 'x',
    provider: 'provider.aws',
    instances: [{ index_key: 'https://user:hunter2@example.com', attributes: {} }],
  };
  const parsed = parseState(Buffer.from(JSON.stringify({ version: 4, serial: 1, resources: [resource] })));
  expect(parsed.ok && parsed.state.instances[0]?.address).toBe(
    `aws_sns_topic_subscription.x["https://user:${MASK}@example.com"]`,
  );
});

test('an access key’s id, which names nothing but a credential, is not told', () => {
  const id = ['AK', 'IA', 'IOSFODNN7EXAMPLE'].join('');
  const live: Record<string, Value> = { ...base, text: 'b' };
  const spec = { address: 'aws_thing.x', before: { ...base, id }, live: { ...live, id } };
  const [result] = findDrift([observedOf(spec, { aws_thing: schema })]);
  if (!result) throw new Error('nothing was compared');
  const place = { region: undefined, account: undefined };
  expect(JSON.stringify(toFinding(result, { stateKey: 'k', place, masker, now: new Date(0) }))).not.toContain(id);
});

test('keys of a map that is not sensitive are told', () => {
  expect(sides('tags', { a: '1', b: '1' }, { a: '2', b: '1' })).toEqual([['tags["a"]', '1', '2']]);
});

test('hostile texts take no longer than others of their length', () => {
  const units = [
    'a.',
    'eyJ-',
    'token',
    '"token":',
    'https://',
    'http://a:',
    '-----BEGIN ',
    'SG.',
    'password="',
    'a:@',
    'secret.',
  ];
  for (const unit of units) expect(maskText(unit.repeat(50_000)).length).toBeGreaterThan(0);
});

test('a secret is masked wherever else in the resource it stands: in a copy, a longer text, a key, the id', () => {
  const before = {
    ...base,
    id: 'x-hunter-one',
    hidden: { a: 'hunter-one' },
    text: 'at hunter-one',
    tags: { k: 'hunter-one' },
  };
  const live = { ...before, hidden: { a: 'hunter-two' }, text: 'at hunter-two', tags: { 'hunter-two': 'v' } };
  const [result] = findDrift([
    observedOf({ address: 'aws_thing.x', before, live, sensitive: [] }, { aws_thing: schema }),
  ]);
  if (!result) throw new Error('nothing was compared');
  const place = { region: undefined, account: undefined };
  const told = toFinding(result, { stateKey: 'k', place, masker, now: new Date(0) });
  expect(JSON.stringify(told)).not.toContain('hunter');
  expect(told.cloud_id).toBe(`x-${MASK}`);
  const text = told.attributes.find(({ path }) => path === 'text');
  expect(text).toMatchObject({ before: `at ${MASK}`, after: `at ${MASK}`, sensitive: true });
  expect(text?.before_fingerprint).not.toBe(text?.after_fingerprint);
});

test('the data of a Kubernetes secret and the credentials of registries are masked', () => {
  const secret = (value: string) => JSON.stringify({ kind: 'Secret', data: { a: value }, stringData: { b: value } });
  const docker = (value: string) => JSON.stringify({ auths: { 'r.example': { auth: value } } });
  expect(JSON.stringify(finding('text', secret('hunter1'), secret('hunter2')))).not.toContain('hunter');
  expect(JSON.stringify(finding('text', docker('hunter1'), docker('hunter2')))).not.toContain('hunter');
});
