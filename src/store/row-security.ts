import { sql } from 'kysely';
import { within, type Executor } from './scope.ts';

/** Limits every table with an `org_id` to the connection's scope by row-level security. Changes nothing if it is on. */
export async function protectTenantTables(tx: Executor): Promise<void> {
  await sql`select protect_tenant_tables(), grant_application_role()`.execute(tx);
}

/**
 * Whether row-level security applies to Plumbline's statements. It does not where the connection's user is a superuser or
 * has BYPASSRLS, and may not act as the role plumbline_app.
 */
export async function isRowSecurityActive(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`
    select bool_and(row_security_active(c.oid)) as active from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`.execute(within(db, 'instance'));
  return rows[0]?.active === true;
}
