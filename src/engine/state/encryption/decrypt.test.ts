import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SourceProblem } from '../../../base/state-source.ts';
import { parseState } from '../parse.ts';
import { parseEncryption } from './config.ts';
import { decryptState, type StateKeys } from './decrypt.ts';

type Case = { about: string; encryption: string | null; data_key?: string; state: Record<string, unknown> };

const fixtures = new URL('./fixtures/', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, fixtures), 'utf8')) as Case;
const cases = readdirSync(fixtures)
  .filter((file) => file.endsWith('.json'))
  .map(read);

const bytes = (document: unknown) => new TextEncoder().encode(JSON.stringify(document));
/** Decrypts a fixture with these keys. */
const open = (state: unknown, keys: Partial<StateKeys>) =>
  decryptState(bytes(state), {
    blocks: [],
    decryptDataKey: () => Promise.reject(new SourceProblem('key_unavailable', 'KMS says no.')),
    ...keys,
  });
const asOf = ({ encryption, data_key = '' }: Case): StateKeys => ({
  blocks: encryption === null ? [] : [parseEncryption(encryption)],
  decryptDataKey: () => Promise.resolve(new Uint8Array(Buffer.from(data_key, 'base64'))),
});
const passphrase = read('passphrase.json');
const kms = read('aws-kms.json');
const withMeta = (key: string, meta: unknown) => ({
  ...passphrase.state,
  meta: { [key]: Buffer.from(JSON.stringify(meta)).toString('base64') },
});

describe('states that OpenTofu wrote', () => {
  test.each(cases)('decrypts: $about', async (one) => {
    const opened = await open(one.state, asOf(one));
    const parsed = parseState(opened.ok ? opened.bytes : new Uint8Array());
    expect(parsed).toMatchObject({ ok: true, state: { serial: one.state.serial, lineage: one.state.lineage } });
    expect(parsed.ok && parsed.state.instances.map(({ address }) => address)).toEqual(['terraform_data.one']);
  });
});

test('returns unencrypted bytes unchanged', async () => {
  for (const text of ['{"version":4,"resources":[]}', 'no JSON', '[]']) {
    const given = new TextEncoder().encode(text);
    expect(await decryptState(given, asOf(passphrase))).toEqual({ ok: true, bytes: given });
  }
});

test('asks AWS KMS for the data key with its context and the configured key', async () => {
  const asked: unknown[] = [];
  const decryptDataKey: StateKeys['decryptDataKey'] = async (request) => {
    asked.push(request);
    return asOf(kms).decryptDataKey(request);
  };
  const block = parseEncryption(`key_provider "aws_kms" "eu" {
      kms_key_id = "alias/states"
      key_spec   = "AES_256"
      region     = "eu-west-1"
    }
    method "aes_gcm" "x" { keys = key_provider.aws_kms.eu }`);
  expect(await open(kms.state, { blocks: [block], decryptDataKey })).toMatchObject({ ok: true });
  const meta = (kms.state.meta as Record<string, string>)['key_provider.aws_kms.eu'] ?? '';
  const { ciphertext_blob } = JSON.parse(Buffer.from(meta, 'base64').toString()) as { ciphertext_blob: string };
  const ciphertext = new Uint8Array(Buffer.from(ciphertext_blob, 'base64'));
  expect(asked).toMatchObject([{ ciphertext, context: {}, keyId: 'alias/states', region: 'eu-west-1' }]);
});

test('rethrows what KMS refuses', async () => {
  await expect(open(kms.state, {})).rejects.toMatchObject({ code: 'key_unavailable' });
});

