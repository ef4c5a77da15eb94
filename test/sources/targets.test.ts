import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../../src/server/compose-target.ts';
import { missing } from '../../testkit/needs.ts';
import { AZURITE_KEY, azurermWorld } from '../../testkit/sources/azurerm.ts';
import { consulWorld } from '../../testkit/sources/consul.ts';
import { gcsWorld } from '../../testkit/sources/gcs.ts';
import { gitlabWorld } from '../../testkit/sources/gitlab.ts';
import { hcpWorld } from '../../testkit/sources/hcp.ts';
import { httpWorld } from '../../testkit/sources/http.ts';
import { kubernetesWorld } from '../../testkit/sources/kubernetes.ts';
import { pgWorld } from '../../testkit/sources/pg.ts';
import { startStandIn } from '../../testkit/sources/stand-in.ts';
import type { SourceServer, SourceWorld } from '../../testkit/sources/world.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';

type Given = {
  url: string;
  /** The environment with Terraform's credentials. */
  env: Record<string, string>;
  /** Files in the home directory of the person. */
  home?: Record<string, string>;
  /** The backend that `terraform init` recorded; GitLab's is `http`. */
  backend?: { type: string; config: object };
};

const textOf = (key: string) => JSON.stringify({ version: 4, serial: 1, lineage: key, resources: [] });
const loginTo = (url: string) => ({ credentials: { [new URL(url).host]: { token: 'secret-token' } } });
const kubeconfig = (server = '') => `apiVersion: v1
clusters: [{ name: c, cluster: { server: "${server}" } }]
users: [{ name: u, user: { tokenFile: token } }]
contexts: [{ name: x, context: { cluster: c, user: u } }]
current-context: x
`;

const KINDS: readonly (readonly [SourceWorld, (server: SourceServer) => Given])[] = [
  [
    gcsWorld,
    ({ settings }) => ({
      url: 'gs://states/app',
      env: { STORAGE_EMULATOR_HOST: new URL(settings.endpoint ?? '').host, GOOGLE_OAUTH_ACCESS_TOKEN: 'ya29.secret' },
      backend: { type: 'gcs', config: { bucket: 'states', prefix: '/app/' } },
    }),
  ],
  [
    azurermWorld,
    ({ settings }) => ({
      url: 'azurerm://devstoreaccount1/states/app',
      env: { AZURE_STORAGE_SERVICE_ENDPOINT: settings.endpoint ?? '', ARM_ACCESS_KEY: AZURITE_KEY },
      backend: {
        type: 'azurerm',
        config: { storage_account_name: 'devstoreaccount1', container_name: 'states', key: 'app.tfstate' },
      },
    }),
  ],
  [
    hcpWorld,
    ({ settings: { hostname = '' } }) => ({
      url: 'hcp://acme',
      env: { TF_CLOUD_HOSTNAME: hostname },
      home: { '.terraform.d/credentials.tfrc.json': JSON.stringify(loginTo(hostname)) },
      backend: { type: 'remote', config: { organization: 'acme', workspaces: { prefix: 'app-' } } },
    }),
  ],
  [
    gitlabWorld,
    ({ settings }) => ({
      url: 'gitlab://acme/infrastructure',
      env: { GITLAB_HOST: settings.url ?? '', GITLAB_TOKEN: 'secret-token' },
    }),
  ],
  [
    pgWorld,
    ({ settings: { host, port, database }, credentials: { user, password } }) => ({
      url: `pg://${user}@${host}:${port}/${database}`,
      env: { PGSSLMODE: 'disable' },
      home: { '.pgpass': `${host}:*:*:${user}:${password?.replaceAll(':', '\\:')}\n` },
      backend: { type: 'pg', config: { conn_str: `host=${host} port=${port} dbname='${database}' user=${user}` } },
    }),
  ],
  [
    consulWorld,
    ({ settings, credentials }) => ({
      url: 'consul:///terraform/',
      env: { CONSUL_HTTP_ADDR: settings.address ?? '', CONSUL_HTTP_TOKEN: credentials.token ?? '' },
      backend: { type: 'consul', config: { path: 'terraform/app', gzip: true } },
    }),
  ],
  [
    kubernetesWorld,
    ({ settings }) => ({
      url: 'kubernetes://terraform',
      env: {},
      home: { '.kube/config': kubeconfig(settings.server), '.kube/token': 'secret-token\n' },
      backend: { type: 'kubernetes', config: { namespace: 'terraform', secret_suffix: 'app' } },
    }),
  ],
];

