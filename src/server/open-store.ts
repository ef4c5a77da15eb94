import type { Logger } from 'pino';
import { openDatabase, type Store } from '../store/database.ts';
import type { Config } from './config/config.ts';

export type OpenedStore = {
  store: Store;
  /** Call this when the schema and the queue are up to date: the server's time limit applies to statements again. */
  prepared: () => void;
};

/** Opens the configured database; for errors see `openDatabase`. */
export async function openStore(config: Config, dataDir: string, log: Logger): Promise<OpenedStore> {
  let preparing = true;
  const store = await openDatabase(
    { url: config.databaseUrl, connections: config.databaseConnections, patient: () => preparing, dataDir },
    { onConnectionError: (error) => log.warn({ err: error }, 'a database connection broke') },
  );
  return { store, prepared: () => (preparing = false) };
}
