import { newId, type IdPrefix } from '../src/base/ids.ts';
import { emptyCounts } from '../src/engine/model/analysis.ts';
import type { CloudPort } from '../src/services/clouds/port.ts';
import { insertFindings } from '../src/store/queries/findings.ts';
import { insertAnalysis } from '../src/store/queries/analyses.ts';
import { saveCloudConfig } from '../src/store/queries/cloud-configs.ts';
import { insertOrganization } from '../src/store/queries/organizations.ts';
import { packPayload } from '../src/services/webhooks/payload.ts';
import { saveObject } from '../src/store/queries/unmanaged-objects.ts';
import { insertHookDelivery } from '../src/store/queries/hook-deliveries.ts';
import { insertDeliveries } from '../src/store/queries/webhook-deliveries.ts';
import type { Store } from '../src/store/database.ts';
import type { TestApi } from './api.ts';
import { saveRepository } from './repositories.ts';
import { findingOf } from './stored-analysis.ts';
import { unmanagedRow } from './unmanaged-row.ts';
import { pathOf, type Operation } from './operations.ts';
import { scoped } from '../src/store/scope.ts';

/** A cloud port with minimal responses. */
export const WALKED_CLOUD: CloudPort = {
  name: 'aws',
  verify: () =>
    Promise.resolve({
      ok: true,
      account_id: null,
      assumed_role_arn: null,
      checks: [],
      checked_at: '2026-01-31T09:30:00Z',
    }),
  policies: () =>
    Promise.resolve({
      trust_policy: {},
      permission_policy: {},
      account_trust_policy: null,
      account_permission_policy: null,
    }),
  setup: ({ external_id }) =>
    Promise.resolve({
      external_id,
      principal: null,
      role: { name: 'plumbline', trust_policy: {}, permission_policy: {}, cloudformation: '', terraform: '' },
      account_role: null,
      missing: ['principal'],
    }),
  checkRole: () => Promise.resolve({ result: 'guarded' }),
  open: () => Promise.reject(new Error('nothing is analysed here')),
};

export type Organization = { id: string; installation_id: number };

/** Creates an organization with a configured cloud. */
export async function makeOrganization(store: Store, login: string): Promise<Organization> {
  const installation_id = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) + 1;
  const row = { id: newId('org'), login, installation_id, fingerprint_key: new Uint8Array(32) };
  const { id } = await insertOrganization(store.db, row);
  const role_arn = 'arn:aws:iam::123456789012:role/plumbline';
  await saveCloudConfig(scoped(store.db, { org_id: id }), 'aws', { role_arn, state_bucket: 'acme-states' });
  return { id, installation_id };
}

async function makeAnalysis(store: Store, org: Organization): Promise<string> {
  const row = await insertAnalysis(store.db, {
    id: newId('an'),
    org_id: org.id,
    status: 'queued',
    severity: 'none',
    trigger: JSON.stringify({ kind: 'api' }),
    counts: JSON.stringify(emptyCounts()),
    states: '[]',
  });
  return row.id;
}

async function makeFinding({ db }: Store, org: Organization, analysis_id: string): Promise<string> {
  const finding = findingOf('aws_vpc.walked');
  const { resource, kind, severity, fingerprint, first_seen_at } = finding;
  const what = { resource, kind, severity, fingerprint, first_seen_at, document: JSON.stringify(finding) };
  await insertFindings(db, [{ analysis_id, org_id: org.id, position: 0, lineage: 'l', ...what }]);
  return fingerprint;
}

async function makeObject({ db }: Store, org: Organization): Promise<string> {
  const row = unmanagedRow('aws_sqs_queue', unique('walked'));
  await saveObject(scoped(db, { org_id: org.id }), row);
  return row.id;
}

async function makeDelivery(store: Store): Promise<string> {
  const id = newId('dlv');
  const names = { codehost: 'github', delivery_id: id, event: 'ping', action: null, installation_id: null };
  const payload = await packPayload(Buffer.from('{}'));
  await insertDeliveries(store.db, [
    { id, ...names, status: 'dead', sent_at: new Date(), processed_at: null, payload },
  ]);
  return id;
}

async function makeMessage(store: Store, org_id: string, hook_id: string): Promise<string> {
  const about = { org_id, hook_id, event: 'webhook.test', analysis_id: null };
  const { id } = await insertHookDelivery(store.db, { id: newId('msg'), ...about, status: 'failed' });
  return id;
}

type Thing = {
  /**
   * Creates a new object of the organization and returns its id; `outer` are the objects that the path names before it.
   */
  make: (api: TestApi, org: Organization, outer: ReadonlyMap<string, string>) => Promise<string> | string;
  /** An id that never existed. */
  none: string;
};

const none = (prefix: IdPrefix) => `${prefix}_0000000000000000000000`;

