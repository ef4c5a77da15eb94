import { sql, type QueryExecutorProvider } from 'kysely';
import type { Queue } from './types.ts';
import pgBoss from 'pg-boss/package.json' with { type: 'json' };

/**
 * The name of the queue's schema version, for an error, if the database's is newer than this version's; else undefined.
 * pg-boss does not check that: it treats a newer schema as its own.
 */
export async function newerQueueSchema(db: QueryExecutorProvider): Promise<string | undefined> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('pgboss.version') is not null as there`.execute(db);
  if (found[0]?.there !== true) return undefined;
  const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(db);
  const newer = rows.find(({ version }) => version > pgBoss.pgboss.schema);
  return newer && `schema ${newer.version} of the queue`;
}

/** A waiting or active message, with `data` as JSON text. */
export type PendingJob = { name: string; data: string; singleton_key: string | null };

/** All pending jobs, oldest first. Requires the schema `pgboss`, so the queue must have been started once. */
export const PENDING_JOBS = `
  select name, data::text as data, singleton_key from pgboss.job
  where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%'
  order by created_on, id`;

/** A queue for sending messages by the queue's name alone. */
export type AnyQueue = Pick<Queue<Record<string, object>>, 'send'>;
