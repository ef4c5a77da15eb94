import { createVerify, generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Given } from '../../src/sources/contract/kind.ts';
import type { SourceKindName } from '../../src/sources/contract/names.ts';
import { SOURCE_KINDS } from '../../src/sources/open.ts';
import { createWays } from '../../src/sources/ways.ts';
import { missing } from '../../testkit/needs.ts';
import { AZURITE_ACCOUNT, AZURITE_KEY, azurermWorld } from '../../testkit/sources/azurerm.ts';
import { startStandIn } from '../../testkit/sources/stand-in.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { readPodAccount } from '../../src/server/pod-account.ts';
import { tlsFront } from '../../testkit/tls-front.ts';
import { pgWorld } from '../../testkit/sources/pg.ts';

const ways = createWays({ networks: ['loopback'], http: true, backoffMs: 1 });
afterAll(() => ways[Symbol.dispose]());

const open = (kind: SourceKindName, settings: Given, credentials: Given, through = ways) =>
  SOURCE_KINDS[kind].open({ settings, credentials, narrower: '' }, through);
const problem = (code: string, text = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(text) as string }) as Error;
const STATE = '{"version":4,"serial":1,"resources":[]}';

describe('of gcs', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const keyFile = (more: object) =>
    JSON.stringify({
      type: 'service_account',
      client_email: 'p@acme.iam',
      private_key_id: 'k1',
      private_key: pem,
      ...more,
    });

  /** A stand-in for Google's token endpoint and Cloud Storage, as documented. */
  async function google(isDeleted = false) {
    const granted: Record<string, unknown>[] = [];
    const server = await startStandIn(({ url, body, headers }) => {
      if (url.pathname === '/token') {
        const assertion = new URLSearchParams(body.toString()).get('assertion') ?? '';
        const [head = '', claims = '', signature = ''] = assertion.split('.');
        const isSigned = createVerify('RSA-SHA256')
          .update(`${head}.${claims}`)
          .verify(publicKey, signature, 'base64url');
        if (!isSigned || isDeleted)
          return { status: 400, body: { error: 'invalid_grant', error_description: assertion } };
        granted.push(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>);
        return { body: { access_token: `token-${granted.length}`, expires_in: 3599, token_type: 'Bearer' } };
      }
      // The first token is revoked at once.
      if (headers.authorization !== 'Bearer token-2') return { status: 401, body: { error: { code: 401 } } };
      return { body: STATE, headers: { 'x-goog-generation': '7' } };
    });
    return { ...server, granted };
  }

  test('signs in with the key of a service account, once for many, and again when a token is refused', async () => {
    await using server = await google();
    const credentials = { credentials: keyFile({ token_uri: `${server.url}/token` }) };
    const source = open('gcs', { bucket: 'states', endpoint: server.url }, credentials);
    const reads = await Promise.all(['a.tfstate', 'b.tfstate'].map((key) => source.read(key)));
    expect(reads.map(({ etag }) => etag)).toEqual(['7', '7']);
    expect(server.granted.length).toBe(2);
    expect(server.granted[0]).toMatchObject({
      iss: 'p@acme.iam',
      aud: `${server.url}/token`,
      scope: 'https://www.googleapis.com/auth/devstorage.read_only',
    });
  });

  test('says that a key was deleted', async () => {
    await using server = await google(true);
    const credentials = { credentials: keyFile({ token_uri: `${server.url}/token` }) };
    const source = open('gcs', { bucket: 'states', endpoint: server.url }, credentials);
    await expect(source.read('a.tfstate')).rejects.toThrow(
      problem('credentials_missing', /^(?!.*eyJ).*deleted or disabled/),
    );
  });

  test.each([
    ['files that name files or programs', { type: 'external_account', credential_source: { file: '/etc/passwd' } }],
    ['programs', { type: 'external_account', credential_source: { executable: { command: 'id' } } }],
    ['tokens of people', { type: 'authorized_user', refresh_token: 'secret' }],
    ['half a key', { private_key: '' }],
  ])('takes no %s', (_name, more) => {
    expect(() => open('gcs', { bucket: 'states' }, { credentials: keyFile(more) })).toThrow(
      problem('credentials_missing'),
    );
  });

  test('says that a private key is none', async () => {
    const source = open('gcs', { bucket: 'states' }, { credentials: keyFile({ private_key: 'secret' }) });
    await expect(source.read('a')).rejects.toThrow(problem('credentials_missing', /^(?!.*secret)/));
  });
});

