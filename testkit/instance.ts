import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoWorld } from '../src/cli/demo/world.ts';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { openSampleWorld } from './demo/sample.ts';
import { prepareDirectory } from './prepared.ts';
import { plumbline, until, type Ended, type Running, type User } from './cli.ts';

/** The operator key of test servers, unless a test sets another. */
export const OPERATOR_KEY = 'an-operator-key-for-tests-of-servers';

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

/** One request to a server, as the operator. */
export type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Returns a function that sends requests to a server; `key` is the operator's by default. */
export function askAt(url: string, key = OPERATOR_KEY): Ask {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  };
}

/** Headers with a new idempotency key, so that a requested analysis does not join a waiting one. */
export const ownKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });

/** Waits for the end of an analysis and returns it. */
export async function finished(ask: Ask, id: string): Promise<Analysis> {
  for (;;) {
    const { body } = await ask('GET', `/analyses/${id}`);
    if (body.status !== 'queued' && body.status !== 'running') return body as unknown as Analysis;
    await sleep(50);
  }
}

/** Opens the sample world in a directory, without output. The caller closes it. */
export function openTestWorld(directory: string): Promise<DemoWorld> {
  return openSampleWorld({ directory, env: {}, say: () => undefined, signal: new AbortController().signal });
}

/** Creates an organization with the world's role and bucket. Returns its id. */
export async function connectWorld(ask: Ask, world: Pick<DemoWorld, 'settings' | 'createRole'>): Promise<string> {
  const { body } = await ask('POST', '/orgs', { login: 'acme' });
  const org = String(body.id);
  const saved = await ask('PATCH', `/orgs/${org}/aws`, world.settings);
  await world.createRole(String(saved.body.external_id), {});
  return org;
}

/** The environment of every test server, with high rate limits. */
export function serverEnv(dataDir: string): Record<string, string> {
  return {
    PLUMBLINE_DATA_DIR: dataDir,
    PORT: '0',
    PLUMBLINE_ADMIN_KEY: OPERATOR_KEY,
    PLUMBLINE_KEY_LIMIT: '1000000',
    PLUMBLINE_ORG_LIMIT: '1000000',
    HOME: dataDir,
  };
}

/** Makes a user the owner of a directory and its contents. */
async function giveTo({ uid, gid }: User, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const name of ['', ...(await readdir(directory, { recursive: true }))])
    await chown(join(directory, name), uid, gid);
}

export type Instance = Running & {
  url: string;
  ask: Ask;
  /** Ids of the analyses that were started, interrupted or ended, according to the server's log. */
  analyses(what: 'started' | 'interrupted' | 'ended'): string[];
  /** `kill -9`. */
  kill(): Promise<Ended>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Ended>;
} & AsyncDisposable;

/**
 * Starts `plumbline start` as a process and waits until it answers requests. Instead of creating an embedded database,
 * which takes seconds, it gets a prepared, unused one. With another `user`, that user becomes the owner of the data
 * directory.
 */
export async function startInstance(env: Record<string, string>, user?: User): Promise<Instance> {
  await prepareDirectory(env);
  if (user) await giveTo(user, env.PLUMBLINE_DATA_DIR ?? '');
  const server = plumbline(['start'], env, [], user);
  await until(server, () => server.said.err.includes('Ctrl-C stops it'));
  const url = /listens on (\S+)/.exec(server.said.err)?.[1];
  if (url === undefined) throw new Error(`plumbline start: ${(await server.ended).err}`);
  const end = (signal: NodeJS.Signals) => {
    server.child.kill(signal);
    return server.ended;
  };
  return {
    ...server,
    url,
    ask: askAt(url, env.PLUMBLINE_ADMIN_KEY),
    analyses(what) {
      const lines = server.said.out.matchAll(new RegExp(`"analysis":"(\\w+)".*"msg":"analysis ${what}"`, 'g'));
      return [...lines].map(([, id = '']) => id);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  };
}
