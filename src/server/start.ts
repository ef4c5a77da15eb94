import { resolve } from 'node:path';
import { readConfig, unknownSettings, type Env } from './config/config.ts';
import { makeDataDirectory } from './data-directory.ts';
import type { RunningServer } from './lifecycle.ts';
import { openLog } from './log.ts';
import { openStore } from './open-store.ts';

/**
 * Starts a server with the settings of the environment. Cleans up and throws where it cannot: a bad setting, a data
 * directory in use by another process, an unavailable database or port.
 */
export async function startServer({ env }: { env: Env }): Promise<RunningServer> {
  const config = readConfig(env);
  const dataDir = resolve(config.dataDir);
  const log = openLog(config.logLevel);
  for (const name of unknownSettings(env)) log.warn({ name }, 'there is no such setting; docs/settings.md has all');
  makeDataDirectory(dataDir);
  // The embedded database opens in its own thread. The rest of the server loads meanwhile, which takes about as long.
  const loading = import('./lifecycle.ts');
  // With Postgres, load first: loading blocks this thread, and the connection could time out.
  if (config.databaseUrl !== undefined) await loading;
  const [opened, { bringUp }] = await Promise.all([openStore(config, dataDir, log), loading]);
  return bringUp({ config, dataDir, log, opened });
}
