-- The schema of the first release. A released migration is never edited: changes of the schema are later migrations.
--
-- A statement begins in the first column of a line, with `create` or `alter`: ./index.ts divides this file by that.
-- Ids are compared byte by byte (collate "C"), because that is the order in which they were made; a server's own
-- collation would sort capital and small letters together, and lists page by id.

create extension if not exists vector;

create table organizations (
  id text collate "C" primary key,
  login text not null check (login <> ''),
  -- The installation of the code host's App.
  installation_id bigint unique,
  -- The HMAC key of this organization's fingerprints of masked values.
  fingerprint_key bytea not null check (length(fingerprint_key) = 32),
  created_at timestamptz not null default now(),
  -- The payment provider's customer.
  customer_id text unique,
  -- The billing columns summarize the organization's subscriptions; only services/billing writes them.
  plan text,
  billing_status text not null default 'none',
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  -- The code host's id of the account, which survives renames; null until an installation reported it.
  account_id bigint unique,
  -- When the code host reported this login; null where the operator chose it.
  login_at timestamptz,
  suspended_at timestamptz,
  -- How long resolved incidents are kept; null: forever.
  incident_retention_days integer check (incident_retention_days > 0),
  uninstalled_at timestamptz,
  -- When its deletion began: no key works and no installation is linked from then on.
  deleting_at timestamptz,
  -- When the code host was last asked for an installation on behalf of one of its keys.
  installation_asked_at timestamptz,
  -- The lowest severity of drift that fails the check of a pull request; null: never.
  check_fails_at text check (check_fails_at in ('critical', 'high', 'medium', 'low')),
  -- Whether each repository has an issue that reports its drift.
  drift_issues boolean not null default false
);
create unique index organizations_login_key on organizations (lower(login));

-- Quotas that the operator set in place of the instance's defaults.
create table organization_quotas (
  org_id text collate "C" not null references organizations on delete cascade,
  resource text not null,
  quota bigint not null check (quota >= 0),
  primary key (org_id, resource)
);

-- Organizations that are being deleted or were, and by whom. Rows of the instance: nothing of the organization is
-- left.
create table organization_deletions (
  id text collate "C" primary key,
  organization_id text collate "C" not null constraint organization_deletions_organization_key unique,
  login text not null,
  actor_kind text not null check (actor_kind in ('operator', 'key', 'person', 'system')),
  actor_id text collate "C",
  actor_name text,
  actor_hint text,
  request_id text,
  requested_at timestamptz not null default now(),
  -- When the last of its rows was deleted.
  finished_at timestamptz
);

