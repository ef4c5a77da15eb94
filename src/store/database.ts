import type { Kysely } from 'kysely';
import type { QueueDatabase } from '../jobs/types.ts';
import type { Tables } from './tables.ts';

export type Store = {
  db: Kysely<Tables>;
  kind: 'postgres' | 'embedded';
  /** What `createQueue` needs to keep its messages in the same database. */
  boss: QueueDatabase;
  /** Asks the database for a sign of life. Milliseconds that it took; throws when there was none in time. */
  ping(timeoutMs: number): Promise<number>;
  close(): Promise<void>;
};
