import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Path, Value } from '../../base/value.ts';
import { schemaOf, type SchemaSpec } from '../../../testkit/drift-schema.ts';
import { createMasker, maskProse, maskValue } from './mask-value.ts';
import { MASK } from './secret-shapes.ts';

const CANARY = 'Canary-7f3a';

const SCHEMA: SchemaSpec = {
  name: ['string', 'o'],
  password: ['string', 'o'],
  pin_token: ['number', 'o'],
  hidden: ['string', 'os'],
  hidden_map: [['map', 'string'], 'os'],
  tags: [['map', 'string'], 'o'],
  credentials: [['map', 'string'], 'o'],
  secret_arn: ['string', 'o'],
  client_secret: ['string', 'o'],
  policy: ['string', 'o'],
  source_code_hash: ['string', 'o'],
  anything: ['dynamic', 'o'],
  list: [['list', 'string'], 'o'],
  thumbprint_list: [['list', 'string'], 'o'],
  environment: { nesting: 'list', of: { image: ['string', 'o'], variables: [['map', 'string'], 'o'] } },
  parameter: { nesting: 'set', of: { name: ['string', 'o'], value: ['string', 'o'] } },
  rule: { nesting: 'list', of: { port: ['number', 'o'], key: ['string', 'os'] } },
};
const schema = schemaOf(SCHEMA);
const shown = (path: Path, value: Value, sensitivePaths: Path[] = []) =>
  maskValue(value, { schema, path, sensitivePaths });

describe('sensitive values', () => {
  test.each<[string, Path, Value, unknown]>([
    ['a value by the schema', ['hidden'], CANARY, MASK],
    ['a value by the schema, a whole map', ['hidden_map'], { a: CANARY }, MASK],
    ['a value by the schema, a key of that map', ['hidden_map', 'a'], CANARY, MASK],
    ['a value by the schema, inside a block', ['rule'], [{ port: 1, key: CANARY }], [{ port: 1, key: MASK }]],
    ['a value by its name', ['password'], CANARY, MASK],
    ['a value by its name, a number', ['pin_token'], 1234, MASK],
    ['a value by its name, under any key', ['credentials'], { alice: CANARY }, { alice: MASK }],
    ['by the key of a map', ['tags'], { DbPassword: CANARY, team: 'x' }, { DbPassword: MASK, team: 'x' }],
    ['by the key at the end of the path', ['tags', 'api_key'], CANARY, MASK],
    [
      'environment variables',
      ['environment'],
      [{ image: 'x', variables: { A: CANARY } }],
      [{ image: 'x', variables: { A: MASK } }],
    ],
    ['one environment variable', ['environment', 0, 'variables', 'A'], CANARY, MASK],
    [
      'a pair with such a name',
      ['parameter'],
      [
        { name: 'db.password', value: CANARY },
        { name: 'timeout', value: '5' },
      ],
      [
        { name: 'db.password', value: MASK },
        { name: 'timeout', value: '5' },
      ],
    ],
    ['inside a JSON document', ['policy'], `{"a":1,"password":"${CANARY}"}`, `{"a":1,"password":"${MASK}"}`],
    [
      'an environment in a JSON document',
      ['policy'],
      `[{"name":"app","environment":[{"name":"A","value":"${CANARY}"}]}]`,
      `[{"name":"app","environment":[{"name":"A","value":"${MASK}"}]}]`,
    ],
    [
      'JSON in JSON',
      ['policy'],
      JSON.stringify({ a: JSON.stringify({ token: CANARY }) }),
      JSON.stringify({ a: JSON.stringify({ token: MASK }) }),
    ],
    ['a number in a JSON document', ['policy'], '{"secret":1234}', `{"secret":"${MASK}"}`],
    [
      'inside a dynamic value',
      ['anything'],
      ['["object",{"password":"string"}]', { password: CANARY, x: 'y' }],
      { password: MASK, x: 'y' },
    ],
    ['a value by its shape, in a list', ['list'], ['a', `postgres://u:${CANARY}@h`], ['a', `postgres://u:${MASK}@h`]],
  ])('masks %s', (_what, path, value, expected) => {
    expect(shown(path, value)).toEqual({ shown: expected, masked: true });
  });

  test.each<[string, Path[], Path, Value, unknown]>([
    ['at the place', [['name']], ['name'], CANARY, MASK],
    ['above the place', [['environment']], ['environment', 0, 'image'], CANARY, MASK],
    [
      'below the place, and wherever in the list it may have moved',
      [['rule', 1, 'port']],
      ['rule'],
      [{ port: 1 }, { port: 2 }],
      [{ port: MASK }, { port: MASK }],
    ],
    ['a key of a map', [['tags', 'a']], ['tags'], { a: CANARY, b: 'x' }, { a: MASK, b: 'x' }],
    ['everything', [[]], ['name'], CANARY, MASK],
  ])("masks by the state's marks: %s", (_what, marks, path, value, expected) => {
    expect(shown(path, value, marks)).toEqual({ shown: expected, masked: true });
  });
});