describe.skipIf(await missing('azurite'))('of azurerm, a key of the account', () => {
  test('signs requests as Azure checks them', async () => {
    await using server = await azurermWorld.start();
    const keys = ['a b/ü+%.tfstate', 'app.tfstateenv:dev', 'network'];
    for (const key of keys) await server.put(key, STATE);
    const source = open('azurerm', server.settings, { access_key: AZURITE_KEY });
    expect((await Array.fromAsync(source.list())).map(({ key }) => key)).toEqual(keys);
    for (const key of keys) expect((await source.read(key)).etag).toBe(await source.etag(key));
    const wrong = open('azurerm', server.settings, { access_key: Buffer.from('another').toString('base64') });
    await expect(Array.fromAsync(wrong.list())).rejects.toThrow(problem('access_denied'));
    // Unlike the emulator, Azure sends an error code.
    server.front?.fail({ status: 403, headers: { 'x-ms-error-code': 'AuthenticationFailed' } });
    await expect(Array.fromAsync(wrong.list())).rejects.toThrow(problem('credentials_missing'));
  });
});

describe('of azurerm, an application', () => {
  const application = { tenant_id: 'acme.example', client_id: 'plumbline', client_secret: 'a secret' };

  async function azure() {
    let granted = 0;
    const server = await startStandIn(({ url, body, headers }) => {
      if (url.pathname === '/acme.example/oauth2/v2.0/token') {
        const form = new URLSearchParams(body.toString());
        if (form.get('client_secret') !== 'a secret')
          return { status: 401, body: { error: 'invalid_client', error_description: body.toString() } };
        granted += 1;
        return { body: { access_token: `for ${form.get('scope')}`, expires_in: 3599 } };
      }
      if (headers.authorization !== 'Bearer for https://storage.azure.com/.default') return { status: 403 };
      return { body: STATE, headers: { etag: '"0x8DE"' } };
    });
    const settings = {
      storage_account_name: AZURITE_ACCOUNT,
      container_name: 'states',
      endpoint: server.url,
      authority: server.url,
    };
    return { ...server, settings, granted: () => granted };
  }

  test('signs in with its secret, once for many', async () => {
    await using server = await azure();
    const source = open('azurerm', server.settings, application);
    const reads = await Promise.all(['a.tfstate', 'b.tfstate'].map((key) => source.read(key)));
    expect(reads.map(({ etag }) => etag)).toEqual(['0x8DE', '0x8DE']);
    expect(server.granted()).toBe(1);
  });

  test('says that its secret has expired', async () => {
    await using server = await azure();
    const source = open('azurerm', server.settings, { ...application, client_secret: 'an old one' });
    await expect(source.read('a')).rejects.toThrow(
      problem('credentials_missing', /^(?!.*old one).*secret has expired/),
    );
  });
});

describe('of hcp', () => {
  test('send no token to the server that a state is downloaded from', async () => {
    const seen: (string | undefined)[] = [];
    await using archivist = await startStandIn(({ headers }) => {
      seen.push(headers.authorization);
      return { body: STATE };
    });
    await using server = await startStandIn(({ url }) =>
      url.pathname.endsWith('/current-state-version')
        ? {
            body: {
              data: { id: 'sv-1', attributes: { 'hosted-state-download-url': `${archivist.url}/v1/object/signed` } },
            },
          }
        : { body: { data: { id: 'ws-1', attributes: { name: 'app' } } } },
    );
    const source = open('hcp', { hostname: server.url, organization: 'acme' }, { token: 'secret' });
    expect(await source.read('app')).toMatchObject({ etag: 'sv-1' });
    expect(seen).toEqual([undefined]);
  });
});

