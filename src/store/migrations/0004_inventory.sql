-- Inventories: what is in the cloud and in no state. A row says that its analysis was asked for one.
create table inventories (
  analysis_id text collate "C" primary key references analyses on delete cascade,
  org_id text collate "C" not null references organizations on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'partial', 'failed')),
  -- When the run began that makes it.
  started_at timestamptz,
  finished_at timestamptz,
  -- No inventory of the organization ended before: its objects are no news.
  is_baseline boolean not null default false,
  -- Stored so far.
  objects integer not null default 0,
  calls bigint not null default 0,
  -- Objects by class, with the managed ones.
  counts jsonb not null default '{}',
  -- Lists that failed or left something out.
  not_listed integer not null default 0,
  unread_states jsonb not null default '[]',
  error jsonb
);
create index inventories_list on inventories (org_id, analysis_id desc);

-- The latest list of each type in each account and region, which are empty where the type has none, and of each
-- configuration of a provider without these.
create table inventory_listings (
  org_id text collate "C" not null references organizations on delete cascade,
  type text collate "C" not null,
  account_id text collate "C" not null,
  region text collate "C" not null,
  -- Identifies the provider's configuration, where that is the place.
  place text collate "C" not null default '',
  service text not null,
  -- The inventory that made it. Not a reference: the analysis may be deleted.
  analysis_id text collate "C" not null,
  state text not null check (state in ('listed', 'not_listed')),
  reason text,
  detail text,
  calls integer not null,
  counts jsonb not null,
  -- The identities of objects that it has and nobody could read; null where it does not have all objects.
  unreadable jsonb,
  -- The inventory in which the list was complete for the first time: its objects are no news.
  baseline_by text collate "C",
  baseline_at timestamptz,
  -- The objects that nobody could read then: they are no news either.
  baseline_unreadable jsonb not null default '[]',
  primary key (org_id, type, account_id, region, place)
);

-- Objects that no state had when an inventory last saw them. Texts are masked.
create table unmanaged_objects (
  id text collate "C" primary key,
  org_id text collate "C" not null references organizations on delete cascade,
  -- A keyed digest of provider, place, type and the id that the list gives.
  identity text collate "C" not null,
  provider text not null,
  -- This and the region are empty where the type has none.
  account_id text collate "C" not null,
  region text collate "C" not null,
  -- Identifies the provider's configuration, where that is the place.
  place text collate "C" not null default '',
  type text collate "C" not null,
  service text not null,
  cloud_id text not null,
  name text,
  class text not null check (class in ('added', 'unmanaged', 'waiting', 'owned', 'follows', 'provided')),
  parent jsonb,
  owner text,
  severity text not null check (severity in ('critical', 'high', 'medium', 'low', 'none')),
  severity_rule text not null,
  severity_reason text not null,
  tags jsonb not null,
  -- When it was made, as far as the cloud tells.
  created_at timestamptz,
  first_seen_at timestamptz not null,
  -- When the run began that saw it last, and the analysis of that run.
  last_seen_at timestamptz not null,
  seen_by text collate "C" not null,
  -- Found by the first complete list of its type. Null while that is undecided: it waits, its list was never complete,
  -- or no inventory has read all states since.
  in_baseline boolean,
  -- The ignore rule that hides it: its id and reason.
  ignored_by jsonb,
  -- Since when a complete list leaves it out, and why: a state has it now, or nobody.
  gone_at timestamptz,
  gone_as text check (gone_as in ('deleted', 'managed')),
  -- The import id or identity.
  import jsonb not null,
  -- `none`: nobody has to import it.
  import_status text not null check (import_status in ('proven', 'invalid', 'differs', 'unanswered', 'none')),
  import_detail text,
  -- The resource block without its name; secrets are variables.
  configuration jsonb,
  -- A keyed digest of the values that `configuration` was made of.
  values_digest text,
  -- Not a reference: an incident may be deleted.
  incident_id text collate "C",
  constraint unmanaged_objects_identity unique (org_id, identity)
);
create index unmanaged_objects_listing on unmanaged_objects (org_id, type, account_id, region, place);

-- How often an organization's inventories are made; without a row as the defaults say.
create table inventory_settings (
  org_id text collate "C" primary key references organizations on delete cascade,
  schedule text not null default '24h' check (schedule in ('off', '1h', '6h', '24h')),
  -- Also lists that take many calls.
  expensive boolean not null default false,
  -- Null where nothing is scheduled: before the first inventory ended.
  next_run_at timestamptz
);
create index inventory_settings_due on inventory_settings (next_run_at) where schedule <> 'off';

-- Findings and incidents of objects that no state has.
alter table findings drop constraint findings_kind_check;
alter table findings add constraint findings_kind_check check (kind in ('changed', 'deleted', 'unmanaged'));
alter table incidents drop constraint incidents_kind_check;
alter table incidents add constraint incidents_kind_check check (kind in ('changed', 'deleted', 'unmanaged'));