test.each<[string, Path, Value]>([
  ['a plain text', ['name'], 'web'],
  ['an ARN of a secret', ['secret_arn'], 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:x-AbCdEf'],
  [
    'an ARN where a secret could stand',
    ['client_secret'],
    'arn:aws:secretsmanager:eu-west-1:123456789012:secret:x-AbCdEf',
  ],
  [
    'a policy about secrets',
    ['policy'],
    '{"Statement":[{"Action":"secretsmanager:GetSecretValue","Condition":{"StringEquals":{"secretsmanager:ResourceTag/team":"x"}}}]}',
  ],
  ['a hash that looks generated', ['source_code_hash'], 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg='],
  ['such hashes in a list', ['thumbprint_list'], ['n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=']],
  ['nothing', ['password'], null],
  ['an empty text', ['password'], ''],
  ['another mark', ['name'], 'x'],
])('leaves unmasked: %s', (_what, path, value) => {
  expect(shown(path, value, [['rule']])).toEqual({ shown: value, masked: false });
});

test('shows numbers too large for JSON as text', () => {
  expect(shown(['rule', 0, 'port'], 9007199254740993n).shown).toBe('9007199254740993');
});

/** Any value with the canary at places that have to be masked. */
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const hiding = fc.oneof(
  fc.constant({ password: CANARY }),
  fc.constant({ name: 'API_TOKEN', value: CANARY }),
  fc.constant({ environment: { X: CANARY } }),
  fc.constant([`mysql://root:${CANARY}@db/x`]),
  fc.constant(`--password=${CANARY}`),
  fc.constant(JSON.stringify({ deep: [{ client_secret: CANARY }] })),
);
const tree = fc.letrec<{ node: Value }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    hiding as fc.Arbitrary<Value>,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'tags', 'Name'), tie('node'), { maxKeys: 3 }),
  ),
})).node;

test('removes secrets at any depth and masks idempotently', () => {
  fc.assert(
    fc.property(tree, fc.boolean(), (value, asText) => {
      const given: Value = asText ? JSON.stringify(value) : ['"dynamic"', value];
      const path = asText ? ['policy'] : ['anything'];
      const once = shown(path, given);
      expect(JSON.stringify(once.shown)).not.toContain('7f3a');
      const again = shown(path, asText ? once.shown : ['"dynamic"', once.shown]);
      expect(again.shown).toEqual(once.shown);
    }),
    { numRuns: 1000 },
  );
});