create table api_keys (
  id text collate "C" primary key,
  org_id text collate "C" not null references organizations on delete cascade,
  name text not null,
  -- SHA-256 of the key; the key itself is never stored.
  hash bytea not null check (length(hash) = 32) unique,
  -- The last four characters, to recognize a key by.
  hint text not null,
  scopes text[] not null check (scopes <@ array['read', 'write', 'admin'] and cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- Rotation: the key that this one replaces. A key is replaced once.
  replaces text collate "C" unique,
  -- The key that replaces this one, which expires when the grace period is over.
  rotated_to text collate "C"
);
create index api_keys_list on api_keys (org_id, id desc);

-- Who is signed in: the holder of a key, the operator (with the operator key of this hash), or a person of a code
-- host.
create table sessions (
  id text collate "C" primary key,
  -- SHA-256 of its secret, which is never stored.
  hash bytea not null unique,
  key_id text collate "C" references api_keys on delete cascade,
  operator_hash bytea,
  -- At most those of the key.
  scopes text[] not null,
  -- The session that made the link which this one began with; they end together.
  opened_by text collate "C" references sessions on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Exact to a minute.
  last_used_at timestamptz,
  codehost text,
  login text,
  constraint sessions_person check ((codehost is null) = (login is null)),
  constraint sessions_whose check (num_nonnulls(key_id, operator_hash, login) = 1)
);
create index sessions_expiry on sessions (expires_at);
create index sessions_key on sessions (key_id);
create index sessions_opened_by on sessions (opened_by);

-- What the code host let a person see of an organization when they signed in.
create table session_organizations (
  session_id text collate "C" not null references sessions on delete cascade,
  org_id text collate "C" not null references organizations on delete cascade,
  -- The installation through which the organization was seen: with another one, or none, the row grants nothing.
  installation_id bigint not null,
  scopes text[] not null,
  -- Ids of the visible repositories; null: all.
  repositories text[],
  primary key (session_id, org_id),
  constraint session_organizations_all_for_owners check (repositories is not null or 'admin' = any (scopes))
);
create index session_organizations_org on session_organizations (org_id, session_id);

-- Single-use links to sign in with.
create table session_links (
  -- SHA-256 of its token.
  hash bytea primary key,
  key_id text collate "C" references api_keys on delete cascade,
  operator_hash bytea,
  scopes text[] not null,
  -- The session that made it.
  opened_by text collate "C" references sessions on delete cascade,
  expires_at timestamptz not null,
  constraint session_links_whose check (num_nonnulls(key_id, operator_hash) = 1)
);
create index session_links_expiry on session_links (expires_at);
create index session_links_key on session_links (key_id);
create index session_links_opened_by on session_links (opened_by);

-- Subscriptions as the payment provider last reported them, by the provider's id.
create table subscriptions (
  id text collate "C" primary key,
  org_id text collate "C" not null references organizations on delete cascade,
  customer_id text not null,
  -- The provider's word: active, past_due, canceled, …
  status text not null,
  plan text not null,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null,
  -- The provider's time.
  created_at timestamptz not null,
  -- The provider's time of the newest event that is in this row.
  event_at timestamptz not null,
  -- Counts the writes, so that whoever asked the provider meanwhile notices them.
  revision integer not null default 1
);
create index subscriptions_organization on subscriptions (org_id);

-- Events of the payment provider that were processed, so that none is processed twice.
create table billing_events (
  id text collate "C" primary key,
  type text not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);

-- The newest event of each chain; `chain` is the organization, or `instance` without `org_id`. The trigger below
-- writes it.
create table audit_heads (
  chain text collate "C" primary key,
  org_id text collate "C" references organizations on delete cascade,
  seq bigint not null,
  hash bytea not null
);
create index audit_heads_org on audit_heads (org_id);

-- Who changed what. Rows are only ever added; they are deleted with their organization.
create table audit_events (
  id text collate "C" primary key,
  -- Null for the events of the instance, which only queries/audit-events.ts writes and reads.
  org_id text collate "C" references organizations on delete cascade,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('operator', 'key', 'person', 'system')),
  -- The key's id or the person's login; null for others. Not a reference: the event outlives both.
  actor_id text collate "C",
  actor_name text,
  actor_hint text,
  action text not null,
  target_kind text not null,
  target_id text collate "C" not null,
  detail jsonb not null default '{}',
  request_id text,
  -- Its number in the chain of its organization. The trigger below writes this and the hashes.
  seq bigint not null,
  prev_hash bytea not null,
  hash bytea not null
);
create index audit_events_instance_list on audit_events (id desc) where org_id is null;
create unique index audit_events_instance_seq on audit_events (seq) where org_id is null;
create index audit_events_list on audit_events (org_id, id desc);
create unique index audit_events_seq on audit_events (org_id, seq);

-- The audit log of each organization, and that of the instance, is a hash chain: an event has its number and a hash
-- over itself and the hash of the event before. services/audit/hash.ts computes the same for verification.
create function audit_event_hash(e audit_events) returns bytea language sql stable as $$
  select sha256(convert_to(
    string_agg(case when value is null then '-' else octet_length(value) || ':' || value end, ',' order by place),
    'UTF8'))
  from unnest(array[
    e.org_id, e.seq::text, e.id, (extract(epoch from e.at) * 1000000)::bigint::text, e.actor_kind, e.actor_id,
    e.actor_name, e.actor_hint, e.action, e.target_kind, e.target_id, e.detail::text, e.request_id,
    encode(e.prev_hash, 'hex')]::text[]) with ordinality as field(value, place)
$$;