/** Values for path parameters, by the end of the path up to the parameter; the longest match counts. */
const THINGS: Readonly<Record<string, Thing>> = {
  '/orgs/:org_id': { make: (_, org) => org.id, none: none('org') },
  '/orgs/by-installation/:id': { make: (_, org) => String(org.installation_id), none: '1' },
  '/keys/:key_id': {
    async make(api, org) {
      const body = { name: 'walked', scopes: ['read'] };
      const made = await api.call('POST', `/orgs/${org.id}/keys`, { key: api.operatorKey, body });
      return made.json<{ id: string }>().id;
    },
    none: none('key'),
  },
  '/sessions/:session_id': {
    async make(api, org) {
      const body = { name: 'walked', scopes: ['read'] };
      const { key } = (await api.call('POST', `/orgs/${org.id}/keys`, { key: api.operatorKey, body })).json<{
        key: string;
      }>();
      const made = await api.call('POST', '/session', { body: { key } });
      return made.json<{ session: { id: string } }>().session.id;
    },
    none: none('ses'),
  },
  '/operator/sessions/:session_id': {
    async make(api) {
      const made = await api.call('POST', '/session', { body: { key: api.operatorKey } });
      return made.json<{ session: { id: string } }>().session.id;
    },
    none: none('ses'),
  },
  '/webhooks/:hook_id': {
    async make(api, org) {
      const body = { url: 'https://example.com/walked', events: ['drift.detected'] };
      const made = await api.call('POST', `/orgs/${org.id}/webhooks`, { key: api.operatorKey, body });
      const { id } = made.json<{ id?: string }>();
      if (id !== undefined) return id;
      // The number of webhooks is limited, so an existing one is reused.
      const listed = await api.call('GET', `/orgs/${org.id}/webhooks`, { key: api.operatorKey });
      return listed.json<{ id: string }[]>().at(-1)?.id ?? '';
    },
    none: none('hook'),
  },
  '/state-sources/:source': {
    async make(api, org) {
      const body = { kind: 'http', settings: { address: 'https://states.example.com/walked' } };
      await api.call('PUT', `/orgs/${org.id}/state-sources/walked`, { key: api.operatorKey, body });
      return 'walked';
    },
    none: 'none',
  },
  '/provider-settings/:settings': {
    async make(api, org) {
      const body = { provider: 'hashicorp/google' };
      await api.call('PUT', `/orgs/${org.id}/provider-settings/walked`, { key: api.operatorKey, body });
      return 'walked';
    },
    none: 'none',
  },
  '/deliveries/:delivery_id': {
    make: ({ services }, org, outer) => makeMessage(services.store, org.id, outer.get('hook_id') ?? ''),
    none: none('msg'),
  },
  '/webhooks/deliveries/:id': { make: ({ services }) => makeDelivery(services.store), none: none('dlv') },
  '/incidents/:id': {
    async make(api, org) {
      const body = { project: org.id, resource: 'aws_sqs_queue.walked', summary: 'It was walked.' };
      const made = await api.call('POST', '/memory/incidents', { key: api.operatorKey, body });
      return made.json<{ id: string }>().id;
    },
    none: none('inc'),
  },
  '/repos/:repo_id': {
    async make(api, org) {
      const identity = { codehost: 'github', external_id: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) + 1 };
      const facts = { full_name: unique('acme/walked'), private: true };
      return (await saveRepository(scoped(api.services.store.db, { org_id: org.id }), identity, facts)).id;
    },
    none: none('repo'),
  },
  '/analyses/:id': { make: (api, org) => makeAnalysis(api.services.store, org), none: none('an') },
  '/inventory/objects/:object_id': { make: ({ services }, org) => makeObject(services.store, org), none: none('obj') },
  '/findings/:fingerprint': {
    make: ({ services }, org, outer) => makeFinding(services.store, org, outer.get('id') ?? ''),
    none: 'none',
  },
};

function thingAt(path: string): Thing {
  const [end] = Object.keys(THINGS)
    .filter((end) => path.endsWith(end))
    .toSorted((a, b) => b.length - a.length);
  const thing = end === undefined ? undefined : THINGS[end];
  if (!thing) throw new Error(`testkit/walk.ts does not say what ${path} stands for: add it to THINGS`);
  return thing;
}

/** The prefixes of a path that end with a parameter, except adapters: `/orgs/:org_id`, `/orgs/:org_id/keys/:key_id`. */
function stepsOf(path: string): { name: string; upTo: string }[] {
  return [...path.matchAll(/:(\w+)/g)]
    .map((match) => ({ name: match[1] ?? '', upTo: path.slice(0, match.index + match[0].length) }))
    .filter(({ name }) => pathOf(`:${name}`, () => '') === '');
}

/** The names of the objects in a path, outermost first. */
export function thingsIn({ path }: Operation): string[] {
  return stepsOf(path).map(({ name }) => name);
}

