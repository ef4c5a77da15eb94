import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * On public repositories details are published only where an administrator said so, and it is known which publications hold
 * details. Sessions of people who are no owners name their repositories, so that later ones are not theirs.
 */
export const publicRepositories: Migration = async (db) => {
  await sql`alter table repositories add column public_details boolean not null default false`.execute(db);
  // Whatever was published so far may hold details, but for an issue without drift, and a check without an analysis.
  await sql`alter table publications add column details boolean not null default true`.execute(db);
  await sql`
    update publications set details = false
    where (kind = 'issue' and status = 'none') or (kind = 'check' and analysis_id is null)`.execute(db);
  await sql`
    update session_organizations set repositories = array(
      select id from repositories
      where repositories.org_id = session_organizations.org_id and repositories.removed_at is null)
    where repositories is null and not ('admin' = any(scopes))`.execute(db);
  await sql`
    alter table session_organizations add constraint session_organizations_all_for_owners
      check (repositories is not null or 'admin' = any(scopes))`.execute(db);
};