-- Chains what is inserted, in the transaction of the event. The head of a chain is locked last, after the
-- organization's row, so that writers wait for each other in one order.
create function chain_audit_event() returns trigger language plpgsql as $$
declare
  name text := coalesce(new.org_id, 'instance');
begin
  -- An import brings events that are chained.
  if new.hash is not null then
    return new;
  end if;
  perform from organizations where id = new.org_id for key share;
  insert into audit_heads (chain, org_id, seq, hash)
    values (name, new.org_id, 0, decode(repeat('00', 32), 'hex')) on conflict (chain) do nothing;
  select seq + 1, hash into new.seq, new.prev_hash from audit_heads where chain = name for update;
  new.hash := audit_event_hash(new);
  update audit_heads set seq = new.seq, hash = new.hash where chain = name;
  return new;
end
$$;
create trigger chain before insert on audit_events for each row execute function chain_audit_event();

-- Installations of the code host's App, deleted ones too. Rows of the instance.
create table installations (
  codehost text not null,
  -- Later installations have greater ids.
  id bigint not null,
  account_id bigint not null,
  status text not null check (status in ('active', 'suspended', 'deleted')),
  -- Events arrive late, twice and out of order: the moment that the status is from (`Moment`).
  status_at timestamptz not null,
  status_sent_at timestamptz not null,
  -- The App that saw it at the last sync; null: it is known from events alone.
  app_id bigint,
  -- Granted permissions by name; null until the code host was asked.
  permissions jsonb,
  -- The error that kept the App from listing its repositories.
  trouble jsonb,
  -- Counts the sync requests, and how many of them are done.
  sync_wanted integer not null default 0,
  sync_done integer not null default 0,
  synced_at timestamptz,
  primary key (codehost, id)
);
create index installations_account on installations (codehost, account_id);

-- When each code host was synced. Rows of the instance.
create table code_hosts (
  codehost text primary key,
  -- When the next sync is due.
  due_at timestamptz not null,
  -- All deliveries up to here were received, or requested again.
  heard_until timestamptz,
  -- When a sync last completed.
  reconciled_at timestamptz
);

-- Deliveries of code hosts. Rows of the instance: a delivery's organization is known only when it is processed.
create table webhook_deliveries (
  id text collate "C" primary key,
  codehost text not null,
  -- The code host's id: a repeated delivery has the same one.
  delivery_id text not null,
  event text not null,
  action text,
  installation_id bigint,
  -- `received` until it is processed; `dead` when its attempts are used up.
  status text not null check (status in ('received', 'processed', 'ignored', 'dead')),
  -- Attempts since it arrived or was replayed last.
  attempts integer not null default 0,
  replays integer not null default 0,
  last_error jsonb,
  -- When the code host first sent it, as far as known; orders deliveries that carry no other time.
  sent_at timestamptz not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- gzip of the signed bytes, so the database need not compress them; null once deleted for age.
  payload bytea,
  constraint webhook_deliveries_delivery_id_key unique (codehost, delivery_id)
);
alter table webhook_deliveries alter column payload set storage external;
create index webhook_deliveries_age on webhook_deliveries (received_at);
create index webhook_deliveries_status on webhook_deliveries (status, id desc);

-- Deliveries that failed at the code host, until they are received or too old to be requested again. Rows of the
-- instance.
create table missed_deliveries (
  codehost text not null,
  delivery_id text not null,
  -- The code host's id of its newest attempt, by which it is requested.
  try_id text not null,
  seen_at timestamptz not null default now(),
  -- How often it was requested, and when it is next.
  asks integer not null default 0,
  due_at timestamptz not null default now(),
  primary key (codehost, delivery_id)
);
create index missed_deliveries_due on missed_deliveries (codehost, due_at);

