import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKeyPairSync } from 'node:crypto';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { startNameServer, type Says } from '../../testkit/dns.ts';
import { OTHER_PRIVATE_HOSTS, PRIVATE_NAMES, THIS_MACHINE } from '../../testkit/private-hosts.ts';
import { nameServers } from '../integrations/http/resolve.ts';
import { openStates } from '../services/state-sources/open.ts';
import { SOURCE_FORMS } from '../sources/kinds.ts';
import type { Given } from '../sources/contract/kind.ts';
import type { SourceKindName } from '../sources/contract/names.ts';
import type { Store } from '../store/database.ts';

type Source = { kind: SourceKindName; settings: Given; credentials: Given };
type SourceAt = (host: string, port: number) => Source;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const keyFile = (token_uri: string) =>
  JSON.stringify({ type: 'service_account', client_email: 'p@acme.iam', private_key: pem, token_uri });
const at = (host: string, port: number) => `http://${host}:${port}`;

const azure = { storage_account_name: 'acme', container_name: 'tfstate' };
const application = { tenant_id: 'acme', client_id: 'p', client_secret: 's' };
const pool = 'projects/1/locations/global/workloadIdentityPools/p/providers/p';

/** Every field in which an organization names a server, by its kind and name. */
const FIELDS: Readonly<Record<string, SourceAt>> = {
  's3 endpoint': (host, port) => ({
    kind: 's3',
    settings: { endpoint: at(host, port), bucket: 'states' },
    credentials: { access_key: 'AKIA', secret_key: 's' },
  }),
  'gcs endpoint': (host, port) => ({
    kind: 'gcs',
    settings: { endpoint: at(host, port), bucket: 'states' },
    credentials: { access_token: 'ya29' },
  }),
  'gcs token_endpoint': (host, port) => ({
    kind: 'gcs',
    settings: { token_endpoint: at(host, port), bucket: 'states', workload_identity_provider: pool },
    credentials: {},
  }),
  'gcs credentials': (host, port) => ({
    kind: 'gcs',
    settings: { bucket: 'states' },
    credentials: { credentials: keyFile(`${at(host, port)}/token`) },
  }),
  'azurerm endpoint': (host, port) => ({
    kind: 'azurerm',
    settings: { ...azure, endpoint: at(host, port) },
    credentials: { sas_token: 'sv=1&sig=x' },
  }),
  'azurerm authority': (host, port) => ({
    kind: 'azurerm',
    settings: { ...azure, authority: at(host, port) },
    credentials: application,
  }),
  'hcp hostname': (host, port) => ({
    kind: 'hcp',
    settings: { hostname: at(host, port), organization: 'acme' },
    credentials: { token: 't' },
  }),
  'gitlab url': (host, port) => ({
    kind: 'gitlab',
    settings: { url: at(host, port), project: 'acme/infra' },
    credentials: { token: 't' },
  }),
  'http address': (host, port) => ({
    kind: 'http',
    settings: { address: `${at(host, port)}/state` },
    credentials: { username: 'u', password: 'p' },
  }),
  'pg host': (host, port) => ({
    kind: 'pg',
    settings: { host: host.replace(/^\[|\]$/g, ''), port: String(port), database: 'terraform', sslmode: 'disable' },
    credentials: { user: 'u', password: 'p' },
  }),
  'kubernetes server': (host, port) => ({
    kind: 'kubernetes',
    settings: { server: at(host, port), namespace: 'tf' },
    credentials: { token: 't' },
  }),
  'consul address': (host, port) => ({
    kind: 'consul',
    settings: { address: `${host}:${port}`, scheme: 'http', path: 'tf/' },
    credentials: { token: 't' },
  }),
};
const NAMED = Object.entries(FIELDS);
const OVER_HTTP = NAMED.filter(([name]) => name !== 'pg host');

/** Answers nothing, and closes the connection, so that the next request looks the name up again. */
const respond: RequestListener = (_, response) => response.writeHead(200, { connection: 'close' }).end();

