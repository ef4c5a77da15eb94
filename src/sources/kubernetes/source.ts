import { readLock } from '../../base/lock-info.ts';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import type { Given, PodAccount, SourceKind, Ways } from '../contract/kind.ts';
import { decompress, MAX_PAGE_BYTES, MAX_STATE_BYTES } from '../shared/limits.ts';
import { trimmed } from '../shared/names.ts';
import { gone, memberOf, momentOf, noCredentials, objectIn, objectsOf, problemOf, textOf } from '../shared/problems.ts';

const SERVER = 'The API server';
const LABEL = 'tfstate=true';
const LOCK_INFO = 'app.terraform.io/lock-info';
const PAGE = 500;
/** Requests only the objects' metadata: the secrets' contents are the states. */
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
const ONE_METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
/** Retries: a state in several secrets may be written during a read. */
const ROUNDS = 3;

const SENTENCES = {
  server: SERVER,
  renew: "Make a new token of the service account: kubectl create token ends after an hour, a secret's token does not.",
  allow: 'Bind the service account to a role with get and list on secrets, and list on leases, in the namespace.',
};

type Meta = {
  name: string;
  version: string;
  labels: Record<string, unknown>;
  annotations: Record<string, unknown>;
  created: unknown;
};

function metaOf(object: Record<string, unknown>): Meta {
  const metadata = memberOf(object, 'metadata');
  return {
    name: textOf(metadata.name),
    version: textOf(metadata.resourceVersion),
    labels: memberOf(metadata, 'labels'),
    annotations: memberOf(metadata, 'annotations'),
    created: metadata.creationTimestamp,
  };
}

/** The first secret of a state. Terraform continues large ones in `…-part-1` and so on; OpenTofu has one per state. */
const firstOf = ({ labels }: Meta): string =>
  `tfstate-${textOf(labels.tfstateWorkspace)}-${textOf(labels.tfstateSecretSuffix)}`;

function partOf(meta: Meta): number {
  const first = firstOf(meta);
  return meta.name === first ? 0 : Number(/^-part-(\d{1,4})$/.exec(meta.name.slice(first.length))?.[1] ?? Number.NaN);
}

const contentOf = (secret: Record<string, unknown>): Buffer =>
  Buffer.from(textOf(memberOf(secret, 'data').tfstate), 'base64');

type Access = () => Promise<PodAccount>;

function accessBy({ token }: Given, { ca }: Given): Access {
  if (token === undefined) throw noCredentials('There is no token. Give one of a service account.');
  return async () => ({ token, ca });
}

/** The token of this server's own pod, read for each request: the cluster replaces it long before it expires. */
function podAccess({ ca }: Given, { serviceAccount }: Ways): Access {
  return async () => {
    const account = await serviceAccount?.();
    if (account) return { ...account, ca: ca ?? account.ca };
    throw noCredentials('This server runs in no pod of a cluster, so that it has no service account. Give a token.');
  };
}

/**
 * States in secrets of a namespace, by the name of the secret:
 * https://developer.hashicorp.com/terraform/language/backend/kubernetes.
 */
export const kubernetes: SourceKind = {
  open({ settings, credentials, narrower }, ways): StateSource {
    const { server = '', namespace = 'default' } = settings;
    const access = settings.service_account === undefined ? accessBy(credentials, settings) : podAccess(settings, ways);
    const base = trimmed(server);
    const secrets = `${base}/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets`;
    const leases = `${base}/apis/coordination.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/leases`;
    const empty = gone(`namespace ${namespace}`);

    async function ask(url: string, accept: string, maxBytes: number, signal?: AbortSignal) {
      const { token, ca } = await access();
      return ways.ask(url, { headers: { authorization: `Bearer ${token}`, accept }, ca, maxBytes, signal });
    }

    async function* listed(url: string, selector: string, accept: string, signal?: AbortSignal) {
      let next = '';
      do {
        const query = new URLSearchParams({ labelSelector: selector, limit: String(PAGE) });
        if (next !== '') query.set('continue', next);
        const answer = await ask(`${url}?${query.toString()}`, accept, MAX_STATE_BYTES, signal);
        // A list that takes some minutes continues with a new token, which comes with the refusal of the old one.
        const isExpired = answer.status === 410 && next !== '';
        const page = isExpired || answer.status === 200 ? objectIn(answer, SERVER) : undefined;
        next = textOf(memberOf(page, 'metadata').continue);
        if (!page || (isExpired && next === '')) {
          const what = `${url === leases ? 'leases' : 'secrets'} in the namespace ${namespace}`;
          throw problemOf(isExpired ? { status: 503 } : answer, SENTENCES, what, empty);
        }
        yield* objectsOf(page.items);
      } while (next !== '');
    }

    async function secret(key: string, accept: string, signal?: AbortSignal): Promise<Record<string, unknown>> {
      const answer = await ask(`${secrets}/${encodeURIComponent(key)}`, accept, MAX_PAGE_BYTES, signal);
      const what = `secret ${key} in the namespace ${namespace}`;
      if (answer.status !== 200) throw problemOf(answer, SENTENCES, `the ${what}`, gone(what));
      return objectIn(answer, SERVER);
    }

    /** All secrets of the state that begins with this one, in order. */
    async function whole(first: Meta, signal?: AbortSignal): Promise<Buffer> {
      const { tfstateWorkspace, tfstateSecretSuffix } = first.labels;
      const selector = `${LABEL},tfstateWorkspace=${textOf(tfstateWorkspace)},tfstateSecretSuffix=${textOf(tfstateSecretSuffix)}`;
      const parts = await Array.fromAsync(listed(secrets, selector, 'application/json', signal));
      const numbered = parts.map((part) => ({ number: partOf(metaOf(part)), content: contentOf(part) }));
      const known = numbered.filter(({ number }) => !Number.isNaN(number));
      return Buffer.concat(known.toSorted((a, b) => a.number - b.number).map(({ content }) => content));
    }

    return {
      async *list(signal) {
        for await (const object of listed(secrets, LABEL, METADATA, signal)) {
          const meta = metaOf(object);
          if (partOf(meta) === 0 && meta.name.startsWith(narrower))
            yield { key: meta.name, size: 0, etag: meta.version };
        }
      },
      async read(key, signal) {
        const what = `The state in the secret ${key}`;
        for (let round = 1; ; round += 1) {
          const object = await secret(key, 'application/json', signal);
          const first = metaOf(object);
          try {
            return { bytes: await decompress(contentOf(object), what), etag: first.version };
          } catch (error) {
            if (!(error instanceof SourceProblem) || error.code !== 'invalid') throw error;
          }
          // The first of several secrets is not a complete gzip, nor are secrets of different versions together.
          const all = await whole(first, signal);
          try {
            return { bytes: await decompress(all, what), etag: first.version };
          } catch (error) {
            if (!(error instanceof SourceProblem) || error.code !== 'invalid' || round === ROUNDS) throw error;
          }
        }
      },
      etag: async (key, signal) => metaOf(await secret(key, ONE_METADATA, signal)).version,
      async *locks(_query, signal) {
        for await (const lease of listed(leases, LABEL, 'application/json', signal)) {
          const { name, annotations, created } = metaOf(lease);
          const key = name.replace(/^lock-/, '');
          if (textOf(memberOf(lease, 'spec').holderIdentity) === '' || !key.startsWith(narrower)) continue;
          const info = readLock(textOf(annotations[LOCK_INFO]));
          yield { key, since: info.created ?? momentOf(created), operation: info.operation };
        }
      },
    };
  },
};