/** The operation's path with ids of objects of `org`; objects named in `absent` do not exist. */
export async function fillPath(
  api: TestApi,
  { path }: Operation,
  org: Organization,
  absent: readonly string[] = [],
): Promise<string> {
  const values = new Map<string, string>();
  for (const { name, upTo } of stepsOf(path)) {
    const thing = thingAt(upTo);
    values.set(name, absent.includes(name) ? thing.none : await thing.make(api, org, values));
  }
  return pathOf(path, (name) => values.get(name) ?? '');
}

const unique = (name: string) => `${name}-${newId('an').slice(3)}`;

/**
 * Bodies by operation that it accepts and that change something. Other operations get the document's example, or `{}`.
 */
const BODIES: Readonly<Record<string, (org: Organization) => unknown>> = {
  'POST /api/v1/orgs': () => ({ login: unique('walked') }),
  'PATCH /api/v1/orgs/:org_id': () => ({ incident_retention_days: Math.floor(Math.random() * 36_000) + 1 }),
  'PATCH /api/v1/orgs/:org_id/repos/:repo_id': () => ({ public_details: true }),
  'POST /api/v1/orgs/:org_id/keys': () => ({ name: 'walked', scopes: ['read'] }),
  'POST /api/v1/orgs/:org_id/incidents/import': () =>
    `${JSON.stringify({ id: unique('walked'), resource: 'aws_sqs_queue.a', summary: 'It was walked.' })}\n`,
  'POST /api/v1/memory/recall': () => ({ project: 'acme', intent: 'walk the queue' }),
  'POST /api/v1/memory/incidents': () => ({ project: 'acme', resource: 'aws_sqs_queue.a', summary: 'It was walked.' }),
  'POST /api/v1/billing/checkout': ({ id }) => ({ org_id: id }),
  'POST /api/v1/billing/portal': ({ id }) => ({ org_id: id }),
  'PUT /api/v1/orgs/:org_id/state-mappings': () => ({ mappings: [{ state: unique('state'), repo_id: null }] }),
  'POST /api/v1/orgs/:org_id/state-mappings/preview': () => ({ mappings: [{ state: 'a', repo_id: null }] }),
  // No repository has claims, so none can be accepted.
  'POST /api/v1/orgs/:org_id/state-claims/accept': () => ({ claims: ['clm_walked'] }),
  'PUT /api/v1/orgs/:org_id/ignore-rules': () => ({ rules: [{ type: unique('type'), reason: 'walked' }] }),
  'PUT /api/v1/orgs/:org_id/state-sources/:source': () => ({
    kind: 'http',
    settings: { address: `https://states.example.com/${unique('walked')}` },
  }),
  'PATCH /api/v1/orgs/:org_id/state-sources/:source': () => ({
    settings: { address: `https://states.example.com/${unique('walked')}` },
  }),
  'PUT /api/v1/orgs/:org_id/provider-settings/:settings': () => ({
    provider: 'hashicorp/google',
    config: { project: unique('walked') },
  }),
  'POST /api/v1/orgs/:org_id/webhooks': () => ({ url: 'https://example.com/walked', events: ['drift.detected'] }),
  'PATCH /api/v1/orgs/:org_id/quotas': () => ({ incidents: 100_000 + Math.floor(Math.random() * 1e9) }),
  'PATCH /api/v1/orgs/:org_id/webhooks/:hook_id': () => ({ description: unique('walked') }),
  'PATCH /api/v1/orgs/:org_id/:cloud': () => ({ state_prefix: unique('prefix') }),
  'POST /api/v1/orgs/:org_id/analyses': () => ({}),
  'POST /api/v1/orgs/:org_id/inventory/import': () => ({ filters: {} }),
  'PATCH /api/v1/orgs/:org_id/inventory/settings': () => ({ expensive: true }),
};

/** Required query parameters of operations. The operator also names the organization. */
const QUERIES: Readonly<Record<string, (org: Organization, operator: boolean) => string>> = {
  'GET /api/v1/:cloud/verify': ({ id }, operator) => (operator ? `?org_id=${id}` : ''),
  // Not the organization's login, so the deletion is refused: later requests need the organization.
  'DELETE /api/v1/orgs/:org_id': () => '?confirm=somebody-else',
  'DELETE /api/v1/memory/incidents': ({ id }) => `?project=${id}`,
  'GET /api/v1/orgs/:org_id/incidents/expiring': () => '?days=30',
};

/** A query that the operation accepts; it names `org` if it needs an organization. */
export function queryFor({ method, path }: Operation, org: Organization, operator: boolean): string {
  return QUERIES[`${method === 'HEAD' ? 'GET' : method} ${path}`]?.(org, operator) ?? '';
}

/** The content type of that body. */
export function typeFor({ described }: Operation, body: unknown): Record<string, string> {
  return body === undefined ? {} : { 'content-type': described?.type ?? 'application/json' };
}

/** A body that the operation accepts, with `org` if it names an organization; undefined if it has no body. */
export function bodyFor({ method, path, described }: Operation, org: Organization): unknown {
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return undefined;
  return BODIES[`${method} ${path}`]?.(org) ?? described?.example ?? {};
}
