import { createHmac, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { composeGithub } from './compose-github.ts';
import { readConfig, type Env } from './config/config.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const compose = (env: Env, dataDir: string) => composeGithub(readConfig(env), dataDir, pino({ level: 'silent' }));
const whole = { GITHUB_APP_ID: '42', GITHUB_APP_PRIVATE_KEY: privateKey, GITHUB_WEBHOOK_SECRET: 'of-the-environment' };
const stored = {
  app_id: 7,
  slug: 'plumbline',
  name: 'Plumbline',
  html_url: 'https://github.example.com/apps/plumbline',
  api_url: 'https://github.example.com/api/v3',
  private_key: privateKey,
  webhook_secret: 'stored-secret',
};

function signedWith(github: ReturnType<typeof compose>, secret: string): boolean {
  const body = Buffer.from('{}');
  return github.webhooks.isSigned(body, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
}

test('prefers the App and the webhook secret of the environment to the stored ones', async () => {
  await using dir = await temporaryDirectory();
  expect(compose({}, dir.path).app).toBeUndefined();
  expect(compose(whole, dir.path).app?.webUrl).toBe('https://github.com');

  writeFileSync(join(dir.path, 'github-app.json'), JSON.stringify(stored));
  const kept = compose({}, dir.path);
  expect([kept.app?.webUrl, signedWith(kept, 'stored-secret')]).toEqual(['https://github.example.com', true]);
  const rotating = compose({ GITHUB_WEBHOOK_SECRET: 'newer-secret,stored-secret' }, dir.path);
  expect([signedWith(rotating, 'newer-secret'), signedWith(rotating, 'stored-secret')]).toEqual([true, true]);
  const other = compose(whole, dir.path);
  expect([other.app?.webUrl, signedWith(other, 'stored-secret')]).toEqual(['https://github.com', false]);
});

test('signs people in with the App whose client secret is known', async () => {
  await using dir = await temporaryDirectory();
  const [GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET] = ['Iv23liEnvironment', 'of-the-environment'];
  const addressOf = (env: Env) =>
    compose(env, dir.path).signIn?.authorizeUrl({ redirectUri: 'https://x.example', state: 's', verifier: 'v' });
  expect([addressOf({}), addressOf(whole)]).toEqual([undefined, undefined]);
  expect(addressOf({ ...whole, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET })).toMatch(
    /^https:\/\/github\.com\/login\/oauth\/authorize\?client_id=Iv23liEnvironment&/,
  );
  expect(addressOf({ ...whole, GITHUB_APP_ID: 'Iv23liApp', GITHUB_CLIENT_SECRET })).toContain('client_id=Iv23liApp&');
  expect(() => addressOf({ ...whole, GITHUB_CLIENT_ID })).toThrow('GITHUB_CLIENT_SECRET is needed as well');
  expect(() => addressOf({ ...whole, GITHUB_CLIENT_SECRET })).toThrow('GITHUB_CLIENT_ID is needed as well');
  const client = { client_id: 'Iv23liStored', client_secret: 'stored-client-secret' };
  writeFileSync(join(dir.path, 'github-app.json'), JSON.stringify({ ...stored, ...client }));
  expect(addressOf({})).toMatch(/^https:\/\/github\.example\.com\/login\/oauth\/authorize\?client_id=Iv23liStored&/);
});

test('refuses to start with an incomplete or damaged App', async () => {
  await using dir = await temporaryDirectory();
  const { GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY } = whole;
  expect(() => compose({ GITHUB_APP_ID }, dir.path)).toThrow('GITHUB_APP_PRIVATE_KEY is needed as well');
  expect(() => compose({ GITHUB_APP_PRIVATE_KEY }, dir.path)).toThrow('GITHUB_APP_ID is needed as well');
  for (const damaged of [
    { ...stored, private_key: 'hunter2' },
    { ...stored, app_id: 'x' },
  ]) {
    writeFileSync(join(dir.path, 'github-app.json'), JSON.stringify(damaged));
    expect(() => compose({}, dir.path)).toThrow(/github setup/);
    expect(() => compose({}, dir.path)).not.toThrow(/hunter2/);
  }
  const taken = join(dir.path, 'taken');
  mkdirSync(join(taken, 'github-app.json'), { recursive: true });
  expect(() => compose({}, taken)).toThrow('cannot be read');
});

test('reads a private key in one line or in Base64, and does not repeat an invalid one', () => {
  const forms = [privateKey, privateKey.replaceAll('\n', String.raw`\n`), Buffer.from(privateKey).toString('base64')];
  for (const GITHUB_APP_PRIVATE_KEY of forms)
    expect(readConfig({ GITHUB_APP_PRIVATE_KEY }).githubPrivateKey).toBe(privateKey);
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  for (const GITHUB_APP_PRIVATE_KEY of [String(ec), privateKey.slice(0, 400), 'hunter2hunter2']) {
    expect(() => readConfig({ GITHUB_APP_PRIVATE_KEY })).toThrow(
      /^GITHUB_APP_PRIVATE_KEY must be an RSA private key: [^\n]*$/,
    );
    expect(() => readConfig({ GITHUB_APP_PRIVATE_KEY })).not.toThrow(/hunter2|MII/);
  }
});

test.each([
  ['https://api.github.com', 'https://github.com'],
  ['https://api.acme.ghe.com', 'https://acme.ghe.com'],
  ['https://github.example.com/api/v3/', 'https://github.example.com'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
])('maps the API at %s to the site %s', async (GITHUB_API_URL, webUrl) => {
  await using dir = await temporaryDirectory();
  expect(compose({ ...whole, GITHUB_API_URL }, dir.path).app?.webUrl).toBe(webUrl);
});
