import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Ids are compared byte by byte (`collate "C"`), because that is the order in which they were made; a server's own
 * collation would sort capital and small letters together, and lists page by id.
 */
export const first: Migration = async (db) => {
  await sql`create extension if not exists vector`.execute(db);

  await sql`
    create table organizations (
      id text collate "C" primary key,
      login text not null check (login <> ''),
      installation_id bigint constraint organizations_installation_id_key unique,
      fingerprint_key bytea not null check (length(fingerprint_key) = 32),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index organizations_login_key on organizations (lower(login))`.execute(db);

  await sql`
    create table api_keys (
      id text collate "C" primary key,
      org_id text collate "C" not null references organizations on delete cascade,
      name text not null,
      hash bytea not null constraint api_keys_hash_key unique check (length(hash) = 32),
      hint text not null,
      scopes text[] not null check (scopes <@ array['read', 'write', 'admin'] and cardinality(scopes) > 0),
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index api_keys_list on api_keys (org_id, id desc)`.execute(db);

  await sql`
    create table cloud_configs (
      org_id text collate "C" not null references organizations on delete cascade,
      cloud text not null,
      role_arn text,
      state_bucket text,
      state_prefix text,
      region text,
      external_id text not null constraint cloud_configs_external_id_key unique,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (org_id, cloud)
    )`.execute(db);

  await sql`
    create table analyses (
      id text collate "C" primary key,
      org_id text collate "C" not null references organizations on delete cascade,
      repo_id text collate "C",
      status text not null check (status in ('queued', 'running', 'completed', 'partial', 'failed', 'canceled')),
      trigger jsonb not null,
      state_prefix text,
      idempotency_key text,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      progress_done integer not null default 0,
      progress_total integer not null default 0,
      severity text not null check (severity in ('critical', 'high', 'medium', 'low', 'none')),
      counts jsonb not null,
      states jsonb not null,
      ai_summary text,
      summary_source text check (summary_source in ('model', 'rules')),
      error jsonb,
      constraint analyses_idempotency_key unique (org_id, idempotency_key)
    )`.execute(db);
  await sql`create index analyses_list on analyses (org_id, id desc)`.execute(db);

  await sql`
    create table findings (
      analysis_id text collate "C" not null references analyses on delete cascade,
      position integer not null,
      org_id text collate "C" not null references organizations on delete cascade,
      lineage text not null,
      resource text not null,
      kind text not null check (kind in ('changed', 'deleted')),
      severity text not null check (severity in ('critical', 'high', 'medium', 'low', 'none')),
      fingerprint text not null,
      first_seen_at timestamptz not null,
      document jsonb not null,
      primary key (analysis_id, position)
    )`.execute(db);
  // The resource is looked up by its hash: an address may be longer than an index row can be.
  await sql`create index findings_history on findings (org_id, lineage, md5(resource))`.execute(db);

  await sql`
    create table coverage (
      analysis_id text collate "C" not null references analyses on delete cascade,
      position integer not null,
      org_id text collate "C" not null references organizations on delete cascade,
      state_key text not null,
      resource text not null,
      type text not null,
      verdict text not null check (verdict in
        ('in_sync', 'changed', 'deleted', 'suspect', 'unreadable', 'unsupported', 'skipped')),
      reason text,
      detail text,
      primary key (analysis_id, position)
    )`.execute(db);
  await sql`create index coverage_organization on coverage (org_id)`.execute(db);
};
