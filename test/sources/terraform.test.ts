import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { SOURCE_KINDS } from '../../src/sources/open.ts';
import { createWays } from '../../src/sources/ways.ts';
import { missing } from '../../testkit/needs.ts';
import { consulWorld } from '../../testkit/sources/consul.ts';
import { gcsWorld } from '../../testkit/sources/gcs.ts';
import { httpWorld } from '../../testkit/sources/http.ts';
import { kubernetesWorld } from '../../testkit/sources/kubernetes.ts';
import { pgWorld } from '../../testkit/sources/pg.ts';
import { s3World } from '../../testkit/sources/s3.ts';
import type { SourceServer, SourceWorld } from '../../testkit/sources/world.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';

/** A backend block. `config` is a file beside the configuration. */
type Backend = { block: string; env?: Record<string, string>; config?: object };

const quoted = (values: Record<string, string | boolean | undefined>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join('\n');

/** The backend blocks with which Terraform writes states that the sources read. */
const BACKENDS: readonly (readonly [SourceWorld, (server: SourceServer) => Backend])[] = [
  [
    gcsWorld,
    ({ settings, credentials }) => ({
      block: `backend "gcs" {\n${quoted({ bucket: settings.bucket, prefix: 'app', access_token: credentials.access_token })}\n}`,
      env: { STORAGE_EMULATOR_HOST: new URL(settings.endpoint ?? '').host },
    }),
  ],
  [
    s3World,
    ({ settings, credentials }) => {
      const skip = [
        'skip_credentials_validation',
        'skip_metadata_api_check',
        'skip_region_validation',
        'skip_requesting_account_id',
      ];
      const flags = Object.fromEntries([...skip, 'use_path_style', 'use_lockfile'].map((name) => [name, true]));
      const given = {
        ...credentials,
        bucket: settings.bucket,
        key: 'app/terraform.tfstate',
        region: 'us-east-1',
        ...flags,
      };
      return { block: `backend "s3" {\n${quoted(given)}\nendpoints = { s3 = "${settings.endpoint}" }\n}` };
    },
  ],
  [
    httpWorld,
    ({ settings, credentials }) => ({ block: `backend "http" {\n${quoted({ ...settings, ...credentials })}\n}` }),
  ],
  [
    pgWorld,
    ({ settings, credentials }) => {
      const url = `postgres://${credentials.user}:${credentials.password}@${settings.host}:${settings.port}/${settings.database}?sslmode=disable`;
      return { block: `backend "pg" {\n${quoted({ conn_str: url })}\n}` };
    },
  ],
  [
    consulWorld,
    ({ settings, writer = {} }) => ({
      block: `backend "consul" {\n${quoted({ address: settings.address, scheme: 'http', path: 'terraform/app', access_token: writer.token, gzip: true })}\n}`,
    }),
  ],
  [
    kubernetesWorld,
    ({ settings, writer = {}, secureUrl }) => ({
      block: `backend "kubernetes" {\n${quoted({ config_path: 'config', namespace: settings.namespace, secret_suffix: 'app', insecure: true })}\n}`,
      config: {
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'c', cluster: { server: secureUrl } }],
        users: [{ name: 'u', user: { token: writer.token } }],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'x',
      },
    }),
  ],
];

const ways = createWays({ networks: ['loopback'], http: true });
afterAll(() => ways[Symbol.dispose]());

describe.skipIf(await missing('terraform', ...new Set(BACKENDS.flatMap(([{ needs }]) => needs))))(
  'what Terraform writes',
  () => {
    test.each(BACKENDS.map(([world, backend]) => [world.kind, world, backend] as const))(
      'is read by %s: the states of its workspaces, and the lock of an apply',
      async (kind, world, backend) => {
        await using directory = await temporaryDirectory();
        await using server = await world.start();
        const { block, env = {}, config = {} } = backend(server);
        await writeFile(join(directory.path, 'config'), JSON.stringify(config));
        const slow = 'provisioner "local-exec" {\ncommand = "while [ ! -e go ]; do sleep 0.1; done"\n}';
        await writeFile(
          join(directory.path, 'main.tf'),
          `terraform {\n${block}\n}\nresource "terraform_data" "a" {\ninput = terraform.workspace\n${slow}\n}\n`,
        );
        const terraform = async (...argv: string[]) =>
          (
            await promisify(execFile)('terraform', argv, {
              cwd: directory.path,
              env: { ...process.env, ...env, TF_IN_AUTOMATION: '1' },
            })
          ).stdout;
        const source = SOURCE_KINDS[kind].open({ ...server, narrower: '' }, ways);
        const isLocking = source.locks !== undefined;

        const go = join(directory.path, 'go');
        await writeFile(go, '');
        await terraform('init', '-input=false', '-no-color');
        await terraform('apply', '-auto-approve', '-no-color');
        if (isLocking) {
          await rm(go);
          const applying = terraform('apply', '-auto-approve', '-no-color', '-replace=terraform_data.a');
          const held = async () => (await Array.fromAsync(source.locks?.(undefined) ?? [])).map(({ key }) => key);
          await expect.poll(held).toEqual([server.keyOf('default')]);
          await writeFile(go, '');
          await applying;
        }
        if (world.isSingle !== true) await terraform('workspace', 'new', 'dev');
        const workspaces = world.isSingle === true ? ['default'] : ['default', 'dev'];
        if (world.isSingle !== true) await terraform('apply', '-auto-approve', '-no-color');

        const listed = (await Array.fromAsync(source.list())).map(({ key }) => key);
        expect(listed.toSorted()).toEqual(workspaces.map((one) => server.keyOf(one)).toSorted());
        for (const workspace of workspaces) {
          if (world.isSingle !== true) await terraform('workspace', 'select', workspace);
          const { bytes } = await source.read(server.keyOf(workspace));
          expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(JSON.parse(await terraform('state', 'pull')));
          expect(Buffer.from(bytes).toString()).toContain(`"value": "${workspace}"`);
        }
        expect(await Array.fromAsync(source.locks?.(undefined) ?? [])).toEqual([]);
      },
    );
  },
);
