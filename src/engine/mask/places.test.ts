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

test('masks a marked list element after an element was inserted before it', () => {
  const [old, added] = [
    { key: 'a', text: 'hunter2' },
    { key: 'b', text: 'c' },
  ];
  const reported = finding('rule', [old], [added, old], [['rule', 0, 'text']]);
  expect(JSON.stringify(reported)).not.toContain('hunter2');
});

test('masks the keys of a sensitive map', () => {
  expect(sides('hidden', { hunter2: 'a', z: '1' }, { z: '2' })).toEqual([['hidden', MASK, MASK]]);
  const again = finding('hidden', { hunter2: 'a', z: '1' }, { z: '3' }).attributes[0];
  const first = finding('hidden', { hunter2: 'a', z: '1' }, { z: '2' }).attributes[0];
  expect(again?.before_fingerprint).toBe(first?.before_fingerprint);
  expect(again?.after_fingerprint).not.toBe(first?.after_fingerprint);
});

test('masks the value of a name/value pair when only the value differs', () => {
  const setting = (name: string, value: string) => [{ name, value }];
  expect(sides('setting', setting('DB_PASSWORD', 'a'), setting('DB_PASSWORD', 'b'))).toEqual([
    ['setting[0].value', MASK, MASK],
  ]);
  expect(sides('setting', setting('DB_HOST', 'a'), setting('DB_HOST', 'b'))).toEqual([['setting[0].value', 'a', 'b']]);
});

test('masks environment variables in blocks and lists and leaves the rest readable', () => {
  const environment = (image: string, value: string) => [{ image, variable: [{ name: 'HOST', value }] }];
  expect(sides('environment', environment('v1', 'a'), environment('v2', 'b'))).toEqual([
    ['environment[0].image', 'v1', 'v2'],
    ['environment[0].variable[0].value', MASK, MASK],
  ]);
  expect(sides('env', ['A=hunter2'], ['A=hunter3'])).toEqual([['env[0]', MASK, MASK]]);
  expect(sides('env', [], ['A=hunter2'])).toEqual([['env', [], [MASK]]]);
});

test('keeps two masked keys distinct', () => {
  const key = (n: number) => ['AK', 'IA', `IOSFODNN7EXAMPL${n}`].join('');
  expect(sides('tags', null, { [key(1)]: 'a', [key(2)]: 'b' })).toEqual([
    [`tags["${MASK}"]`, null, 'a'],
    [`tags["${MASK}"]`, null, 'b'],
  ]);
});

test('masks secrets under duplicate keys of a document', () => {
  const secret = ['AK', 'IA', 'IOSFODNN7EXAMPLE'].join('');
  expect(sides('text', 'x', `{"a":"${secret}","a":""}`)[0]?.[2]).toBe(`{"a":"${MASK}","a":""}`);
});

test('masks an excessively nested document as a whole', () => {
  expect(sides('text', 'x', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual([['text', MASK, MASK]]);
});

test.each<[string, unknown, unknown]>([
  ['metadata_options', [{ http_tokens: 'required' }], [{ http_tokens: 'optional' }]],
  ['token_validity_units', [{ access_token: 'hours' }], [{ access_token: 'days' }]],
  ['text', '{"secretArn":"a","tokenType":"b"}', '{"secretArn":"a","tokenType":"c"}'],
  ['text', 'npm-registry-proxy-cache-production-eu-west-1', 'npm-registry-proxy-cache-production-eu-west-2'],
])('leaves settings about secrets readable: %s', (name, before, live) => {
  expect(finding(name, before, live).attributes).toMatchObject([{ sensitive: false }]);
});

test('leaves trust policies and their conditions readable', () => {
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
  const [reported] = sides('policy', policy('repo:acme/app:ref:refs/heads/main'), policy('repo:acme/*'));
  expect(reported).toEqual(['policy', policy('repo:acme/app:ref:refs/heads/main'), policy('repo:acme/*')]);
});

test('masks a secret for_each key in an address', () => {
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

test('masks the id of an access key', () => {
  const id = ['AK', 'IA', 'IOSFODNN7EXAMPLE'].join('');
  const live: Record<string, Value> = { ...base, text: 'b' };
  const spec = { address: 'aws_thing.x', before: { ...base, id }, live: { ...live, id } };
  const [result] = findDrift([observedOf(spec, { aws_thing: schema })]);
  if (!result) throw new Error('nothing was compared');
  const place = { region: undefined, account: undefined };
  expect(JSON.stringify(toFinding(result, { stateKey: 'k', place, masker, now: new Date(0) }))).not.toContain(id);
});

test('shows keys of a map that is not sensitive', () => {
  expect(sides('tags', { a: '1', b: '1' }, { a: '2', b: '1' })).toEqual([['tags["a"]', '1', '2']]);
});

test('masks hostile texts in linear time', () => {
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

test('masks every copy of a secret in the resource: in longer texts, keys and the id', () => {
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
  const reported = toFinding(result, { stateKey: 'k', place, masker, now: new Date(0) });
  expect(JSON.stringify(reported)).not.toContain('hunter');
  expect(reported.cloud_id).toBe(`x-${MASK}`);
  const text = reported.attributes.find(({ path }) => path === 'text');
  expect(text).toMatchObject({ before: `at ${MASK}`, after: `at ${MASK}`, sensitive: true });
  expect(text?.before_fingerprint).not.toBe(text?.after_fingerprint);
});

test('masks the data of a Kubernetes secret and registry credentials', () => {
  const secret = (value: string) => JSON.stringify({ kind: 'Secret', data: { a: value }, stringData: { b: value } });
  const docker = (value: string) => JSON.stringify({ auths: { 'r.example': { auth: value } } });
  expect(JSON.stringify(finding('text', secret('hunter1'), secret('hunter2')))).not.toContain('hunter');
  expect(JSON.stringify(finding('text', docker('hunter1'), docker('hunter2')))).not.toContain('hunter');
});
