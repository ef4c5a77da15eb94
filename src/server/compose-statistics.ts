import type { Logger } from 'pino';
import type { Store } from '../store/database.ts';
import { refreshStatistics } from '../store/statistics.ts';

/** Long enough for the first requests after a start. */
const FIRST_MS = 10_000;
const EVERY_MS = 3600_000;

/** Keeps what the embedded database knows of its tables true, until the answered function is called. */
export function startStatistics({ kind, db }: Store, log: Logger): () => void {
  if (kind !== 'embedded') return () => undefined;
  const refresh = () =>
    void refreshStatistics(db).catch((error: unknown) => log.warn({ err: error }, 'could not look at the tables'));
  const first = setTimeout(refresh, FIRST_MS).unref();
  const timer = setInterval(refresh, EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