/** A server on addresses of this machine, all with the same port, which counts its connections. */
async function startListening(
  addresses: readonly string[],
  { answer = respond, port = 0 }: { answer?: RequestListener; port?: number } = {},
) {
  const servers: ReturnType<typeof createServer>[] = [];
  const counts = { connections: 0 };
  for (const address of addresses) {
    const server = createServer(answer).on('connection', () => (counts.connections += 1));
    await new Promise<void>((done, fail) => server.once('error', fail).listen(port, address, done));
    ({ port } = server.address() as AddressInfo);
    servers.push(server);
  }
  return {
    port,
    counts,
    [Symbol.dispose]() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

describe('the addresses that organizations name', async () => {
  const [{ open }] = (await databases()) as [Awaited<ReturnType<typeof databases>>[number]];
  let store: Store;
  let names: Awaited<ReturnType<typeof startNameServer>>;
  let says: Says = (host) => PRIVATE_NAMES[host] ?? [];
  const apis: TestApi[] = [];
  beforeAll(async () => {
    store = await open();
    names = await startNameServer((host) => says(host));
  });
  afterAll(async () => {
    for (const api of apis) await api.close();
    await store.close();
    await names[Symbol.asyncDispose]();
  });

  /** An API whose operator allows these networks. */
  async function allowing(...webhookNetworks: string[]): Promise<TestApi> {
    const sources = { webhookNetworks, webhookHttp: true, resolve: nameServers([names.address]) };
    // Only an instance with a public address has an identity towards clouds.
    const api = await testApi(store, [], { publicUrl: 'https://plumbline.example.com', sources });
    apis.push(api);
    return api;
  }

  /** An organization with a function that saves a source and then verifies it. */
  async function organization(api: TestApi) {
    const { id, key } = await api.organization(`addresses-${Math.random().toString(36).slice(2)}`, 'admin');
    const path = `/orgs/${id}/state-sources/one`;
    const verify = async () => (await api.call('GET', `${path}/verify`, { key })).json<object>();
    const send = (method: 'PUT' | 'PATCH', body: object) => api.call(method, path, { key, body });
    return { id, verify, send };
  }

  const refused = expect.objectContaining({
    ok: false,
    checks: [expect.objectContaining({ name: 'list', ok: false, code: 'source_unreachable' })],
  }) as object;

  test('are all tested here, for every kind of source', () => {
    const tested = new Set(NAMED.map(([, sourceAt]) => sourceAt('a', 1).kind));
    expect(Object.keys(SOURCE_FORMS).filter((kind) => !tested.has(kind as SourceKindName))).toEqual(['directory']);
    // A new field with such a name belongs into the list above.
    const addresses = Object.entries(SOURCE_FORMS).flatMap(([kind, { settings }]) =>
      Object.keys(settings.properties)
        .filter((field) => /endpoint|authority|host|url|address|server$/.test(field))
        .map((field) => `${kind} ${field}`),
    );
    expect(addresses.filter((field) => !Object.hasOwn(FIELDS, field))).toEqual([]);
  });

  test.each(NAMED)('lead to no private place: %s', async (_, sourceAt) => {
    using trap = await startListening(['127.0.0.1', '::1']);
    // Another network is allowed, and with it any port: the address alone decides.
    const api = await allowing('198.51.100.0/24');
    const refusals: [string, unknown][] = [];
    for (const host of [...THIS_MACHINE, ...OTHER_PRIVATE_HOSTS, ...Object.keys(PRIVATE_NAMES)]) {
      const { kind, settings, credentials } = sourceAt(host, trap.port);
      const source = api.services.openSource('org_1', kind, { settings, credentials, narrower: '' });
      const refusal: unknown = await Array.fromAsync(source.list()).catch((error: unknown) => error);
      refusals.push([host, refusal]);
    }
    const problem = expect.objectContaining({ code: 'source_unreachable' }) as unknown;
    expect(refusals).toEqual(refusals.map(([host]) => [host, problem]));

    const { id, send, verify } = await organization(api);
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:7f00:1]', '169.254.169.254', 'self.example']) {
      const saved = await send('PUT', sourceAt(host, trap.port));
      // Some fields take no such text at all.
      if (saved.statusCode !== 422) expect([host, await verify()]).toEqual([host, refused]);
    }

    await send('PUT', sourceAt('states.example', trap.port));
    const { settings, credentials } = sourceAt('127.0.0.1', trap.port);
    expect((await send('PATCH', { settings, credentials })).statusCode).toBe(200);
    expect(await verify()).toEqual(refused);
    const { source } = await openStates(api.services, id, null);
    await expect(Array.fromAsync(source.list())).rejects.toMatchObject({ code: 'source_unreachable' });
    expect(trap.counts.connections).toBe(0);
  });

  test.each(NAMED)('lead to this machine where the operator allows it: %s', async (_, sourceAt) => {
    using trap = await startListening(['127.0.0.1']);
    const { send, verify } = await organization(await allowing('loopback'));
    for (const [i, host] of ['127.0.0.1', 'self.example'].entries()) {
      expect((await send('PUT', sourceAt(host, trap.port))).statusCode).toBe(200);
      await verify();
      expect(trap.counts.connections).toBeGreaterThan(i);
    }
  });

  test.each(NAMED)(
    'are the ones that were checked, although the name has another a moment later: %s',
    async (_, sourceAt) => {
      using allowed = await startListening(['127.0.0.1']);
      using trap = await startListening(['127.0.0.2'], { port: allowed.port });
      let lookups = 0;
      says = () => (lookups++ % 2 === 0 ? ['127.0.0.1'] : ['127.0.0.2']);
      const { send, verify } = await organization(await allowing('127.0.0.1/32'));
      await send('PUT', sourceAt('rebound.example', allowed.port));
      for (let i = 0; i < 4; i += 1) await verify();
      says = (host) => PRIVATE_NAMES[host] ?? [];
      expect(allowed.counts.connections).toBeGreaterThan(0);
      expect(lookups).toBeGreaterThan(1);
      expect(trap.counts.connections).toBe(0);
    },
  );

  test.each(OVER_HTTP)('are not left by a redirect: %s', async (_, sourceAt) => {
    using trap = await startListening(['127.0.0.2']);
    const { send, verify } = await organization(await allowing('127.0.0.1/32'));
    for (const status of [301, 302, 303, 307, 308])
      for (const location of [
        `http://127.0.0.2:${trap.port}/`,
        `//127.0.0.2:${trap.port}/`,
        'http://169.254.169.254/',
      ]) {
        using server = await startListening(['127.0.0.1'], {
          answer: (_request, response) => response.writeHead(status, { location }).end(),
        });
        await send('PUT', sourceAt('127.0.0.1', server.port));
        expect(await verify()).toMatchObject({ ok: false });
        expect(server.counts.connections).toBeGreaterThan(0);
      }
    expect(trap.counts.connections).toBe(0);
  });

  test('are not left by the address that HCP Terraform names for a download', async () => {
    using trap = await startListening(['127.0.0.2']);
    const json = (url: string): unknown => {
      if (url.includes('/current-state-version'))
        return { data: { id: 'sv-1', attributes: { 'hosted-state-download-url': `http://127.0.0.2:${trap.port}/` } } };
      const workspace = {
        id: 'ws-1',
        attributes: { name: 'app' },
        relationships: { 'current-state-version': { data: { id: 'sv-1' } } },
      };
      return { data: url.includes('/workspaces/') ? workspace : [workspace] };
    };
    using server = await startListening(['127.0.0.1'], {
      answer: ({ url = '' }, response) => response.end(JSON.stringify(json(url))),
    });
    const { send, verify } = await organization(await allowing('127.0.0.1/32'));
    await send('PUT', FIELDS['hcp hostname']!('127.0.0.1', server.port));
    expect(await verify()).toMatchObject({
      ok: false,
      checks: [{ name: 'list', ok: true }, { name: 'read', ok: false, code: 'source_unreachable' }, {}],
    });
    expect(trap.counts.connections).toBe(0);
  });
});
