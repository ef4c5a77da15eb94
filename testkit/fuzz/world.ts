import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoWorld } from '../../src/cli/demo/world.ts';
import { deliveryHeaders } from '../github-deliveries.ts';
import { finished, OPERATOR_KEY, openTestWorld, serverEnv, startInstance, type Instance } from '../instance.ts';

/** The App installation of the organization `acme`. */
export const INSTALLATION_ID = 4711;
const WEBHOOK_SECRET = 'a-webhook-secret-for-the-fuzzer';
const ID = /\b[a-z]{2,4}_[0-9A-Za-z]{22}\b/g;

/** A server with two organizations: `acme` has an object of each kind, `rival` has only a key. */
export type FuzzWorld = {
  url: string;
  pid: number;
  keys: { operator: string; admin: string; foreign: string };
  /** The ids of all objects of `acme` in the API's lists. */
  ids: string[];
  /** Defects in the server's log. */
  defects(): string[];
  /** True after the server has ended. */
  ended(): boolean;
} & AsyncDisposable;

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

const LISTS = ['repos', 'analyses', 'keys', 'audit', 'incidents', 'webhooks'];

/** Sends a delivery as the code host would. */
async function deliver(url: string, event: string, payload: object): Promise<void> {
  const body = JSON.stringify(payload);
  const headers = deliveryHeaders(WEBHOOK_SECRET, event, body);
  const response = await fetch(`${url}/api/v1/webhooks/github`, { method: 'POST', headers, body });
  if (response.status !== 202)
    throw new Error(`the delivery was answered ${response.status}: ${await response.text()}`);
}

/** Sends requests as the operator; throws if one fails. */
function asking({ ask }: Instance): Ask {
  return async (method, path, body) => {
    const answer = await ask(method, path, body);
    if (answer.status > 299)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

/** Creates an organization with a configured cloud, an analysis with drift, a queued analysis, and keys. */
async function seed(server: Instance, world: DemoWorld): Promise<{ org: string; admin: string }> {
  const ask = asking(server);
  const org = String((await ask('POST', '/orgs', { login: 'acme', installation_id: INSTALLATION_ID })).id);
  const saved = await ask('PATCH', `/orgs/${org}/aws`, world.settings);
  await world.createRole(String(saved.external_id), {});
  const { id } = await ask('POST', `/orgs/${org}/analyses`, {});
  await finished(server.ask, String(id));
  const { key } = await ask('POST', `/orgs/${org}/keys`, { name: 'admin', scopes: ['admin'] });
  await ask('POST', `/orgs/${org}/keys`, { name: 'spare', scopes: ['read'] });
  return { org, admin: String(key) };
}

async function idsOf(ask: Ask, org: string): Promise<string[]> {
  const paths = [...LISTS.map((list) => `/orgs/${org}/${list}`), '/webhooks/deliveries'];
  const texts = await Promise.all(paths.map((path) => ask('GET', `${path}?limit=100`).then(JSON.stringify, () => '')));
  return [...new Set([org, ...(texts.join(' ').match(ID) ?? [])])];
}

/**
 * Starts a server as users do: first with a worker that scans the sample cloud, then without one, so that it only
 * handles requests and calls nothing outside this machine. Rate limits are counted, but too high to be reached.
 */
export async function openFuzzWorld(directory: string, databaseUrl: string | undefined): Promise<FuzzWorld> {
  await mkdir(directory, { recursive: true });
  const world = await openTestWorld(directory);
  await world.apply();
  await world.meddle();
  const env = {
    ...world.env,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...serverEnv(join(directory, 'data')),
    PLUMBLINE_RECALL_LIMIT: '1000000',
    PLUMBLINE_ORG_RECALL_LIMIT: '1000000',
    PLUMBLINE_LOG_LEVEL: 'error',
    GITHUB_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
  const first = await startInstance({ ...env, PLUMBLINE_WORKERS: '1' });
  const { org, admin } = await seed(first, world);
  await first.stop();
  const server = await startInstance({ ...env, PLUMBLINE_WORKERS: '0' });
  const { url } = server;
  const ask = asking(server);
  const rival = String((await ask('POST', '/orgs', { login: 'rival' })).id);
  const { key } = await ask('POST', `/orgs/${rival}/keys`, { name: 'foreign', scopes: ['admin'] });
  await ask('POST', `/orgs/${org}/analyses`, {});
  const hook = await ask('POST', `/orgs/${org}/webhooks`, {
    url: 'https://hooks.example.com/x',
    events: ['drift.detected'],
  });
  await ask('POST', `/orgs/${org}/webhooks/${String(hook.id)}/test`);
  await deliver(url, 'ping', { zen: 'Keep it logically awesome.' });
  return {
    url,
    pid: server.child.pid ?? 0,
    keys: { operator: OPERATOR_KEY, admin, foreign: String(key) },
    ids: await idsOf(ask, org),
    defects: () => server.said.out.split('\n').filter((line) => line.includes('"unexpected error"')),
    ended: () => server.child.exitCode !== null || server.child.signalCode !== null,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await world.close();
    },
  };
}
