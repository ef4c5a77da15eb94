import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EncryptionConfigProblem, parseEncryption } from './config.ts';

const HCL = `
  # The new key, and the one before it.
  key_provider "aws_kms" "new" {
    kms_key_id = "alias/x"
    key_spec   = "AES_256"
    region     = "eu-west-1"
  }
  key_provider "pbkdf2" "old" {
    encrypted_metadata_alias = "ours"
    chain = key_provider.aws_kms.new
  }
  method "aes_gcm" "new" { keys = key_provider.aws_kms.new }
  method "aes_gcm" "old" {
    keys = key_provider.pbkdf2.old
    aad  = [1, 2]
  }
  state {
    enforced = true
    method   = method.aes_gcm.new
    fallback { method = method.aes_gcm.old }
  }
`;
const JSON_FORM = {
  key_provider: {
    aws_kms: { new: { kms_key_id: 'alias/x', key_spec: 'AES_256', region: 'eu-west-1' } },
    pbkdf2: [{ old: { encrypted_metadata_alias: 'ours', chain: 'key_provider.aws_kms.new' } }],
  },
  method: [
    { aes_gcm: { new: { keys: '${key_provider.aws_kms.new}' } } },
    { aes_gcm: { old: { keys: 'key_provider.pbkdf2.old', aad: [1, 2] } } },
  ],
  state: { enforced: true, method: '${method.aes_gcm.new}', fallback: { method: 'method.aes_gcm.old' } },
};

test('HCL and JSON say the same', () => {
  const block = parseEncryption(HCL);
  expect(parseEncryption(JSON.stringify(JSON_FORM))).toEqual(block);
  expect(block.methods.map(({ name }) => name)).toEqual(['method.aes_gcm.new', 'method.aes_gcm.old']);
  expect(block.keyProviders.get('key_provider.pbkdf2.old')).toMatchObject({
    metaKey: 'ours',
    chain: 'key_provider.aws_kms.new',
  });
});

test.each([
  ['key_provider "pbkdf2" "x" { passphrase = "hunter2-hunter2" }', /no method/],
  ['method "aes_gcm" "x" { keys = key_provider.pbkdf2.x }', /should name a key_provider/],
  ['method "aes_gcm" "x" {}', /keys is missing/],
  ['method "aes_gcm" "x" { keys = key_provider.pbkdf2.x\n aad = ["hunter2"] }', /aad is no list/],
  ['encryption { }', /without encryption/],
  ['key_provider "pbkdf2" "x" { passphrase = file("hunter2") }', /line 1/],
  ['{"hunter2', /not JSON/],
  ['state { method = method.aes_gcm.x }\nmethod "unencrypted" "y" {}', /there is no method\.aes_gcm\.x/],
])('what cannot be used is told without its values: %s', (text, sentence) => {
  expect(() => parseEncryption(text)).toThrow(EncryptionConfigProblem);
  expect(() => parseEncryption(text)).toThrow(sentence);
  expect(() => parseEncryption(text)).not.toThrow(/hunter2/);
});

test('a passphrase that would have to be evaluated is told from one that is given', () => {
  const of = (passphrase: string) =>
    parseEncryption(
      `key_provider "pbkdf2" "x" { passphrase = ${passphrase} }\nmethod "aes_gcm" "x" { keys = key_provider.pbkdf2.x }`,
    ).keyProviders.get('key_provider.pbkdf2.x');
  expect(of('"a $${b} c"')).toMatchObject({ passphrase: 'a ${b} c' });
  expect(of('"a ${b} c"')).toMatchObject({ passphrase: { reference: 'an expression' } });
  expect(of('var.x')).toMatchObject({ passphrase: { reference: 'var.x' } });
});

test('no text makes it throw anything else', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'key_provider ',
      '"pbkdf2" ',
      '"x" ',
      '{',
      '}',
      '\n',
      'method ',
      'aes_gcm ',
      '=',
      'state ',
      '[',
      '"',
    ),
  );
  const text = fc.oneof(
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.json(),
  );
  fc.assert(
    fc.property(text, (given) => {
      try {
        parseEncryption(given);
      } catch (error) {
        expect(error).toBeInstanceOf(EncryptionConfigProblem);
      }
    }),
    { numRuns: 1000 },
  );
});
