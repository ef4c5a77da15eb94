import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { KUBERNETES } from '../../src/sources/kubernetes/settings.ts';
import { kubernetesServer, onPath } from '../needs.ts';
import { certificatePem, serverCertificate } from '../plugin/certificate.ts';
import { temporaryDirectory } from '../tmp.ts';
import { startFront } from './front.ts';
import { freePort, must, startProgram } from './program.ts';
import { LOCK_INFO, type SourceServer, type SourceWorld } from './world.ts';

/** Terraform splits large states into several secrets of a mebibyte each. */
const SECRET_BYTES = 1_048_576;
const PAGE = 7;

/** The rules of the role in docs/state-sources.md. */
function documentedRules(): object[] {
  const [, role = ''] = /<<'ROLE'\n([^]*?)\nROLE\n/.exec(KUBERNETES.grants ?? '') ?? [];
  return (parse(role) as { rules: object[] }).rules;
}

const EVERYTHING = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };

/** The rules of each token. */
const USERS = { 'secret-token': documentedRules(), 'writing-token': [EVERYTHING], 'narrow-token': [] };

/** Starts etcd, and before it a server of the Kubernetes API (testkit/kubernetes-server). */
async function startKubernetes() {
  const stack = new AsyncDisposableStack();
  const directory = stack.use(await temporaryDirectory());
  const peers = `http://127.0.0.1:${await freePort()}`;
  const etcd = stack.use(
    await startProgram(onPath('etcd') ?? '', (port) => [
      '--name=one',
      `--data-dir=${join(directory.path, 'etcd')}`,
      `--initial-cluster=one=${peers}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--listen-client-urls=http://127.0.0.1:${port}`,
      `--advertise-client-urls=http://127.0.0.1:${port}`,
    ]),
  );
  const users = join(directory.path, 'users.json');
  await writeFile(users, JSON.stringify(USERS));
  const server = stack.use(
    await startProgram(kubernetesServer() ?? '', (port) => [`127.0.0.1:${port}`, etcd.url, users]),
  );
  return { url: server.url, etcd: etcd.url, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

type ClusterServer = SourceServer & {
  /** Forgets all earlier versions, after which lists that are under way have expired. */
  compact(): Promise<unknown>;
};

const labelsOf = (key: string): Record<string, string> => {
  const [, tfstateWorkspace = '', tfstateSecretSuffix = ''] = /^tfstate-([a-z]+)-(.*)$/.exec(key) ?? [];
  return { tfstate: 'true', tfstateWorkspace, tfstateSecretSuffix, 'app.kubernetes.io/managed-by': 'terraform' };
};

/**
 * Kubernetes' API over etcd, with the role of docs/state-sources.md: secrets and leases with the labels, pages and
 * versions of https://kubernetes.io/docs/reference/using-api/api-concepts/.
 */
export const kubernetesWorld = {
  kind: 'kubernetes',
  needs: ['kubernetes', 'etcd'],
  strange: ['tfstate-default-app', 'tfstate-default-app-2', 'tfstate-dev-app'],
  many: 60,
  async start(): Promise<ClusterServer> {
    const server = await startKubernetes();
    const front = await startFront(server.url);
    const { certificate, key: privateKey } = serverCertificate();
    // Kubernetes' own client sends no token by plain HTTP.
    const secure = await startFront(server.url, { cert: certificatePem(certificate), key: privateKey });
    const base = `${server.url}/api/v1/namespaces/terraform/secrets`;
    const leases = `${server.url}/apis/coordination.k8s.io/v1/namespaces/terraform/leases`;
    const headers = { authorization: 'Bearer writing-token', 'content-type': 'application/json' };
    /** Creates an object, or replaces it. */
    async function write(url: string, object: { metadata: { name: string } }) {
      const body = JSON.stringify(object);
      const replaced = await fetch(`${url}/${object.metadata.name}`, { method: 'PUT', headers, body });
      if (!replaced.ok) await must(url, { method: 'POST', headers, body });
    }

    async function put(key: string, state: string): Promise<void> {
      const payload = gzipSync(state, { level: 1 });
      const count = Math.max(1, Math.ceil(payload.length / SECRET_BYTES));
      for (let part = 0; part < count; part += 1) {
        const name = part === 0 ? key : `${key}-part-${part}`;
        const tfstate = payload.subarray(part * SECRET_BYTES, (part + 1) * SECRET_BYTES).toString('base64');
        const metadata = { name, namespace: 'terraform', labels: labelsOf(key), annotations: { encoding: 'gzip' } };
        await write(base, { apiVersion: 'v1', kind: 'Secret', metadata, data: { tfstate }, type: 'Opaque' } as never);
      }
    }

    const lease = (key: string, annotations: object, spec: object) => {
      const metadata = { name: `lock-${key}`, namespace: 'terraform', labels: labelsOf(key), annotations };
      return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec };
    };
    const settings = { server: front.url, namespace: 'terraform' };
    return {
      settings,
      credentials: { token: 'secret-token' },
      writer: { token: 'writing-token' },
      secureUrl: secure.url,
      front,
      put,
      async remove(key) {
        const labels = Object.entries(labelsOf(key)).map(([name, value]) => `${name}=${value}`);
        const all = `${base}?labelSelector=${encodeURIComponent(labels.join(','))}`;
        await must(key.includes('-part-') ? `${base}/${key}` : all, { method: 'DELETE', headers });
      },
      keyOf: (workspace) => `tfstate-${workspace}-app`,
      async lock(key) {
        const annotations = { 'app.terraform.io/lock-info': JSON.stringify(LOCK_INFO) };
        await write(leases, lease(key, annotations, { holderIdentity: LOCK_INFO.ID }));
        return () => write(leases, lease(key, {}, {}));
      },
      litter: () =>
        write(base, {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 'other', labels: { app: 'web' } },
          data: { password: 'eA==' },
        } as never),
      smallPages: () =>
        void (front.rewrite = (url) => url.searchParams.has('limit') && url.searchParams.set('limit', String(PAGE))),
      putHuge: (key) => put(key, 'x'.repeat(257 * 1024 * 1024)),
      denied: { credentials: { token: 'narrow-token' } },
      expired: { credentials: { token: 'expired-token' } },
      async compact() {
        const current = await must(`${server.etcd}/v3/kv/range`, { method: 'POST', body: '{"key":"AA=="}' });
        const { header } = (await current.json()) as { header: { revision: string } };
        return must(`${server.etcd}/v3/kv/compaction`, { method: 'POST', body: JSON.stringify(header) });
      },
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]();
        await secure[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
} satisfies SourceWorld;
