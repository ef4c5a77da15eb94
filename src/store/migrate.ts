import { sql, type Kysely } from 'kysely';
import { AppError } from '../base/errors.ts';
import { newerQueueSchema } from '../jobs/pgboss-tables.ts';
import { forOperator } from './for-operator.ts';
import { currentSteps, isBeforeBaseline, MIGRATIONS } from './migrations/index.ts';
import { protectTenantTables } from './row-security.ts';
import { asDatabaseUser, type Executor } from './scope.ts';
import type { Tables } from './tables.ts';

/** An arbitrary number that no other program on the same database is likely to lock. */
const LOCK = 7_586_253_901;

/**
 * Brings the schema up to date: all missing steps in one transaction, under a lock, so that of several starting
 * instances one migrates and the others find it done. Returns the names of the steps that it ran. Refuses a database that
 * a newer version changed (even only in the queue's schema), a schema from before the baseline, and a Postgres without
 * pgvector.
 */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    const tx = asDatabaseUser(transaction);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(tx);
    const done = await stepsDone(tx).catch(refuse);
    const unknown = done.find((name) => MIGRATIONS.every((step) => step.name !== name));
    const newer = unknown ?? (await newerQueueSchema(tx).catch(refuse));
    if (newer !== undefined)
      throw new AppError('conflict', `the database was changed by a newer Plumbline (${newer}): start that version`);
    const missing = MIGRATIONS.filter((step) => !done.includes(step.name));
    for (const { name, up } of missing) {
      await up(tx).catch(refuse);
      await sql`insert into migrations (name) values (${name})`.execute(tx);
    }
    await protectTenantTables(tx).catch(refuse);
    return missing.map((step) => step.name);
  });
}

function refuse(error: unknown): never {
  throw forOperator(error);
}

/** The steps that the database has run. A schema of development at the baseline is recorded as the baseline. */
async function stepsDone(tx: Executor): Promise<string[]> {
  await sql`
    create table if not exists migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )`.execute(tx);
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(tx);
  const names = rows.map((row) => row.name);
  if (isBeforeBaseline(names))
    throw new AppError(
      'conflict',
      `the database stands at step ${names.at(-1)} of an earlier Plumbline, which this version does not continue: ` +
        'start the previous version on it once, and then this one',
    );
  const steps = currentSteps(names);
  const replaced = names.filter((name) => !steps.includes(name));
  for (const name of steps.filter((step) => !names.includes(step)))
    await sql`insert into migrations (name) values (${name})`.execute(tx);
  if (replaced.length > 0) await sql`delete from migrations where name = any(${replaced})`.execute(tx);
  return steps;
}