-- Repositories that the code host's App can see. The code host's id identifies one within an organization: a
-- repository that moves to another organization begins anew there, and its history stays.
create table repositories (
  id text collate "C" primary key,
  org_id text collate "C" not null references organizations on delete cascade,
  codehost text not null,
  -- The code host's id, which survives renames.
  external_id bigint not null,
  -- `owner/name`, as it is called now.
  full_name text not null check (full_name <> ''),
  private boolean not null,
  archived boolean not null default false,
  default_branch text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when the App cannot see it, or it is deleted. Its history stays.
  removed_at timestamptz,
  -- The moment (`Moment`) that names, flags and `deleted` are from.
  facts_at timestamptz,
  facts_sent_at timestamptz,
  deleted boolean not null default false,
  -- The moment that `accessible` is from.
  access_at timestamptz,
  access_sent_at timestamptz,
  -- Whether the App can see it.
  accessible boolean not null default true,
  -- The error that keeps the App from working there.
  trouble jsonb,
  -- Whether an administrator allowed details in reports on this public repository.
  public_details boolean not null default false,
  -- A column and not an expression in the index: see incidents.resource_md5.
  sort_name text collate "C" generated always as (lower(full_name)) stored,
  constraint repositories_external_id_key unique (org_id, codehost, external_id)
);
create index repositories_external_id on repositories (codehost, external_id);
create index repositories_list on repositories (org_id, sort_name, id);

-- What was last read of a repository.
create table repository_readings (
  repo_id text collate "C" primary key references repositories on delete cascade,
  org_id text collate "C" not null references organizations on delete cascade,
  -- The tree that was read; null while none could be.
  sha text,
  read_at timestamptz not null,
  problems jsonb not null,
  claims jsonb not null,
  layout jsonb not null,
  -- Rules of its `.plumbline.yml`.
  ignore jsonb not null,
  -- The branch of that tree.
  branch text
);
create index repository_readings_organization on repository_readings (org_id);

-- The facts of each file of a repository that matter to claims and layout.
create table repository_files (
  repo_id text collate "C" not null references repositories on delete cascade,
  path text collate "C" not null,
  org_id text collate "C" not null references organizations on delete cascade,
  directory text collate "C" not null,
  -- Of the content: a file with the same sha has the same facts.
  sha text not null,
  -- Of the format of the facts: older ones are made anew.
  version integer not null,
  facts jsonb not null,
  primary key (repo_id, path)
);
create index repository_files_organization on repository_files (org_id);

-- How an organization's cloud is reached, and how often it is analysed.
create table cloud_configs (
  org_id text collate "C" not null references organizations on delete cascade,
  cloud text not null,
  role_arn text,
  state_bucket text,
  state_prefix text,
  region text,
  external_id text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The role in every other account, with `{account}` in place of the account's id.
  account_role_arn text,
  -- The only accounts that may be reached; null: any.
  accounts jsonb,
  -- Provider settings that no state holds: `{"aws.west": {default_tags, ignore_tags}}`.
  provider_settings jsonb,
  -- The name of the KMS key that OpenTofu encrypts the states with.
  state_key_arn text,
  schedule text not null default '24h' check (schedule in ('off', '1h', '6h', '24h')),
  -- Null where nothing is scheduled, or the first run is yet to be planned.
  next_run_at timestamptz,
  last_skipped jsonb,
  -- Whether the values of secrets may be read.
  secret_values boolean not null default false,
  -- Which locks could not be read before the last scheduled run.
  locks_unread text,
  -- When these settings last passed verification.
  verified_at timestamptz,
  -- Who accepted that the role can be assumed without the external id, and why; such a role is not used otherwise.
  external_id_override jsonb,
  primary key (org_id, cloud)
);
create index cloud_configs_due on cloud_configs (next_run_at) where schedule <> 'off';

-- One list of rules an organization, replaced as a whole.
create table ignore_rules (
  org_id text collate "C" primary key references organizations on delete cascade,
  -- Grows by one with every change.
  version integer not null default 0,
  rules jsonb not null default '[]',
  -- What analyses reported of each rule, by its id.
  usage jsonb not null default '{}'
);

-- The states that the latest analyses found.
create table states (
  org_id text collate "C" not null references organizations on delete cascade,
  key text collate "C" not null,
  serial bigint,
  lineage text,
  terraform_version text,
  status text not null check (status in ('read', 'unreadable')),
  code text,
  detail text,
  analysis_id text collate "C" not null,
  analysed_at timestamptz not null,
  -- Verdicts on its instances, and the worst severity of its findings; null where it could not be read.
  counts jsonb,
  severity text check (severity in ('critical', 'high', 'medium', 'low', 'none')),
  primary key (org_id, key)
);