describe('a state that cannot be decrypted', () => {
  const another = passphrase.encryption?.replace('correct-horse', 'wrong-horse') ?? '';
  const byVariable = passphrase.encryption?.replace('"correct-horse-battery-staple"', 'var.passphrase') ?? '';
  const external = `key_provider "external" "main" { command = ["x"] }
    method "aes_gcm" "x" { keys = key_provider.external.main }`;
  const method = `method "external" "x" { command = ["x"] }`;
  test.each<[string, unknown, string | undefined, string, RegExp]>([
    [
      'no passphrase',
      passphrase.state,
      undefined,
      'encrypted',
      /passphrase \(key_provider\.pbkdf2\.main\).*TF_ENCRYPTION/,
    ],
    ['another passphrase', passphrase.state, another, 'wrong_key', /does not open with key_provider\.pbkdf2\.main/],
    ['a passphrase in a variable', passphrase.state, byVariable, 'encrypted', /comes from var\.passphrase/],
    [
      'another name',
      withMeta('key_provider.pbkdf2.other', {}),
      passphrase.encryption ?? '',
      'encrypted',
      /without key_provider\.pbkdf2\.main/,
    ],
    [
      'a key provider that is a program',
      withMeta('key_provider.external.main', { external_data: {} }),
      undefined,
      'encryption_unsupported',
      /kept by external/,
    ],
    [
      'the same, configured',
      withMeta('key_provider.external.main', { external_data: {} }),
      external,
      'encryption_unsupported',
      /kept by external/,
    ],
    [
      'OpenBao',
      withMeta('key_provider.openbao.x', { ciphertext: 'AAAA' }),
      undefined,
      'encryption_unsupported',
      /kept by openbao/,
    ],
    [
      'Google KMS',
      withMeta('key_provider.gcp_kms.x', { ciphertext: 'AAAA' }),
      undefined,
      'encryption_unsupported',
      /kept by gcp_kms/,
    ],
    [
      'one behind an alias',
      withMeta('mine', { ciphertext: 'AAAA' }),
      undefined,
      'encryption_unsupported',
      /gcp_kms or openbao/,
    ],
    ['a method that is a program', passphrase.state, method, 'encryption_unsupported', /method\.external\.x/],
    [
      'a newer format',
      { ...passphrase.state, encryption_version: 'v1' },
      undefined,
      'encryption_unsupported',
      /encryption_version v1/,
    ],
    ['data that are none', { ...passphrase.state, encrypted_data: '?' }, undefined, 'invalid', /damaged/],
    ['another serial outside', { ...passphrase.state, serial: 7 }, passphrase.encryption ?? '', 'invalid', /serial/],
    [
      'iterations without end',
      withMeta('key_provider.pbkdf2.main', { salt: 'AAAA', iterations: 1e12, hash_function: 'sha512', key_length: 32 }),
      passphrase.encryption ?? '',
      'wrong_key',
      /damaged/,
    ],
  ])('explains the problem and the fix: %s', async (_what, state, encryption, code, sentence) => {
    const blocks = encryption === undefined ? [] : [parseEncryption(encryption)];
    const closed = await open(state, { blocks });
    expect(closed).toMatchObject({ ok: false, code, detail: expect.stringMatching(sentence) as unknown });
    expect(JSON.stringify(closed)).not.toMatch(/horse/);
  });
});

test('rejects a state that was tampered with anywhere', async () => {
  const sealed = Buffer.from(String(passphrase.state.encrypted_data), 'base64');
  for (const at of [0, 12, 100, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const state = { ...passphrase.state, encrypted_data: changed.toString('base64') };
    expect(await open(state, asOf(passphrase))).toMatchObject({ ok: false, code: 'wrong_key' });
  }
});

test('never throws for any state or metadata', async () => {
  const meta = fc.dictionary(
    fc.constantFrom('key_provider.pbkdf2.main', 'x'),
    fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64')),
    ),
  );
  const data = fc.oneof(fc.base64String(), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(meta, data, async (given, encrypted_data) => {
      const state = { ...passphrase.state, meta: given, encrypted_data };
      const closed = await open(state, asOf(passphrase));
      expect(closed).toMatchObject({ ok: false });
    }),
  );
});
