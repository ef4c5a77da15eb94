import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { readConfig, unknownSettings } from './config.ts';

test('returns the documented defaults for an empty environment', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDir: './data',
    providerDownload: false,
    workers: 2,
  });
  expect(config.databaseUrl).toBeUndefined();
});

test('rejects a bad value with one line that names it', () => {
  expect(() => readConfig({ PORT: 'http' })).toThrow('PORT must be a whole number from 0 to 65535 (got "http")');
  expect(() => readConfig({ PLUMBLINE_PROVIDER_DOWNLOAD: 'maybe' })).toThrow(
    'PLUMBLINE_PROVIDER_DOWNLOAD must be 1 or 0',
  );
});

test('does not repeat the value of a bad secret', () => {
  const url = 'mysql://plumbline:hunter2@db/plumbline';
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(/^DATABASE_URL must be a URL that starts with postgres/);
  expect(() => readConfig({ DATABASE_URL: url })).not.toThrow(/hunter2/);
});

test('rejects an operator key that no header can carry, without repeating it', () => {
  for (const key of ['an operator key with blanks', 'schlüssel-des-betreibers-1234']) {
    expect(() => readConfig({ PLUMBLINE_ADMIN_KEY: key })).toThrow(/^PLUMBLINE_ADMIN_KEY must be one word/);
    expect(() => readConfig({ PLUMBLINE_ADMIN_KEY: key })).not.toThrow(key);
  }
});

test('does not split a webhook secret into short ones at a comma', () => {
  expect(() => readConfig({ GITHUB_WEBHOOK_SECRET: 'q,4kT0wz8XnVbLr2' })).toThrow(
    /at least 8 characters, each if it is two$/,
  );
  expect(readConfig({ GITHUB_WEBHOOK_SECRET: 'new-secret,old-secret' }).githubWebhookSecret).toHaveLength(2);
});

test('reads a secret from a file, but not from both sources', async () => {
  await using dir = await temporaryDirectory();
  const file = join(dir.path, 'key');
  writeFileSync(file, 'an-operator-key-of-enough-length\n');
  expect(readConfig({ PLUMBLINE_ADMIN_KEY_FILE: file }).adminKey).toBe('an-operator-key-of-enough-length');
  expect(() => readConfig({ PLUMBLINE_ADMIN_KEY_FILE: file, PLUMBLINE_ADMIN_KEY: 'x' })).toThrow('keep one of them');
  expect(() => readConfig({ PLUMBLINE_ADMIN_KEY_FILE: join(dir.path, 'none') })).toThrow('PLUMBLINE_ADMIN_KEY_FILE');
});

test('reports a misspelt setting, and ignores variables of other programs', () => {
  const fine = {
    PLUMBLINE_WORKERS: '1',
    PLUMBLINE_ADMIN_KEY_FILE: 'f',
    PLUMBLINE_API_KEY: 'k',
    PLUMBLINE_URL: 'u',
    PATH: '/',
  };
  expect(unknownSettings(fine)).toEqual([]);
  expect(unknownSettings({ ...fine, PLUMBLINE_WORKER: '9' })).toEqual(['PLUMBLINE_WORKER']);
});

test('rejects a login, which may change hands, in the place of an organization id for state keys', () => {
  const block =
    'key_provider "pbkdf2" "a" {\n passphrase = "a long passphrase"\n}\nmethod "aes_gcm" "a" {\n keys = key_provider.pbkdf2.a\n}\nstate {\n method = method.aes_gcm.a\n}';
  const start = (id: string) => readConfig({ PLUMBLINE_STATE_KEYS: JSON.stringify({ [id]: block }) });
  expect([...(start('org_0acme').stateKeys?.keys() ?? [])]).toEqual(['org_0acme']);
  expect(() => start('acme')).toThrow(/^PLUMBLINE_STATE_KEYS entry 1 [^\n]*use the id[^\n]*$/);
  expect(() => start('acme')).not.toThrow(/passphrase/);
});