describe('fingerprints', () => {
  const masker = createMasker({ key: new Uint8Array(32).fill(7) });

  test('gives equal values one fingerprint, whatever the order of keys, and others another', () => {
    expect(masker.fingerprint({ a: 1, b: 'x' })).toBe(masker.fingerprint({ b: 'x', a: 1 }));
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = masker.fingerprint(a as Value) === masker.fingerprint(b as Value);
        expect(same).toBe(JSON.stringify(a) === JSON.stringify(b) || same);
        expect(masker.fingerprint(a as Value)).toMatch(/^[0-9a-f]{24}$/);
      }),
    );
    expect(masker.fingerprint('hunter2')).not.toBe(masker.fingerprint('hunter3'));
    expect(masker.fingerprint(1)).not.toBe(masker.fingerprint('1'));
  });

  test('depends on the key', () => {
    expect(masker.fingerprint('x')).not.toBe(createMasker({ key: new Uint8Array(32).fill(8) }).fingerprint('x'));
  });
});

describe('a text with embedded documents', () => {
  const pair = `[{"name":"app","environment":[{"name":"A","value":"${CANARY}"}]}]`;
  test.each([
    ['an environment', `the body ${pair} was refused`],
    ['a secret of Kubernetes', `got {"kind":"Secret","data":{"a":"${CANARY}"}}, sorry`],
    ['two', `{"a":1} and {"token":"${CANARY}"} and {"b"`],
    ['after brackets that are none', `[module.x] {not JSON} ${pair}`],
  ])('masks secrets in %s', (_what, text) => {
    const shown = maskProse(text);
    expect(shown).not.toContain(CANARY);
    expect(shown).toContain(MASK);
    expect(maskProse(shown)).toBe(shown);
  });

  test('leaves texts without secrets unchanged and masks idempotently', () => {
    const text = 'aws_subnet.a["x"]: {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:*"}]} is [ok]';
    expect(maskProse(text)).toBe(text);
    const piece = fc.oneof(fc.json(), fc.string(), fc.constantFrom('{', '[', '"', pair, `{"password":"${CANARY}"}`));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const once = maskProse(pieces.join(' '));
        expect(maskProse(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(['{', '[', '{"a":', '"', '[{', '{}'])('masks in linear time: %j', (unit) => {
    expect(maskProse(unit.repeat(200_000 / unit.length)).length).toBeGreaterThan(0);
  });
});

describe('properties of masking', () => {
  const anything = fc.jsonValue({ maxDepth: 6 });

  test('never throws and keeps documents valid', () => {
    fc.assert(
      fc.property(anything, fc.string(), (value, key) => {
        const document = JSON.stringify({ [key]: value, password: value });
        const { shown } = maskValue(document, { schema, path: ['policy'], sensitivePaths: [] });
        expect(() => JSON.parse(shown as string) as unknown).not.toThrow();
        maskValue(value as Value, { schema, path: ['anything'], sensitivePaths: [] });
      }),
      { numRuns: 1000 },
    );
  });

  test('shows nothing of a secret and adds nothing but the mask', () => {
    const secret = fc
      .string({ minLength: 8, maxLength: 60 })
      .filter((text) => !MASK.includes(text) && text.trim() !== '');
    fc.assert(
      fc.property(secret, (text) => {
        expect(shown(['hidden'], text)).toEqual({ shown: MASK, masked: true });
        expect(shown(['password'], text)).toEqual({ shown: MASK, masked: true });
        expect(shown(['tags'], { api_key: text }).shown).toEqual({ api_key: MASK });
      }),
    );
    const url = (core: string) => `postgres://app:${core}@db/x`;
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{6,60}$/), (core) => {
        expect(shown(['name'], url(core)).shown).toBe(url(MASK));
      }),
    );
  });

  test('gives a secret one fingerprint per organization', () => {
    const key = (n: number) => ({ key: new Uint8Array(32).fill(n) });
    const [ours, again, theirs] = [createMasker(key(1)), createMasker(key(1)), createMasker(key(2))];
    fc.assert(
      fc.property(anything, (value) => {
        expect(ours.fingerprint(value as Value)).toBe(again.fingerprint(value as Value));
        expect(ours.fingerprint(value as Value)).not.toBe(theirs.fingerprint(value as Value));
      }),
    );
  });
});
