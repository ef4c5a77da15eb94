import { sql, type QueryExecutorProvider } from 'kysely';
import pgBoss from 'pg-boss/package.json' with { type: 'json' };

/**
 * What to call the queue's schema in a database where it is newer than the one that this version brings; undefined where it is
 * not. pg-boss does not look at that: it works in a newer schema as if it were its own.
 */
export async function newerQueueSchema(db: QueryExecutorProvider): Promise<string | undefined> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('pgboss.version') is not null as there`.execute(db);
  if (found[0]?.there !== true) return undefined;
  const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(db);
  const newer = rows.find(({ version }) => version > pgBoss.pgboss.schema);
  return newer && `schema ${newer.version} of the queue`;
}