describe('of http', () => {
  test('send headers of its own, and none that would change the request', async () => {
    await using server = await startStandIn(({ headers }) => ({
      body: [headers.authorization, headers['x-team']].join(' '),
    }));
    const settings = { address: `${server.url}/state` };
    const source = open('http', settings, { headers: 'Authorization: Bearer secret\r\nX-Team:  a\n' });
    expect(Buffer.from((await source.read('state')).bytes).toString()).toBe('Bearer secret a');
    for (const headers of ['Host: other', 'Transfer-Encoding: chunked', 'no header', 'X: a\u0000b', 'X y: z'])
      expect(() => open('http', settings, { headers })).toThrow(problem('credentials_missing'));
    expect(() => open('http', settings, { username: 'ana' })).toThrow(problem('credentials_missing'));
  });
});

describe.skipIf(await missing('postgres'))('of pg', () => {
  test('go over a connection whose certificate is checked', async () => {
    await using server = await pgWorld.start();
    await server.put('default', STATE);
    await using front = await tlsFront(process.env.PLUMBLINE_TEST_DATABASE_URL ?? '');
    using named = createWays({ networks: ['loopback'], resolve: () => Promise.resolve(['127.0.0.1']) });
    const settings = { ...server.settings, host: 'localhost', port: String(front.port) };
    const read = (more: Given) => open('pg', { ...settings, ...more }, server.credentials, named).read('default');
    const good: Given[] = [
      { sslmode: 'verify-full', ca: front.ca },
      { sslmode: 'verify-ca', ca: front.ca },
      { sslmode: 'require' },
    ];
    for (const more of good) expect(Buffer.from((await read(more)).bytes).toString()).toBe(STATE);
    const refused = problem('source_unreachable', /^No secure connection/);
    await expect(read({ sslmode: 'verify-full' })).rejects.toThrow(refused);
    await expect(read({ sslmode: 'verify-full', ca: front.ca, host: 'other.example' })).rejects.toThrow(refused);
  });

  test('take no password of the environment to another server', async () => {
    await using server = await pgWorld.start();
    expect(() => open('pg', server.settings, { user: 'ana' })).toThrow(problem('credentials_missing'));
    const source = open('pg', { ...server.settings, table: 'nowhere' }, server.credentials);
    await expect(source.read('a')).rejects.toThrow(problem('bucket_not_found', /terraform_remote_state\.nowhere/));
  });
});

describe('of kubernetes', () => {
  test("reads with the token of this server's own pod, as the cluster replaces it, and says where there is no pod", async () => {
    await using dir = await temporaryDirectory();
    const accepted = { token: 'token-of-the-first-hour' };
    await using server = await startStandIn(({ headers }) =>
      headers.authorization === `Bearer ${accepted.token}`
        ? { body: { items: [], metadata: {} } }
        : { status: 401, body: { kind: 'Status', code: 401 } },
    );
    const settings = { server: server.url, namespace: 'terraform', service_account: 'server' };
    const source = open('kubernetes', settings, {}, { ...ways, serviceAccount: () => readPodAccount(dir.path) });
    await expect(Array.fromAsync(source.list())).rejects.toThrow(problem('credentials_missing', /in no pod/));
    for (const token of ['token-of-the-first-hour', 'token-of-the-second-hour']) {
      await writeFile(join(dir.path, 'token'), `${token}\n`);
      accepted.token = token;
      expect(await Array.fromAsync(source.list())).toEqual([]);
    }
    accepted.token = 'another';
    await expect(Array.fromAsync(source.list())).rejects.toThrow(problem('credentials_missing', /does not accept/));
  });
});
