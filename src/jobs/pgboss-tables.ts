import { sql, type QueryExecutorProvider } from 'kysely';
import type { Queue } from './types.ts';
import pgBoss from 'pg-boss/package.json' with { type: 'json' };

/**
 * What to call the queue's schema in a database where it is newer than the one that this version brings; undefined where it is
 * not. pg-boss does not check that: it works in a newer schema as if it were its own.
 */
export async function newerQueueSchema(db: QueryExecutorProvider): Promise<string | undefined> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('pgboss.version') is not null as there`.execute(db);
  if (found[0]?.there !== true) return undefined;
  const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(db);
  const newer = rows.find(({ version }) => version > pgBoss.pgboss.schema);
  return newer && `schema ${newer.version} of the queue`;
}

/** A message that waits or is worked on, with `data` as JSON text. */
export type PendingJob = { name: string; data: string; singleton_key: string | null };

/** All of them, oldest first. For a database whose queue was started once: the schema `pgboss` is there. */
export const PENDING_JOBS = `
  select name, data::text as data, singleton_key from pgboss.job
  where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%'
  order by created_on, id`;

/** What sends a message whose queue is known by its name alone. */
export type AnyQueue = Pick<Queue<Record<string, object>>, 'send'>;
