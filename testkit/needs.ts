import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createProviderFinder } from '../src/provider/find.ts';
import { postgresPrograms } from './postgres.ts';
import { temporaryDirectory } from './tmp.ts';

/** Requirements of a suite beyond Node and the packages. */
export type Need =
  | 'moto'
  | 'gcs'
  | 'azurite'
  | 'gofakes3'
  | 'consul'
  | 'kubernetes'
  | 'etcd'
  | 'aws-provider'
  | 'new-aws-provider'
  | 'terraform'
  | 'other-providers'
  | 'server-providers'
  | 'rabbitmq'
  | 'bind'
  | 'keystone'
  | 'postgres'
  | 'own-postgres'
  | 'redis'
  | 'redis-server'
  | 'chromium'
  | 'schemathesis';

/** The path of a program on PATH, or undefined. */
export function onPath(program: string): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, program));
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** `moto_server`: installed by `.ci/run`, else on PATH. */
export function motoServer(): string | undefined {
  return process.env.PLUMBLINE_TEST_MOTO ?? onPath('moto_server');
}

/** An emulator of Google Cloud Storage, installed by `.ci/run` or on PATH. */
export function gcsEmulator(): string | undefined {
  return process.env.PLUMBLINE_TEST_GCS ?? onPath('gcp-storage-emulator') ?? onPath('fake-gcs-server');
}

/** `azurite-blob`: installed by `.ci/run`, else on PATH. */
export function azurite(): string | undefined {
  return process.env.PLUMBLINE_TEST_AZURITE ?? onPath('azurite-blob');
}

/** `gofakes3`, a server with the API of S3: built by `.ci/run`, else on PATH. */
export function gofakes3(): string | undefined {
  return process.env.PLUMBLINE_TEST_GOFAKES3 ?? onPath('gofakes3');
}

/** `consul`: built by `.ci/run`, else on PATH. */
export function consulProgram(): string | undefined {
  return process.env.PLUMBLINE_TEST_CONSUL ?? onPath('consul');
}

/** A server of the Kubernetes API, built by `.ci/run`: testkit/kubernetes-server. */
export function kubernetesServer(): string | undefined {
  return process.env.PLUMBLINE_TEST_KUBERNETES;
}

/** `st`: installed by `.ci/run`, else on PATH. */
export function schemathesis(): string | undefined {
  return process.env.PLUMBLINE_TEST_SCHEMATHESIS ?? onPath('st');
}

/** `chromium`: the path in PLUMBLINE_TEST_CHROMIUM, else Debian's. */
export function chromiumProgram(): string | undefined {
  return process.env.PLUMBLINE_TEST_CHROMIUM ?? onPath('chromium');
}

/** The mirror that `testkit/providers-up.sh` has filled with real providers besides AWS's. */
export function otherProviders(): string | undefined {
  return process.env.PLUMBLINE_TEST_PROVIDERS;
}

/** The Python virtual environment with Keystone. */
export function keystoneVenv(): string | undefined {
  return process.env.KEYSTONE_VENV;
}

const SERVER_PROVIDERS = [
  'cyrilgdn/rabbitmq',
  'cyrilgdn/postgresql',
  'hashicorp/dns',
  'terraform-provider-openstack/openstack',
];

/** Whether the mirror contains all named providers. */
function hasProviders(names: readonly string[]): boolean {
  const mirror = otherProviders();
  return mirror !== undefined && names.every((one) => existsSync(join(mirror, 'registry.terraform.io', one)));
}

async function awsProvider(): Promise<string | undefined> {
  await using cache = await temporaryDirectory();
  const find = createProviderFinder({ cacheDir: cache.path, env: process.env });
  return await find({ source: 'registry.terraform.io/hashicorp/aws' }).then(
    (found) => found.path,
    () => undefined,
  );
}