/** Creates a person's home directory with files, and a root module. */
async function person({ env, home = {}, backend }: Given) {
  const directory = await temporaryDirectory();
  const files = {
    ...home,
    'root/.terraform/terraform.tfstate': JSON.stringify({ version: 3, backend }),
    'root/.terraform/environment': 'dev',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(directory.path, name, '..'), { recursive: true });
    await writeFile(join(directory.path, name), text);
  }
  const notes: string[] = [];
  const own = { env: { HOME: directory.path, ...env }, onNote: (text: string) => notes.push(text) };
  const read = async (target: string, more = {}) => {
    const source = await resolveTarget({ target, ...own, ...more }).open({});
    const keys = (await Array.fromAsync(source.list())).map(({ key }) => key).toSorted();
    return Promise.all(keys.map(async (key) => [key, Buffer.from((await source.read(key)).bytes).toString()]));
  };
  return { root: join(directory.path, 'root'), notes, read, [Symbol.asyncDispose]: directory[Symbol.asyncDispose] };
}

describe.each(KINDS.map(([world, given]) => [world.kind, world, given] as const))('%s', async (_kind, world, given) => {
  test.skipIf(await missing(...world.needs))(
    'is read by its URL, and by the backend of a directory in its workspace, with what Terraform takes',
    async () => {
      await using server = await world.start();
      const all = ['default', 'dev'].map((one) => server.keyOf(one)).toSorted();
      for (const key of all) await server.put(key, textOf(key));
      const what = given(server);
      await using own = await person(what);
      expect(await own.read(what.url)).toEqual(all.map((key) => [key, textOf(key)]));
      if (!what.backend) return;
      const dev = server.keyOf('dev');
      expect(await own.read(own.root)).toEqual([[dev, textOf(dev)]]);
      expect(own.notes.at(-1)).toMatch(/^State: \S+ \(backend of .*, workspace dev\)\.$/);
      expect(own.notes.join()).not.toContain('secret');
      await expect(own.read(own.root, { workspace: 'blue' })).rejects.toThrow(
        /There is no state at \S+, where .*"blue"/,
      );
    },
  );
});

test('reads the one state of http, which has no workspaces', async () => {
  await using server = await httpWorld.start();
  await server.put('states/app', textOf('app'));
  const address = server.settings.address ?? '';
  const env = { TF_HTTP_USERNAME: 'terraform', TF_HTTP_PASSWORD: 'secret-password' };
  await using own = await person({ url: address, env, backend: { type: 'http', config: { address } } });
  expect(await own.read(address)).toEqual([['states/app', textOf('app')]]);
  expect(await own.read(own.root, { workspace: 'default' })).toEqual([['states/app', textOf('app')]]);
  await expect(own.read(own.root)).rejects.toThrow('has no workspaces');
});

test('reads one workspace of HCP Terraform, by its URL and by a cloud block', async () => {
  await using server = await hcpWorld.start();
  for (const name of ['app', 'app-dev']) await server.put(name, textOf(name));
  const { hostname = '' } = server.settings;
  const env = { TF_CLOUD_HOSTNAME: hostname, TF_CLI_CONFIG_FILE: '' };
  const home = { '.terraformrc': `credentials "${new URL(hostname).host}" {\n  token = "secret-token"\n}\n` };
  await using own = await person({ url: '', env, home });
  await writeFile(
    join(own.root, 'main.tf'),
    'terraform {\n  cloud {\n    organization = "acme"\n    workspaces {\n      name = "app"\n    }\n  }\n}\n',
  );
  expect(resolveTarget({ target: own.root, env: { HOME: join(own.root, '..'), ...env } }).workspaceOf('app')).toBe(
    'app',
  );
  expect(await own.read('hcp://acme/app')).toEqual([['app', textOf('app')]]);
  expect(await own.read(own.root)).toEqual([['app', textOf('app')]]);
  await expect(own.read('hcp://acme/ap')).rejects.toThrow('There is no state at hcp://acme/ap.');
});

test.skipIf(await missing('gcs'))('reads Cloud Storage with the login of a person', async () => {
  await using server = await gcsWorld.start();
  await using google = await startStandIn(({ body }) =>
    body.toString().includes('refresh_token=1%2F%2Fsecret') ? { body: { access_token: 'ya29.x' } } : { status: 400 },
  );
  await server.put('app/default.tfstate', textOf('app'));
  const login = (token: string) =>
    JSON.stringify({ type: 'authorized_user', client_id: 'c', refresh_token: token, token_uri: google.url });
  const env = { STORAGE_EMULATOR_HOST: server.settings.endpoint ?? '' };
  const home = { '.config/gcloud/application_default_credentials.json': login('1//secret'), 'old.json': login('old') };
  await using own = await person({ url: '', env, home });
  expect(await own.read('gs://states')).toEqual([['app/default.tfstate', textOf('app')]]);
  const old = { env: { ...env, GOOGLE_APPLICATION_CREDENTIALS: join(own.root, '../old.json') } };
  await expect(own.read('gs://states', old)).rejects.toThrow(/^Google does not accept your login any more\./);
});