-- Repositories that states were assigned to by hand, one list an organization.
create table state_mappings (
  org_id text collate "C" primary key references organizations on delete cascade,
  -- Grows by one with every change.
  version integer not null default 0,
  mappings jsonb not null default '[]'
);

-- Claims on states that an administrator accepted.
create table accepted_claims (
  org_id text collate "C" not null references organizations on delete cascade,
  -- A hash of what it names: the same claim, made again, has the same id.
  id text collate "C" not null,
  repo_id text collate "C" not null references repositories on delete cascade,
  -- The bucket of the states: in another one the same keys are other states.
  bucket text not null,
  key text not null,
  is_pattern boolean not null,
  -- Where the states of its workspaces lie; null where it names none.
  workspaces text,
  -- Of two claims on the same state, the one with the smaller number wins.
  priority integer not null,
  accepted_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index accepted_claims_repository on accepted_claims (repo_id);

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
  providers jsonb not null default '[]',
  ignore_rules jsonb not null default '[]',
  -- Of the keys and ETags that were listed at its beginning; null where an ETag is missing.
  source_digest text,
  -- The size of its findings and verdicts in the database, once it has ended.
  stored_bytes bigint not null default 0,
  -- Drift that opened no incident, because the organization's quota of incidents is used up.
  incidents_omitted integer not null default 0,
  constraint analyses_idempotency_key unique (org_id, idempotency_key)
);
create index analyses_list on analyses (org_id, id desc);
create index analyses_repository on analyses (org_id, repo_id, id desc) where repo_id is not null;
create index analyses_stored_bytes on analyses (org_id) include (stored_bytes) where stored_bytes > 0;
create index analyses_unfinished on analyses (org_id) where status in ('queued', 'running');

-- Results of a running analysis by state, so that another worker can continue it; deleted when it ends.
create table analysis_states (
  analysis_id text collate "C" not null references analyses on delete cascade,
  -- Its place among the states in scope.
  position integer not null,
  org_id text collate "C" not null references organizations on delete cascade,
  key text not null,
  etag text not null,
  report jsonb not null,
  tally jsonb not null,
  primary key (analysis_id, position)
);
create index analysis_states_organization on analysis_states (org_id);

-- The requests that an analysis answers; several may share one.
create table analysis_requests (
  id text collate "C" primary key,
  org_id text collate "C" not null references organizations on delete cascade,
  analysis_id text collate "C" not null references analyses on delete cascade,
  -- The repository whose states it is about; null: the whole organization. Not a reference.
  repo_id text collate "C",
  trigger jsonb not null,
  -- Names what was requested, so that an event that arrives twice is one request.
  key text,
  -- When the code host was asked for the commit in `trigger`; by the database's clock.
  seen_at timestamptz,
  -- Why nobody waits for it any more: a newer commit replaced it, or its pull request was closed.
  dropped_as text check (dropped_as in ('superseded', 'closed')),
  created_at timestamptz not null default now()
);
create index analysis_requests_analysis on analysis_requests (analysis_id);
create unique index analysis_requests_key on analysis_requests (org_id, key) where dropped_as is null;
create index analysis_requests_repository on analysis_requests (org_id, repo_id, id desc);

-- API calls of each action in each run of an analysis: one that is resumed keeps the calls of the run before.
create table analysis_calls (
  analysis_id text collate "C" not null references analyses on delete cascade,
  -- When the run was started.
  run_at timestamptz not null,
  -- Empty where it is unknown.
  account text collate "C" not null,
  region text collate "C" not null,
  service text collate "C" not null,
  action text collate "C" not null,
  org_id text collate "C" not null references organizations on delete cascade,
  -- What a policy has to allow for the action.
  permissions text[] not null,
  calls bigint not null,
  saved bigint not null,
  throttled bigint not null,
  refused bigint not null,
  failed bigint not null,
  primary key (analysis_id, run_at, account, region, service, action)
);
create index analysis_calls_organization on analysis_calls (org_id);

