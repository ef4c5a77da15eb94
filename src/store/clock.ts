import { sql } from 'kysely';
import type { Executor } from './scope.ts';

/** The database's clock, which all instances of the server share. */
export async function databaseTime(db: Executor): Promise<Date> {
  const { rows } = await sql<{ now: Date | string }>`select clock_timestamp() as now`.execute(db);
  return new Date(rows[0]!.now);
}
