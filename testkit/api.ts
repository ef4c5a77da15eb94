import { QUEUES } from '../src/server/queues.ts';
import type { CodeHostApp } from '../src/services/codehosts/port.ts';
import type { LightMyRequestResponse as Response } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../src/api/app.ts';
import type { ApiOptions, App, HttpOptions } from '../src/api/http/types.ts';
import { createMetrics, type Metrics } from '../src/integrations/prometheus/metrics.ts';
import { createLimiter } from '../src/limits/limiter.ts';
import { githubWebhooks } from '../src/integrations/github/webhooks.ts';
import { parseProviderPattern } from '../src/provider/address/pattern.ts';
import { createQueue } from '../src/jobs/queue.ts';
import type { Billing } from '../src/services/billing/port.ts';
import type { CloudPort } from '../src/services/clouds/port.ts';
import type { Jobs } from '../src/services/base/jobs.ts';
import type { Scope } from '../src/services/base/context.ts';
import type { Services } from '../src/services/services.ts';
import { composeIdentity, composeSources } from '../src/server/compose-sources.ts';
import { composeEmbedder } from '../src/server/compose-models.ts';
import { createModels } from '../src/services/memory/models/models.ts';
import type { Embedder, RemoteEmbedder } from '../src/services/memory/models/embedder.ts';
import { createProjectCache } from '../src/services/memory/project.ts';
import { DEFAULT_QUOTAS, type QuotaLimits } from '../src/services/quotas/limits.ts';
import { createQuotas } from '../src/services/quotas/quotas.ts';
import { createRanking } from '../src/services/memory/ranking/ranking.ts';
import { createDeliveryBuffer } from '../src/services/webhooks/delivery-buffer.ts';
import { createPoster, type PosterOptions } from '../src/integrations/http/post.ts';
import type { CodeHostSignIn } from '../src/services/sessions/code-host.ts';
import { createVault } from '../src/services/secrets/vault.ts';
import { hashKey, newKey } from '../src/services/keys/format.ts';
import type { Store } from '../src/store/database.ts';
import { endBefore } from './database.ts';

/** The webhook secrets of a test's API: the current and the previous one. */
export const WEBHOOK_SECRETS = ['the-secret-of-today', 'the-secret-of-yesterday'];

type Call = {
  key?: string;
  remoteAddress?: string;
  body?: unknown;
  headers?: Record<string, string>;
  payload?: string | Buffer;
};

/** The rate limits. By default they are counted, but so high that no suite reaches them. */
type Limiting = { limiter?: ApiOptions['limiter']; limits?: Partial<ApiOptions['limits']> };

const ROOMY = { key: 1e6, org: 1e6, recallKey: 1e6, recallOrg: 1e6 };

export type TestApi = {
  app: App;
  metrics: Metrics;
  services: Services;
  operatorKey: string;
  /** One request; without `key` there is no Authorization header. */
  call(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, call?: Call): Promise<Response>;
  /** Creates an organization and a key with these scopes over the API. */
  organization(login: string, ...scopes: Scope[]): Promise<{ id: string; key: string }>;
  /** Closes the API; may run before or after its store is closed, which also stops the queue. */
  close(): Promise<void>;
};

/** Options of a suite. */
type Surroundings = Limiting & {
  apps?: readonly CodeHostApp[];
  signIns?: readonly CodeHostSignIn[];
  billing?: Billing;
  poster?: PosterOptions;
  sources?: Parameters<typeof composeSources>[0];
  embedder?: Embedder;
  remote?: RemoteEmbedder;
  quotas?: Partial<QuotaLimits>;
  publicUrl?: string;
  log?: ApiOptions['log'];
  http?: HttpOptions;
  web?: string;
};

/** The real API over an open, migrated store, called without a socket. No worker takes jobs of its queue. */
export async function testApi(store: Store, clouds: CloudPort[] = [], given: Surroundings = {}): Promise<TestApi> {
  const queue = createQueue<Jobs>(store.boss, {
    queues: { ...QUEUES, delivery: { retryLimit: 1 } },
    onError: (error) => console.error(error),
  });
  const stopQueue = () => queue.stop({ graceTimeoutMs: 0 });
  endBefore(store, stopQueue);
  await queue.start();
  const { embedder = composeEmbedder() } = given;
  const vault = createVault(['what-tests-seal-with-1']);
  const identity = composeIdentity({ publicUrl: given.publicUrl }, { store, vault });
  const services: Services = {
    store,
    queue,
    clouds: new Map(clouds.map((cloud) => [cloud.name, cloud])),
    codehosts: new Map([['github', githubWebhooks(WEBHOOK_SECRETS)]]),
    apps: new Map((given.apps ?? []).map((one) => [one.name, one])),
    signIns: new Map((given.signIns ?? []).map((one) => [one.name, one])),
    deliveryBuffer: createDeliveryBuffer({ store, queue }),
    embedder,
    models: createModels({ store, embedder, remote: given.remote }),
    ranking: createRanking(store, { bytes: 64 * 1024 * 1024 }),
    projectCache: createProjectCache(),
    billing: given.billing,
    vault,
    providerRules: {
      allowed: [parseProviderPattern('cyrilgdn/*')!, parseProviderPattern('hashicorp/*')!],
      reachesMachine: false,
    },
    identity,
    tryProvider: () => Promise.resolve([{ name: 'start', ok: true, detail: 'Nothing is started here.' }]),
    openSource: composeSources({ webhookNetworks: ['loopback'], webhookHttp: true, ...given.sources }, identity),
    quotas: createQuotas({ ...DEFAULT_QUOTAS, ...given.quotas }),
    poster: createPoster({ networks: ['loopback'], http: true, ...given.poster }),
  };
  const operatorKey = newKey();
  const { limiter = createLimiter({ now: () => performance.now() }), log = pino({ level: 'silent' }) } = given;
  const metrics = createMetrics({ version: '0.0.0-test' });
  const app = await buildApp({
    services,
    operatorHash: hashKey(operatorKey),
    version: '0.0.0-test',
    log,
    metrics,
    limiter,
    ...(given.http && { http: given.http }),
    ...(given.web !== undefined && { web: given.web }),
    limits: { ...ROOMY, ...given.limits },
  });
  const call: TestApi['call'] = (method, path, { key, body, headers = {}, payload, remoteAddress } = {}) =>
    app.inject({
      method,
      url: `/api/v1${path}`,
      ...(remoteAddress !== undefined && { remoteAddress }),
      headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
      ...(payload === undefined ? {} : { payload }),
      ...(body === undefined ? {} : { body: body as object }),
    });
  return {
    app,
    metrics,
    services,
    operatorKey,
    call,
    async organization(login, ...scopes) {
      const created = await call('POST', '/orgs', { key: operatorKey, body: { login } });
      const { id } = created.json<{ id: string }>();
      const made = await call('POST', `/orgs/${id}/keys`, { key: operatorKey, body: { name: 'test', scopes } });
      return { id, key: made.json<{ key: string }>().key };
    },
    async close() {
      await app.close();
      metrics.close();
      await stopQueue();
    },
  };
}