-- `document` is the whole finding; the other columns are for searching.
create table findings (
  analysis_id text collate "C" not null references analyses on delete cascade,
  -- Order within the state.
  position integer not null,
  org_id text collate "C" not null references organizations on delete cascade,
  lineage text not null,
  resource text not null,
  kind text not null check (kind in ('changed', 'deleted')),
  severity text not null check (severity in ('critical', 'high', 'medium', 'low', 'none')),
  fingerprint text not null,
  first_seen_at timestamptz not null,
  document jsonb not null,
  -- Place of the state among those in scope.
  state_position integer not null default 0,
  -- Not a reference: an incident may be deleted.
  incident_id text collate "C",
  resource_md5 text generated always as (md5(resource)) stored,
  primary key (analysis_id, state_position, position)
);
create index findings_history on findings (org_id, lineage, resource_md5);
-- Lists of findings begin with the worst, and go on at any place of an analysis that may have very many.
create index findings_worst on findings (
  analysis_id, array_position('{critical,high,medium,low,none}'::text[], severity), state_position, position
);

-- The verdict on each resource instance of an analysis.
create table coverage (
  analysis_id text collate "C" not null references analyses on delete cascade,
  position integer not null,
  org_id text collate "C" not null references organizations on delete cascade,
  state_key text not null,
  resource text not null,
  type text not null,
  verdict text not null
    check (verdict in ('in_sync', 'changed', 'deleted', 'suspect', 'unreadable', 'unsupported', 'skipped')),
  reason text,
  detail text,
  -- Differences that are not drift: `[{path, stage, why}]`; null where there are none.
  suppressed jsonb,
  provider text,
  region text,
  account_id text,
  ignored_by jsonb,
  state_position integer not null default 0,
  primary key (analysis_id, state_position, position)
);
create index coverage_organization on coverage (org_id);

-- A model's summaries by the fingerprint of what it was asked, so that the same is not asked twice.
create table summaries (
  org_id text collate "C" not null references organizations on delete cascade,
  fingerprint text collate "C" not null,
  text text not null,
  written_at timestamptz not null,
  primary key (org_id, fingerprint)
);
create index summaries_written on summaries (written_at);

-- Incidents, written by hand or opened by analyses.
create table incidents (
  org_id text collate "C" not null references organizations on delete cascade,
  -- Generated, or given by whoever wrote it: unique within the organization only.
  id text collate "C" not null check (id <> ''),
  -- Null: it concerns the whole organization.
  repo_id text collate "C" references repositories,
  -- The address of the resource, as it was given.
  resource text not null check (resource <> ''),
  -- The resource type, where `resource` is an address.
  type text,
  summary text not null check (summary <> ''),
  details text,
  date date not null,
  status text not null check (status in ('open', 'resolved')),
  source text not null check (source in ('manual', 'drift')),
  created_at timestamptz not null default now(),
  -- This and the columns up to `state_digest` are of incidents with source `drift` only.
  kind text check (kind in ('changed', 'deleted')),
  -- The worst that it reached.
  severity text check (severity in ('critical', 'high', 'medium', 'low', 'none')),
  -- Of the state; the key of a state that has none.
  lineage text,
  -- This and the next two: where it was seen last.
  state_key text,
  region text,
  account_id text,
  -- Paths of all attributes that drifted while it was open.
  attributes text[] not null default '{}',
  -- Of the finding that `summary` and `details` describe.
  fingerprint text,
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  resolved_at timestamptz,
  resolution text check (resolution in ('reverted', 'codified', 'removed_from_state', 'ignored', 'superseded')),
  -- How many analyses found it.
  times_seen integer not null default 0,
  -- The latest of them, newest first.
  analyses text[] not null default '{}',
  -- The analysis that found it first.
  opened_by text collate "C",
  -- The previous incident of the same drift. Not a reference: it may be deleted.
  previous_id text collate "C",
  -- Serial of the state, and a keyed digest of the drifted attributes in it, when it was seen last.
  state_serial double precision,
  state_digest text,
  -- When this database stored it, whatever an import says of `created_at`.
  stored_at timestamptz not null default now(),
  -- Hashes, since an address or a lineage may be longer than an index row can be. Columns, since under row-level
  -- security Postgres looks nothing up by an expression that is not known to be leakproof, such as md5(resource).
  resource_md5 text generated always as (md5(resource)) stored,
  lineage_md5 text generated always as (md5(lineage)) stored,
  began_at timestamptz generated always as (coalesce(first_seen_at, created_at)) stored,
  primary key (org_id, id)
);
create index incidents_list on incidents (org_id, date desc, id desc);
create unique index incidents_open_drift on incidents (org_id, lineage_md5, resource_md5, kind)
  where source = 'drift' and status = 'open';
