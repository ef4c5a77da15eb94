import { sql } from 'kysely';
import { asDatabaseUser, type Executor } from './scope.ts';

/**
 * Updates the database's statistics. A Postgres server does so by itself as tables grow; the embedded one never does, and
 * would plan for empty tables forever. A third of a second for 20,000 incidents.
 */
export async function refreshStatistics(db: Executor): Promise<void> {
  await sql`analyze`.execute(asDatabaseUser(db));
}
