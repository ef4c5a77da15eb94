import { resolve } from 'node:path';
import { readConfig, unknownSettings, type Env } from './config/config.ts';
import { makeDataDirectory } from './data-directory.ts';
import type { RunningServer } from './lifecycle.ts';
import { openLog } from './log.ts';
import { openStore } from './open-store.ts';

/**
 * Starts the server that the environment describes. Throws, having cleaned up, when it cannot: a bad setting, a data
 * directory that another process holds, a database or port that is not to be had.
 */
export async function startServer({ env }: { env: Env }): Promise<RunningServer> {
  const config = readConfig(env);
  const dataDir = resolve(config.dataDir);
  const log = openLog(config.logLevel);
  for (const name of unknownSettings(env)) log.warn({ name }, 'there is no such setting; docs/settings.md has all');
  makeDataDirectory(dataDir);
  // The embedded database opens in a thread of its own; the rest of the server is loaded meanwhile, which takes about as long.
  const loading = import('./lifecycle.ts');
  // With Postgres, load first: loading blocks this thread, and the connection could time out.
  if (config.databaseUrl !== undefined) await loading;
  const [opened, { bringUp }] = await Promise.all([openStore(config, dataDir, log), loading]);
  return bringUp({ config, dataDir, log, opened });
}
