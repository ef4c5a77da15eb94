import { gzipSync } from 'node:zlib';
import { startFront } from './front.ts';
import { startStandIn, type StandInAnswer } from './stand-in.ts';
import { LOCK_INFO, type SourceWorld } from './world.ts';

type Stored = { metadata: { name: string; labels: Record<string, string> } & Record<string, unknown> } & Record<
  string,
  unknown
>;

const PAGE = 7;
const status = (code: number, reason: string) => ({
  status: code,
  body: {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason,
    message: `${reason}: it is as the documentation says`,
  },
});
const matches = (labels: Record<string, string>, selector: string) =>
  selector.split(',').every((one) => one === '' || labels[one.split('=')[0] ?? ''] === one.split('=')[1]);

/** Terraform splits large states into several secrets of a mebibyte each. */
export const SECRET_BYTES = 1_048_576;

/**
 * A stand-in for a cluster's API server, for secrets and leases: labels, pagination, metadata only, versions, as
 * documented in https://kubernetes.io/docs/reference/using-api/api-concepts/.
 */
export const kubernetesWorld: SourceWorld = {
  kind: 'kubernetes',
  needs: [],
  strange: ['tfstate-default-app', 'tfstate-default-app-2', 'tfstate-dev-app'],
  many: 60,
  async start() {
    const stored = { secrets: new Map<string, Stored>(), leases: new Map<string, Stored>() };
    let revision = 1000;
    const bare = ({ metadata }: Stored) => ({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata });

    function read(objects: Map<string, Stored>, name: string | undefined, url: URL, accept: string): StandInAnswer {
      const shown = (one: Stored) => (accept.includes('as=PartialObjectMetadata') ? bare(one) : one);
      if (name !== undefined) {
        const found = objects.get(name);
        return found ? { body: shown(found) } : status(404, 'NotFound');
      }
      const all = [...objects.values()]
        .filter(({ metadata }) => matches(metadata.labels, url.searchParams.get('labelSelector') ?? ''))
        .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
      const from = Number(url.searchParams.get('continue') ?? 0);
      const next = from + PAGE < all.length ? { continue: String(from + PAGE) } : {};
      const items = all.slice(from, from + PAGE).map(shown);
      return {
        body: { kind: 'SecretList', apiVersion: 'v1', metadata: { resourceVersion: String(revision), ...next }, items },
      };
    }

    const server = await startStandIn(({ method, url, headers, body }) => {
      const [, namespace, kind, name] =
        /^\/(?:api\/v1|apis\/coordination\.k8s\.io\/v1)\/namespaces\/([^/]+)\/(secrets|leases)(?:\/([^/]+))?$/.exec(
          url.pathname,
        ) ?? [];
      if (headers.authorization === 'Bearer expired-token') return status(401, 'Unauthorized');
      if (headers.authorization === 'Bearer narrow-token' || namespace !== 'terraform') return status(403, 'Forbidden');
      const objects = stored[kind as keyof typeof stored];
      if (method === 'GET') return read(objects, name, url, headers.accept ?? '');
      if (method === 'DELETE') return objects.delete(name ?? '') ? { body: {} } : status(404, 'NotFound');
      const api =
        kind === 'secrets'
          ? { apiVersion: 'v1', kind: 'Secret' }
          : { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
      const object = { ...api, ...(JSON.parse(body.toString()) as Stored) };
      if (method === 'POST' && objects.has(object.metadata.name)) return status(409, 'AlreadyExists');
      revision += 1;
      const metadata = {
        creationTimestamp: '2026-11-26T20:00:00Z',
        ...object.metadata,
        resourceVersion: String(revision),
      };
      objects.set(metadata.name, { ...object, metadata });
      return { status: method === 'POST' ? 201 : 200, body: { ...object, metadata } };
    });
    const front = await startFront(server.url);
    const base = `${server.url}/api/v1/namespaces/terraform/secrets`;
    const leases = `${server.url}/apis/coordination.k8s.io/v1/namespaces/terraform/leases`;
    const headers = { authorization: 'Bearer secret-token', 'content-type': 'application/json' };
    const write = (url: string, object: object) => fetch(url, { method: 'PUT', headers, body: JSON.stringify(object) });
    const labelsOf = (key: string): Record<string, string> => {
      const [, tfstateWorkspace = '', tfstateSecretSuffix = ''] = /^tfstate-([a-z]+)-(.*)$/.exec(key) ?? [];
      return { tfstate: 'true', tfstateWorkspace, tfstateSecretSuffix, 'app.kubernetes.io/managed-by': 'terraform' };
    };

    async function put(key: string, state: string): Promise<void> {
      const payload = gzipSync(state, { level: 1 });
      const count = Math.max(1, Math.ceil(payload.length / SECRET_BYTES));
      for (let part = 0; part < count; part += 1) {
        const name = part === 0 ? key : `${key}-part-${part}`;
        const tfstate = payload.subarray(part * SECRET_BYTES, (part + 1) * SECRET_BYTES).toString('base64');
        const metadata = { name, namespace: 'terraform', labels: labelsOf(key), annotations: { encoding: 'gzip' } };
        await write(`${base}/${name}`, { kind: 'Secret', metadata, data: { tfstate }, type: 'Opaque' });
      }
    }

    const settings = { server: front.url, namespace: 'terraform' };
    return {
      settings,
      credentials: { token: 'secret-token' },
      front,
      put,
      remove: (key) => fetch(`${base}/${key}`, { method: 'DELETE', headers }),
      keyOf: (workspace) => `tfstate-${workspace}-app`,
      async lock(key) {
        const metadata = { name: `lock-${key}`, namespace: 'terraform', labels: labelsOf(key) };
        const annotations = { 'app.terraform.io/lock-info': JSON.stringify(LOCK_INFO) };
        const lease = { kind: 'Lease', metadata: { ...metadata, annotations }, spec: { holderIdentity: LOCK_INFO.ID } };
        await write(`${leases}/lock-${key}`, lease);
        return () =>
          write(`${leases}/lock-${key}`, { kind: 'Lease', metadata: { ...metadata, annotations: {} }, spec: {} });
      },
      litter: () =>
        write(`${base}/other`, {
          kind: 'Secret',
          metadata: { name: 'other', labels: { app: 'web' } },
          data: { password: 'eA==' },
        }),
      putHuge: (key) => put(key, 'x'.repeat(257 * 1024 * 1024)),
      denied: { credentials: { token: 'narrow-token' } },
      expired: { credentials: { token: 'expired-token' } },
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};
