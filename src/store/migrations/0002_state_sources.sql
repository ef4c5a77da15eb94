-- Where an organization's states lie, beside the bucket of its AWS settings.
create table state_sources (
  org_id text collate "C" not null references organizations on delete cascade,
  -- Keys of its states begin with it: `<name>://<key>`.
  name text collate "C" not null,
  kind text not null,
  settings jsonb not null,
  -- Sealed JSON, as in services/secrets/vault.ts; null where it needs none.
  credentials bytea,
  -- The names of its fields, which is all of it that is ever shown.
  credential_fields text[] not null,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, name)
);