-- Of all incidents: only such an index has statistics that the planner uses.
create index incidents_opened on incidents (org_id, began_at);
create index incidents_opened_by on incidents (org_id, opened_by) where opened_by is not null;
create index incidents_previous on incidents (org_id, previous_id) where previous_id is not null;
create index incidents_resolved on incidents (org_id, resolved_at) where source = 'drift' and resolved_at is not null;
-- The hash first: without statistics, and the embedded database never has any, an index that begins with the
-- organization looks as good as the primary key for finding one incident, and each vector written would read all of
-- its organization's.
create index incidents_resource on incidents (resource_md5, org_id);

-- How open incidents will be resolved when a running analysis ends. Results by state, like findings: undone with the
-- state's results, and deleted when the analysis ends.
create table incident_endings (
  analysis_id text collate "C" not null references analyses on delete cascade,
  state_position integer not null,
  org_id text collate "C" not null,
  incident_id text collate "C" not null,
  resolution text not null
    check (resolution in ('reverted', 'codified', 'removed_from_state', 'ignored', 'superseded')),
  -- When the run began that checked it: what was seen of the incident later counts more.
  looked_at timestamptz not null,
  primary key (analysis_id, state_position, incident_id),
  foreign key (org_id, incident_id) references incidents (org_id, id) on delete cascade
);
create index incident_endings_incident on incident_endings (org_id, incident_id);

-- Vectors for search, apart from the texts so that ranking reads nothing else; one row a model, since vectors of two
-- models cannot be compared. They stay in the row (`toast_tuple_target`) in place of being fetched one by one.
create table incident_vectors (
  org_id text collate "C" not null,
  incident_id text collate "C" not null,
  -- The name and hash of the model.
  model text collate "C" not null,
  repo_id text collate "C",
  date date not null,
  -- A unit vector of as many dimensions as the model has; null where the model knows no word of the incident.
  embedding vector,
  -- The transaction that wrote the row. Who keeps vectors in memory also keeps the snapshot of the last read: rows
  -- which that did not see are new, in whatever order transactions end. Rows are added and deleted, never changed.
  written xid8 not null default pg_current_xact_id(),
  primary key (org_id, incident_id, model),
  foreign key (org_id, incident_id) references incidents (org_id, id) on delete cascade
) with (toast_tuple_target = 8160);
-- The only index by organization, for the same reason. News are read whichever model wrote them.
create index incident_vectors_news on incident_vectors (org_id, written);

-- Models that vectors are, or were, made with. Rows of the instance.
create table embedding_models (
  model text collate "C" primary key,
  -- When a process last reported that it uses it.
  used_at timestamptz not null default now(),
  -- The process that makes missing vectors, and until when its lease lasts.
  leased_by text,
  leased_until timestamptz
);

-- The earlier incidents that one was similar to when it was opened; deleted with either of the two.
create table similar_incidents (
  org_id text collate "C" not null,
  incident_id text collate "C" not null,
  similar_id text collate "C" not null,
  -- From 0, the most similar one first.
  rank smallint not null,
  similarity double precision not null,
  primary key (org_id, incident_id, similar_id),
  foreign key (org_id, incident_id) references incidents (org_id, id) on delete cascade,
  foreign key (org_id, similar_id) references incidents (org_id, id) on delete cascade
);
create index similar_incidents_similar on similar_incidents (org_id, similar_id);

