import type { Logger } from 'pino';
import { openDatabase, type Store } from '../store/database.ts';
import type { Config } from './config/config.ts';

export type OpenedStore = {
  store: Store;
  /** The schema and the queue are up to date: from now on statements take no longer than the server allows. */
  prepared: () => void;
};

/** Opens the database that the settings name; `openDatabase` says what keeps it from being opened. */
export async function openStore(config: Config, dataDir: string, log: Logger): Promise<OpenedStore> {
  let preparing = true;
  const store = await openDatabase(
    { url: config.databaseUrl, connections: config.databaseConnections, patient: () => preparing, dataDir },
    { onConnectionError: (error) => log.warn({ err: error }, 'a database connection broke') },
  );
  return { store, prepared: () => (preparing = false) };
}
