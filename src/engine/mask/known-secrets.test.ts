import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { maskSecrets, secretsOf, secretsOfState, withoutSecrets, looksSecret } from './known-secrets.ts';
import { MASK } from './secret-shapes.ts';
import { schemaOf } from '../../../testkit/drift-schema.ts';

const schema = schemaOf({ id: ['string', 'oc'], hidden: ['string', 'os'], admin_password: ['string', 'o'] });
const of = (secret: string) => secretsOf(schema, [{ hidden: secret }], []);
const SECRET = 'hunter2 & "co"/ünd';

describe('a known secret in another text', () => {
  test.each([
    ['as it is', SECRET],
    ['in JSON', JSON.stringify({ a: SECRET })],
    ['in a URL', `https://x/?a=${encodeURIComponent(SECRET)}`],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64 for URLs', Buffer.from(SECRET).toString('base64url')],
    ['twice, side by side', SECRET + SECRET],
    ['cut in the middle', `it says ${SECRET.slice(0, 9)}…`],
  ])('masks it %s', (_how, text) => {
    const shown = withoutSecrets(text, of(SECRET));
    expect(shown).toContain(MASK);
    expect(shown).not.toMatch(/hunter|aHVudGVy/);
    expect(withoutSecrets(shown, of(SECRET))).toBe(shown);
  });
});

test('searches for values with a secret name only if they look like secrets', () => {
  const named = (admin_password: string) => secretsOf(schema, [{ admin_password }], []).size > 0;
  expect(named('Hunter-2-hunter')).toBe(true);
  expect(named('production')).toBe(false);
});

test.each(['production', 'eu-west-1', 'db.internal', '123456789012', '10.0.0.0/16', '2026-01-01T00:00:00Z', 'true'])(
  'excludes common values: %s',
  (text) => expect(looksSecret(text)).toBe(false),
);

describe('the secrets of a state', () => {
  const instance = (values: Record<string, unknown>, sensitivePaths: string[][] = [], type = 'fake_thing') => ({
    type,
    values: () => values,
    sensitivePaths,
  });
  const known = secretsOfState(
    [
      instance({ id: 'Db-12345678', password: 'Xk29-slipped-Away' }),
      instance({ id: 'x', value: 'Marked1234567' }, [['value']]),
      instance({ id: 'y', environment: [{ variables: { A: 'Var-Of-Env-99', REGION: 'eu-west-1' } }] }),
      instance({ id: 'z', token: 'Db-12345678' }),
    ],
    ['Credential/Of/Ours+1'],
  );

  test('collects secrets by mark, by name, from environments and from other sources', () => {
    const text = 'Xk29-slipped-Away Marked1234567 Var-Of-Env-99 Credential/Of/Ours+1';
    expect(withoutSecrets(text, known)).toBe([MASK, MASK, MASK, MASK].join(' '));
  });

  test('keeps a secret that equals the id of another resource, if it is marked or the id was generated', () => {
    const drawn = 'Zx9-qT7vLm2PwR4k';
    const password = instance({ id: 'db', password: drawn });
    const found = (...all: (typeof password)[]) => withoutSecrets(drawn, secretsOfState(all)) === MASK;
    expect(found(password, instance({ id: drawn, result: drawn }, [], 'random_string'))).toBe(true);
    expect(found(instance({ id: 'x', value: drawn }, [['value']]), instance({ id: drawn }))).toBe(true);
    expect(found(password, instance({ id: drawn }))).toBe(false);
  });

  test('excludes names of resources and common values', () => {
    expect(withoutSecrets('Db-12345678 in eu-west-1', known)).toBe('Db-12345678 in eu-west-1');
  });
});

test('ignores secrets that are part of the mask and handles many with one prefix', () => {
  expect(withoutSecrets(`a ${MASK} b sensitive`, of('sensitive'))).toBe(`a ${MASK} b sensitive`);
  const many = Array.from({ length: 5000 }, (_, i) => ({
    type: 'fake_thing',
    values: () => ({ password: `aaaaaaaaA1-${i}` }),
    sensitivePaths: [],
  }));
  expect(withoutSecrets('aaaa'.repeat(60_000), secretsOfState(many)).length).toBe(240_000);
});

test('masks idempotently, keeps JSON valid, and never throws', () => {
  const secret = fc.string({ minLength: 6, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(secret, { maxLength: 5 }), fc.jsonValue(), (secrets, value) => {
      const known = secretsOf(
        schema,
        secrets.map((hidden) => ({ hidden })),
        [],
      );
      const holding = JSON.parse(
        JSON.stringify([value, ...secrets, { [secrets[0] ?? 'k']: secrets.join('') }]),
      ) as Json;
      const once = maskSecrets(holding, known);
      expect(maskSecrets(once, known)).toEqual(once);
      expect(() => JSON.stringify(once)).not.toThrow();
    }),
    { numRuns: 500 },
  );
});
