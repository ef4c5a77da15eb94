import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { JsonObject } from '../src/base/json.ts';
import { SourceProblem } from '../src/base/state-source.ts';
import type { Analysis } from '../src/engine/model/analysis.ts';
import type { CloudPort } from '../src/services/clouds/port.ts';
import { runAnalysis } from '../src/services/analyses/run.ts';
import type { Summarising } from '../src/services/summaries/summarise.ts';
import type { Store } from '../src/store/database.ts';
import { testApi } from './api.ts';
import { CONFIG, NEED, providerRig } from './provider-rig.ts';
import type { StateDocument } from './state-document.ts';
import { makeOrganization, WALKED_CLOUD } from './walk.ts';

/** A state of fake things with their attributes by name. `live` and `on_read` define their values in the cloud. */
export function fakeState(things: Readonly<Record<string, JsonObject>>, module?: string): StateDocument {
  const resources = Object.entries(things).map(([name, attributes]) => ({
    ...(module === undefined ? {} : { module }),
    mode: 'managed' as const,
    type: 'fake_thing',
    name,
    provider: `provider["${NEED.source}"]`,
    instances: [
      {
        schema_version: 2,
        attributes: {
          id: module === undefined ? name : `${module}.${name}`,
          name,
          configured_region: CONFIG.region,
          // Terraform writes null attributes, too.
          note: null,
          ...attributes,
        },
        sensitive_attributes: [],
      },
    ],
  }));
  const lineage = '5d1c7f0e-0000-4000-8000-000000000000';
  return { version: 4, terraform_version: '1.11.4', serial: 1, lineage, outputs: {}, resources, check_results: null };
}

/** Hooks of a test into the calls of an analysis. */
type Hooks = {
  /** Called when the analysis checks whether a state is unchanged. */
  asksForEtag?: ((key: string) => void) | undefined;
};

function cloudOf(states: ReadonlyMap<string, StateDocument>, hooks: Hooks): CloudPort {
  const bytesOf = (key: string) => {
    const state = states.get(key);
    if (!state) throw new SourceProblem('not_found', `There is no ${key}.`);
    return Buffer.from(JSON.stringify(state));
  };
  const etagOf = (key: string) => createHash('sha256').update(bytesOf(key)).digest('hex');
  return {
    ...WALKED_CLOUD,
    open: (_, prefix) =>
      Promise.resolve({
        source: {
          async *list() {
            for (const key of states.keys())
              if (key.startsWith(prefix ?? '')) yield { key, size: bytesOf(key).length, etag: etagOf(key) };
          },
          read: async (key) => ({ bytes: bytesOf(key), etag: etagOf(key) }),
          async etag(key) {
            hooks.asksForEtag?.(key);
            return etagOf(key);
          },
        },
        target: {
          region: undefined,
          endpoint: undefined,
          access: () => Promise.resolve({ reason: 'credentials_missing', detail: 'There are none.' }),
          secretValues: false,
          secrets: () => [],
          tagsOf: () => ({}),
        },
        decryptDataKey: () => Promise.reject(new Error('there is no KMS here')),
      }),
  };
}

type Asked<T> = { status: number; headers: Readonly<Record<string, unknown>>; body: T };

/**
 * The API, its queue and its worker over a real provider process, with states in memory: everything between a request
 * for an analysis and its result, except for the cloud's own protocols.
 */
export async function fakeWorld(store: Store, given: { log?: Logger; summarising?: Summarising } = {}) {
  const rig = await providerRig();
  const states = new Map<string, StateDocument>();
  const hooks: Hooks = {};
  const api = await testApi(store, [cloudOf(states, hooks)], given);
  const org = await makeOrganization(store, 'fake');
  const use: typeof rig.host.use = (need, _, task, signal) => rig.host.use(need, CONFIG, task, signal);
  const providers = { ...rig.host, use };
  const metrics = { analysisEnded: () => undefined, cloudCalled: () => undefined };
  const onError: Parameters<typeof runAnalysis>[0]['onError'] = (error) => console.error(error);
  const { summarising } = given;
  const deps = { ...api.services, providers, metrics, onError, stateKeys: new Map(), summarising };
  const ask = async <T>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Asked<T>> => {
    const answer = await api.call(method, path, { key: api.operatorKey, headers, ...(body && { body }) });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json<T>() };
  };
  const ended = ({ status }: Analysis) => status !== 'queued' && status !== 'running';
  return {
    api,
    org,
    rig,
    states,
    hooks,
    ask,
    /** The input of `runAnalysis`. */
    deps,
    /** Starts the worker. */
    work: () => api.services.queue.work('analysis', {}, (job, context) => runAnalysis(deps, job, context)),
    /** Requests a new analysis that joins no waiting one; returns its id. */
    request: async () =>
      (await ask<Analysis>('POST', `/orgs/${org.id}/analyses`, {}, { 'idempotency-key': randomUUID() })).body.id,
    show: async (id: string) => (await ask<Analysis>('GET', `/analyses/${id}`)).body,
    /** Waits until the analysis satisfies `wanted`, by default until it has ended, and returns it. */
    async until(id: string, wanted: (analysis: Analysis) => boolean = ended): Promise<Analysis> {
      for (;;) {
        const analysis = (await ask<Analysis>('GET', `/analyses/${id}`)).body;
        if (wanted(analysis)) return analysis;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      await api.services.queue.stop({ graceTimeoutMs: 5_000 });
      await api.close();
      await rig[Symbol.asyncDispose]();
    },
  };
}

/** The same over a new store, which is closed with it. */
export async function fakeWorldOn(open: () => Promise<Store>) {
  const store = await open();
  const world = await fakeWorld(store);
  const close = async () => {
    await world.close();
    await store.close();
  };
  return { ...world, store, close };
}
