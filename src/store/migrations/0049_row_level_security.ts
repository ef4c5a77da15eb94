import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What `migrate` calls after its steps: row-level security for every table with an `org_id`, also those that later steps
 * make. A statement sees the rows of the organization that its connection carries in `plumbline.org_id`, with `*` all of them,
 * and none without. CASE, because the planner takes it for what halves the rows, and not for a second condition on `org_id`.
 */
export const rowLevelSecurity: Migration = async (db) => {
  await sql`
    create function protect_tenant_tables() returns void language plpgsql as $$
    declare
      tenant_table regclass;
    begin
      for tenant_table in
        select c.oid from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
          and not (c.relrowsecurity and c.relforcerowsecurity
            and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'scope'))
      loop
        execute format('alter table %s enable row level security, force row level security', tenant_table);
        execute format('drop policy if exists scope on %s', tenant_table);
        execute format(
          'create policy scope on %s using (
            case (select current_setting(''plumbline.org_id'', true)) when ''*'' then true when org_id then true end)',
          tenant_table);
      end loop;
    end
    $$`.execute(db);
  // Superusers are held by no policy: for them, what Plumbline asks runs as a role that is one.
  await sql`
    create function grant_application_role() returns void language plpgsql as $$
    declare
      this_user pg_roles;
    begin
      select * into this_user from pg_roles where rolname = current_user;
      if not (this_user.rolsuper or this_user.rolbypassrls) then
        return;
      end if;
      if not exists (select from pg_roles where rolname = 'plumbline_app') then
        begin
          create role plumbline_app nologin;
        exception
          -- Of two databases on one server that are prepared at once, the other was faster.
          when duplicate_object or unique_violation then null;
          when insufficient_privilege then return;
        end;
      end if;
      if not pg_has_role(current_user, 'plumbline_app', 'member') then
        begin
          execute format('grant plumbline_app to %I', current_user);
        exception when insufficient_privilege then return;
        end;
      end if;
      execute format('grant usage on schema %I to plumbline_app', current_schema());
      execute format('grant select, insert, update, delete on all tables in schema %I to plumbline_app', current_schema());
      execute format('grant select, usage, update on all sequences in schema %I to plumbline_app', current_schema());
      if to_regnamespace('pgboss') is not null then
        grant usage on schema pgboss to plumbline_app;
        grant select, insert, update, delete on all tables in schema pgboss to plumbline_app;
        grant select, usage, update on all sequences in schema pgboss to plumbline_app;
      end if;
      alter default privileges grant usage on schemas to plumbline_app;
      alter default privileges grant select, insert, update, delete on tables to plumbline_app;
      alter default privileges grant select, usage, update on sequences to plumbline_app;
    end
    $$`.execute(db);
};
