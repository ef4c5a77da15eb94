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

-- What an organization gives its providers: their configuration and environment.
create table provider_settings (
  org_id text collate "C" not null references organizations on delete cascade,
  name text collate "C" not null,
  -- `namespace/type`, or with a host before it.
  provider text not null,
  -- Which configuration of it; the default one of the root module is the empty text.
  alias text not null,
  -- Patterns of keys; null: all states.
  states text[],
  -- `host:port` that it may connect to, beside what all may.
  reach text[],
  -- Sealed JSON: what stands inside of provider { }, and variables.
  given bytea not null,
  -- The names in it, which is all of it that is ever shown.
  config_fields text[] not null,
  env_fields text[] not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, name)
);

-- What signs the tokens by which clouds know an organization of this instance; the newest signs, all are published.
create table identity_keys (
  id text primary key,
  public_key jsonb not null,
  -- Sealed PEM, as in services/secrets/vault.ts.
  private_key bytea not null,
  created_at timestamptz not null default now()
);