const CHECKS: Record<Need, { have: () => unknown; hint: string }> = {
  moto: { have: motoServer, hint: 'pip install "moto[server]==5.2.1", or set PLUMBLINE_TEST_MOTO to moto_server' },
  gcs: {
    have: gcsEmulator,
    hint: 'pip install gcp-storage-emulator==2026.7.19, or set PLUMBLINE_TEST_GCS to gcp-storage-emulator or fake-gcs-server',
  },
  azurite: {
    have: azurite,
    hint: 'npm install --prefix DIR azurite@3.37.0, and set PLUMBLINE_TEST_AZURITE to DIR/node_modules/.bin/azurite-blob',
  },
  gofakes3: {
    have: gofakes3,
    hint: 'GOBIN=DIR go install github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0, and set PLUMBLINE_TEST_GOFAKES3 to DIR/gofakes3',
  },
  consul: {
    have: consulProgram,
    hint: 'run testkit/state-servers-up.sh DIR (it needs Go) and set PLUMBLINE_TEST_CONSUL to DIR/consul',
  },
  kubernetes: {
    have: kubernetesServer,
    hint: 'run testkit/state-servers-up.sh DIR (it needs Go) and set PLUMBLINE_TEST_KUBERNETES to DIR/kubernetes-server',
  },
  etcd: { have: () => onPath('etcd'), hint: 'install etcd-server' },
  'aws-provider': { have: awsProvider, hint: 'unpack hashicorp/aws into a Terraform filesystem mirror' },
  'new-aws-provider': {
    have: () => hasProviders(['hashicorp/aws']),
    hint: 'run testkit/providers-up.sh DIR aws (it needs Go) and set PLUMBLINE_TEST_PROVIDERS to DIR',
  },
  terraform: { have: () => onPath('terraform'), hint: 'install terraform; it is the oracle of this test' },
  'other-providers': {
    have: otherProviders,
    hint: 'run testkit/providers-up.sh DIR (it needs Go) and set PLUMBLINE_TEST_PROVIDERS to DIR',
  },
  'server-providers': {
    have: () => hasProviders(SERVER_PROVIDERS),
    hint: 'run testkit/providers-up.sh DIR (it needs Go) and set PLUMBLINE_TEST_PROVIDERS to DIR',
  },
  rabbitmq: { have: () => existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server'), hint: 'install rabbitmq-server' },
  bind: { have: () => existsSync('/usr/sbin/named') && onPath('nsupdate'), hint: 'install bind9 and bind9-dnsutils' },
  keystone: {
    have: keystoneVenv,
    hint: 'python3 -m venv DIR && DIR/bin/pip install keystone==30.0.0 && touch DIR/installed, and set KEYSTONE_VENV to DIR',
  },
  postgres: { have: () => process.env.PLUMBLINE_TEST_DATABASE_URL, hint: 'set PLUMBLINE_TEST_DATABASE_URL' },
  'own-postgres': {
    have: postgresPrograms,
    hint: 'set PLUMBLINE_TEST_DATABASE_URL to a Postgres on this machine (testkit/postgres-up.sh); this test kills one like it',
  },
  redis: { have: () => process.env.PLUMBLINE_TEST_REDIS_URL, hint: 'set PLUMBLINE_TEST_REDIS_URL' },
  schemathesis: {
    have: schemathesis,
    hint: 'pip install schemathesis==4.32.5, or set PLUMBLINE_TEST_SCHEMATHESIS to st',
  },
  chromium: { have: chromiumProgram, hint: 'install chromium, or set PLUMBLINE_TEST_CHROMIUM to its program' },
  'redis-server': { have: () => onPath('redis-server'), hint: 'install redis-server; this test kills one' },
};

/**
 * Whether a requirement of a suite is missing: `describe.skipIf(await missing('moto'))`. Prints on stderr which, and
 * how to install it. With `CI=true` it throws instead, so that no suite is ever skipped there.
 */
export async function missing(...needs: Need[]): Promise<boolean> {
  const absent: string[] = [];
  for (const need of needs) if (!(await CHECKS[need].have())) absent.push(`${need} (${CHECKS[need].hint})`);
  if (absent.length === 0) return false;
  const reason = `needs ${absent.join(' and ')}`;
  if (process.env.CI === 'true') throw new Error(`a suite that must run in CI ${reason}`);
  console.warn(`skipped: ${reason}`);
  return true;
}
