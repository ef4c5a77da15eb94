import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { prepareWeb } from '../../scripts/build-web.ts';
import type { DemoWorld } from '../../src/cli/demo/world.ts';
import { openDatabase, type Store } from '../../src/store/database.ts';
import { openAwsWorld } from '../demo/aws.ts';
import { finished, openTestWorld, serverEnv, startInstance, type Ask, type Instance } from '../instance.ts';
import { prepareDirectory } from '../prepared.ts';
import { temporaryDirectory } from '../tmp.ts';
import { openBrowser, visit, type Look, type Visit } from './browser.ts';

/** A server with the dashboard built from its sources, a browser, and a cloud that was changed by hand. */
export type Dashboard = {
  url: string;
  ask: Ask;
  server: Instance;
  browser: Browser;
  /** The cloud; undefined without one. */
  world: DemoWorld | undefined;
  visit(look?: Partial<Look>): Promise<Visit>;
  /** Creates an organization, with one key per scope, by the scope's name. */
  organization(
    login: string,
  ): Promise<{ id: string; keys: Record<'read' | 'write' | 'admin', { id: string; key: string }> }>;
  /** Connects an organization to the cloud, and analyses its states. Resolves to the ended analysis. Needs a cloud. */
  analyse(org: string): ReturnType<typeof finished>;
} & AsyncDisposable;

type Options = {
  /** The sample cloud of the testkit, AWS on moto, or none: then nothing can be analysed. */
  cloud?: 'sample' | 'aws' | false;
  /** Further settings of the server. */
  env?: Record<string, string>;
  /** Writes to the database before the server starts. */
  fill?: (store: Store) => Promise<void>;
};

/** Starts a dashboard. That takes some seconds, so a test file opens only one. */
export async function openDashboard({ cloud = 'sample', env = {}, fill }: Options = {}): Promise<Dashboard> {
  const stack = new AsyncDisposableStack();
  try {
    if (!prepareWeb()) throw new Error('the dashboard could not be built');
    const dir = stack.use(await temporaryDirectory());
    const data = join(dir.path, 'data');
    if (fill) await fillDatabase(data, fill);
    const world = await openCloud(cloud, dir.path);
    stack.defer(() => world?.close());
    const [server, browser] = await Promise.all([
      startInstance({ ...world?.env, ...serverEnv(data), ...env }),
      openBrowser(),
      world?.apply().then(() => world.meddle()),
    ]);
    stack.use(server);
    stack.defer(() => browser.close());
    const { url, ask } = server;
    const disposal = stack.move();
    return {
      url,
      ask,
      server,
      browser,
      world,
      visit: (look) => visit(browser, url, look),
      organization: (login) => makeOrganization(ask, login),
      async analyse(org) {
        if (!world) throw new Error('this dashboard was opened without a cloud');
        const saved = await ask('PATCH', `/orgs/${org}/aws`, world.settings);
        await world.createRole(String(saved.body.external_id), {});
        const started = await ask('POST', `/orgs/${org}/analyses`, {});
        return finished(ask, String(started.body.id));
      },
      [Symbol.asyncDispose]: () => disposal.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function openCloud(cloud: Options['cloud'], directory: string): Promise<DemoWorld | undefined> {
  if (cloud === false) return undefined;
  if (cloud !== 'aws') return openTestWorld(directory);
  const signal = new AbortController().signal;
  return openAwsWorld({ directory, env: process.env, say: () => undefined, signal });
}

async function fillDatabase(dataDir: string, fill: (store: Store) => Promise<void>): Promise<void> {
  await prepareDirectory({ PLUMBLINE_DATA_DIR: dataDir });
  const store = await openDatabase({ dataDir });
  try {
    await fill(store);
  } finally {
    await store.close();
  }
}

async function makeOrganization(ask: Ask, login: string): ReturnType<Dashboard['organization']> {
  const { body } = await ask('POST', '/orgs', { login });
  const id = String(body.id);
  const make = async (scope: string) => {
    const made = await ask('POST', `/orgs/${id}/keys`, { name: `a key to ${scope}`, scopes: [scope] });
    return made.body as { id: string; key: string };
  };
  const [read, write, admin] = [await make('read'), await make('write'), await make('admin')];
  return { id, keys: { read, write, admin } };
}