-- What was written at the code host, or is about to be. `subject` of a comment is the pull request's number, of a
-- check `<pull request>/<commit>`, of the repository's issue empty.
create table publications (
  org_id text collate "C" not null references organizations on delete cascade,
  repo_id text collate "C" not null references repositories on delete cascade,
  kind text not null check (kind in ('check', 'comment', 'issue')),
  subject text collate "C" not null,
  -- The code host's id; null until it is known to exist.
  external_id bigint,
  -- The analysis that it reports; a later one is never replaced by an earlier one.
  analysis_id text collate "C",
  -- A check is `in_progress` or `completed`; a comment or an issue reports `drift` or `none`.
  status text not null,
  -- Of the text, so that the same text is not written again.
  digest text,
  -- Of an issue: the newest incident that it reports.
  newest_incident text collate "C",
  updated_at timestamptz not null default now(),
  -- Whether the text there holds details.
  details boolean not null default true,
  primary key (org_id, repo_id, kind, subject)
);
create index publications_repository on publications (repo_id);

-- Who writes to a pull request (`pull/12`) or the issue (`issue`) of a repository now.
create table publication_leases (
  org_id text collate "C" not null references organizations on delete cascade,
  repo_id text collate "C" not null references repositories on delete cascade,
  thread text collate "C" not null,
  leased_by text not null,
  leased_until timestamptz not null,
  primary key (org_id, repo_id, thread)
);
create index publication_leases_repository on publication_leases (repo_id);

-- Notification webhooks. Addresses and signing secrets are sealed with a key that is not in the database.
create table hooks (
  id text collate "C" primary key,
  org_id text collate "C" not null references organizations on delete cascade,
  format text not null check (format in ('standard', 'slack')),
  events text[] not null,
  description text,
  enabled boolean not null default true,
  -- Sealed, as the two secrets are: see services/secrets/vault.ts.
  url bytea not null,
  -- Its host and last characters, which is all that is ever shown.
  url_hint text not null,
  secret bytea not null,
  -- Signs as well until `previous_secret_until`.
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- When the first attempt failed since which none has succeeded.
  failing_since timestamptz,
  -- Why Plumbline disabled it.
  disabled_reason jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index hooks_organization on hooks (org_id, id desc);

-- One message for one hook: an outbox, and afterwards the log.
create table hook_deliveries (
  -- What receivers know the message by: the same for all attempts.
  id text collate "C" primary key,
  org_id text collate "C" not null references organizations on delete cascade,
  hook_id text collate "C" not null references hooks on delete cascade,
  event text not null,
  -- Not a reference: the analysis may be deleted.
  analysis_id text collate "C",
  -- Incidents that the analysis resolved, which are known at its end only.
  resolved jsonb,
  -- The signed text; null until the first attempt.
  body text,
  status text not null check (status in ('waiting', 'delivered', 'failed')),
  -- Attempts since it was made or replayed last.
  attempts integer not null default 0,
  replays integer not null default 0,
  -- This and the next columns: of the last attempt.
  response_status integer,
  duration_ms integer,
  -- The beginning of an unsuccessful response, masked.
  excerpt text,
  error jsonb,
  created_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  next_attempt_at timestamptz
);
create index hook_deliveries_age on hook_deliveries (created_at);
create index hook_deliveries_due on hook_deliveries (next_attempt_at) where status = 'waiting';
create index hook_deliveries_failed on hook_deliveries (id desc) where status = 'failed';
create index hook_deliveries_hook on hook_deliveries (hook_id, id desc);
create index hook_deliveries_organization on hook_deliveries (org_id, status);

-- Called after every migration: row-level security for all tables with an `org_id`, also for those of later
-- migrations. A statement sees the rows of the organization that its connection carries in `plumbline.org_id`, with
-- `*` all of them, and none without. CASE, because the planner takes it for what halves the rows, and not for a
-- second condition on `org_id`.
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
$$;

-- Policies do not hold for superusers: a connection of one runs Plumbline's queries as the role plumbline_app.
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
$$;
