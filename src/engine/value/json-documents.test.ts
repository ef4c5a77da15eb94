import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './json-documents.ts';
import { documentKind, JSON_DOCUMENTS } from './json-table.ts';

const same = (a: unknown, b: unknown) => canonicalJson(JSON.stringify(a)) === canonicalJson(JSON.stringify(b, null, 2));
const policy = (...Statement: unknown[]) => ({ Version: '2012-10-17', Statement });
const allow = { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: 'arn:aws:s3:::a/*' };
const deny = { Effect: 'Deny', Action: '*', Resource: '*' };

test.each([
  'policy',
  'assume_role_policy',
  'container_definitions',
  'access_policies',
  'redrive_policy',
  'item',
  'input_parameters',
  'query',
])('%s is a document', (name) => {
  expect(documentKind(name)).toBeDefined();
});

test.each(['value', 'secret_string', 'content', 'user_data', 'policy_arn', 'items', 'policy_type'])(
  '%s is none: there a changed byte is a change',
  (name) => {
    expect(documentKind(name)).toBeUndefined();
  },
);

test('each kind of document is named with a sentence why', () => {
  for (const { why } of JSON_DOCUMENTS) expect(why).toMatch(/^\S.{20,}[^.]$/);
});

describe('in an IAM policy', () => {
  test.each([
    ['the order of statements', policy(allow, deny), policy(deny, allow)],
    ['one statement without a list', policy(deny), { Version: '2012-10-17', Statement: deny }],
    ['the order of actions', policy(allow), policy({ ...allow, Action: ['s3:PutObject', 's3:GetObject'] })],
    ['the case of actions', policy(allow), policy({ ...allow, Action: ['S3:getobject', 's3:PutObject'] })],
    ['a list of one', policy({ ...deny, Resource: ['*'] }), policy(deny)],
    ['an empty Sid', policy({ ...deny, Sid: '' }), policy(deny)],
    [
      'an account and its root',
      policy({ ...allow, Principal: { AWS: '123456789012' } }),
      policy({ ...allow, Principal: { AWS: ['arn:aws:iam::123456789012:root'] } }),
    ],
    [
      'an account and its root in another partition',
      policy({ ...allow, Principal: { AWS: '123456789012' } }),
      policy({ ...allow, Principal: { AWS: 'arn:aws-cn:iam::123456789012:root' } }),
    ],
    [
      'everybody in two spellings',
      policy({ ...allow, Principal: '*' }),
      policy({ ...allow, Principal: { AWS: ['*'] } }),
    ],
    [
      'the type of a condition value',
      policy({ ...allow, Condition: { Bool: { 'aws:SecureTransport': false, n: 5 } } }),
      policy({ ...allow, Condition: { Bool: { n: ['5'], 'aws:SecureTransport': ['false'] } } }),
    ],
  ])('%s says nothing', (_what, a, b) => {
    expect(same(a, b)).toBe(true);
  });

  test.each([
    ['an action more', policy(allow), policy({ ...allow, Action: 's3:GetObject' })],
    ['another effect', policy(allow), policy({ ...allow, Effect: 'Deny' })],
    [
      'everybody in S3’s own name',
      policy({ ...allow, Principal: '*' }),
      policy({ ...allow, Principal: { CanonicalUser: '*' } }),
    ],
    ['everybody but one', policy({ ...allow, NotPrincipal: '*' }), policy({ ...allow, NotPrincipal: { AWS: '*' } })],
    ['a Sid', policy(allow), policy({ ...allow, Sid: 'x' })],
    ['another case of a resource', policy(allow), policy({ ...allow, Resource: 'arn:aws:s3:::A/*' })],
    ['a condition', policy(allow), policy({ ...allow, Condition: { Bool: { 'aws:SecureTransport': 'true' } } })],
    ['odd resources', policy({ ...allow, Resource: [{ a: 1 }] }), policy({ ...allow, Resource: [{ a: 2 }] })],
    ['a statement twice for another', policy(allow, deny), policy(allow, allow)],
  ])('%s is a difference', (_what, a, b) => {
    expect(same(a, b)).toBe(false);
  });
});

test('in a trust policy everything is more than every AWS principal', () => {
  const [all, aws] = ['*', { AWS: '*' }].map((Principal) => JSON.stringify(policy({ ...allow, Principal })));
  expect(canonicalJson(all!, 'trust')).not.toBe(canonicalJson(aws!, 'trust'));
});

test('what is no policy may have a key Statement, and its lists an order', () => {
  const [a, b] = [
    ['a', 'b'],
    ['b', 'a'],
  ].map((Statement) => JSON.stringify({ Statement }));
  expect(canonicalJson(a!, 'json')).not.toBe(canonicalJson(b!, 'json'));
});

test('in other documents the order of lists says something', () => {
  expect(same({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  expect(same([{ b: 1, a: 2 }], [{ a: 2, b: 1 }])).toBe(true);
});

test('numbers in a document are compared digit by digit', () => {
  expect(canonicalJson('{"n": 1.0, "m": 1e2}')).toBe(canonicalJson('{"m":100,"n":1}'));
  expect(canonicalJson('{"n":9007199254740992}')).not.toBe(canonicalJson('{"n":9007199254740993}'));
  expect(canonicalJson('{"n":1}')).not.toBe(canonicalJson('{"n":"1"}'));
});

test.each(['', 'text', '{"cut": ', '"text"', '5', 'null', '[1,'])('%j is returned as it is', (text) => {
  expect(canonicalJson(text)).toBe(text);
});

test('nesting beyond reason is compared as a text', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(canonicalJson(deep)).toBe(deep);
});

test('blanks and the order of keys never matter', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, inner]) => [key, reversed(inner)])
        .reverse(),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('Statement'));
      expect(canonicalJson(JSON.stringify(reversed(JSON.parse(text)), null, 3)).trim()).toBe(
        /^\s*[[{]/.test(text) ? canonicalJson(text) : text,
      );
    }),
  );
});
