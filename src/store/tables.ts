import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  Analysis,
  Coverage,
  Counts,
  FailingSeverity,
  Finding,
  ProviderUse,
  IgnoreRuleUse,
  RuleRef,
  Severity,
  StateReport,
  SuppressedDifference,
  Trigger,
} from '../engine/model/analysis.ts';
import type { IgnoreRule } from '../engine/ignore/ignore.ts';
import type { RuleUsage } from '../engine/ignore/rule-use.ts';
import type { JsonColumn, Nullable, Time } from './columns.ts';
import type { AuditEventTable, AuditHeadTable } from './tables-audit.ts';
import type { BillingEventTable, SubscriptionTable } from './tables-billing.ts';
import type { RepositoryFileTable, RepositoryReadingTable, StateMappingTable, StateTable } from './tables-mapping.ts';
import type { AcceptedClaimTable } from './tables-claims.ts';
import type { HookDeliveryTable, HookTable } from './tables-hooks.ts';
import type { AnalysisRequestTable } from './tables-triggers.ts';
import type { AnalysisCallTable } from './tables-calls.ts';
import type { CloudConfigTable } from './tables-clouds.ts';
import type {
  CodeHostTable,
  InstallationTable,
  MissedDeliveryTable,
  OrganizationDeletionTable,
  Trouble,
} from './tables-codehosts.ts';
import type {
  EmbeddingModelTable,
  IncidentEndingTable,
  IncidentTable,
  IncidentVectorTable,
  SimilarIncidentTable,
} from './tables-memory.ts';
import type { AnalysisStateTable } from './tables-analysis-states.ts';
import type { OrganizationQuotaTable } from './tables-quotas.ts';
import type { SessionLinkTable, SessionOrganizationTable, SessionTable } from './tables-sessions.ts';
import type { PublicationLeaseTable, PublicationTable } from './tables-publications.ts';

export type OrganizationTable = {
  id: string;
  /** Unique, compared without case. */
  login: string;
  /** The code host's installation; unique where set. bigint, read as a number. */
  installation_id: number | null;
  /** 32 random bytes: the HMAC key of this organization's fingerprints of masked values. */
  fingerprint_key: Uint8Array;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  /** The payment provider's; unique where set. */
  customer_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** This and what follows: what its subscriptions come to, written by `services/billing` alone. */
  plan: ColumnType<string | null, string | null | undefined, string | null>;
  billing_status: Generated<string>;
  current_period_end: ColumnType<Date | null, Date | null | undefined, Date | null>;
  cancel_at_period_end: Generated<boolean>;
  /** The code host's number of the account, which outlives its name. Unique where set; null until an installation told it. */
  account_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** When the code host called the account by this login; null where the operator gave it. */
  login_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Since when the installation is suspended. */
  suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** How long incidents that are over are kept; null: for ever. */
  incident_retention_days: ColumnType<number | null, number | null | undefined, number | null>;
  /** Since when the App is gone that was installed. */
  uninstalled_at: Nullable<Date>;
  /** Since when it is being removed: it is nobody's any more. */
  deleting_at: Nullable<Date>;
  /** When the code host was last asked for an installation on behalf of one of its keys. */
  installation_asked_at: Nullable<Date>;
  /** From which severity on drift in what a pull request touches fails its check; null: never. */
  check_fails_at: Nullable<FailingSeverity>;
  /** Whether each repository has an issue that tells of its drift. */
  drift_issues: Generated<boolean>;
};

export type ApiKeyTable = {
  id: string;
  org_id: string;
  name: string;
  /** SHA-256 of the key; the key itself is never stored. Unique. */
  hash: Uint8Array;
  /** The last four characters, to recognise a key by. */
  hint: string;
  /** text[] of read | write | admin */
  scopes: string[];
  created_at: ColumnType<Date, Date | string | undefined, never>;
  expires_at: Time | null;
  revoked_at: Time | null;
  last_used_at: Time | null;
  /** The key whose place this one took. Unique. */
  replaces: string | null;
  /** The key that took this one's place; this one expires when the grace period is over. */
  rotated_to: string | null;
};

/** A repository that the code host's App lets Plumbline see. */
export type RepositoryTable = {
  id: string;
  org_id: string;
  codehost: string;
  /** The code host's number of it, which outlives names. bigint, read as a number. Unique with org_id and codehost. */
  external_id: number;
  /** `owner/name`, as it is called now. */
  full_name: string;
  /** The same in small letters. */
  sort_name: GeneratedAlways<string>;
  private: boolean;
  /** Whether reports there may hold details though everybody may read them: an administrator's decision. */
  public_details: Generated<boolean>;
  archived: Generated<boolean>;
  default_branch: string | null;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  /** Since when the App may not see it any more, or it is gone. Its history stays. */
  removed_at: Time | null;
  /** The moment that names, flags and `deleted` are from: see `Moment`. */
  facts_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  facts_sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  deleted: Generated<boolean>;
  /** The moment that `accessible` is from. */
  access_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  access_sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Whether the App may see it. */
  accessible: Generated<boolean>;
  /** What keeps the App from doing its work there. */
  trouble: ColumnType<Trouble | null, string | null | undefined, string | null>;
};

export type AnalysisTable = {
  id: string;
  org_id: string;
  repo_id: string | null;
  status: Analysis['status'];
  trigger: JsonColumn<Trigger>;
  state_prefix: string | null;
  idempotency_key: string | null;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  started_at: Time | null;
  finished_at: Time | null;
  progress_done: Generated<number>;
  progress_total: Generated<number>;
  severity: Severity;
  counts: JsonColumn<Counts>;
  states: JsonColumn<StateReport[]>;
  providers: ColumnType<ProviderUse[], string | undefined, string>;
  ai_summary: string | null;
  summary_source: 'model' | 'rules' | null;
  error: ColumnType<{ code: string; detail: string } | null, string | null, string | null>;
  ignore_rules: ColumnType<IgnoreRuleUse[], string | undefined, string>;
  /** Of the keys and ETags that were listed at its beginning; null where an ETag is missing. */
  source_digest: Nullable<string>;
  /** What its findings and verdicts take in the database, once it has ended. */
  stored_bytes: Generated<number>;
  /** Drift that opened no incident, since the organization has as many as it may. */
  incidents_omitted: Generated<number>;
};

/** One row a finding; `document` is the whole of it, the other columns are what is searched by. Keyed (analysis_id, state_position, position). */
export type FindingTable = {
  analysis_id: string;
  /** Place of the state among those in scope. */
  state_position: Generated<number>;
  /** Order within the state. */
  position: number;
  org_id: string;
  lineage: string;
  resource: string;
  kind: Finding['kind'];
  severity: Severity;
  fingerprint: string;
  first_seen_at: Time;
  document: JsonColumn<Finding>;
  /** Not a reference: an incident may be forgotten. */
  incident_id: ColumnType<string | null, string | null | undefined, never>;
};

/** One row an instance. Keyed (analysis_id, state_position, position). */
export type CoverageTable = {
  analysis_id: string;
  state_position: Generated<number>;
  position: number;
  org_id: string;
  state_key: string;
  resource: string;
  type: string;
  verdict: Coverage['verdict'];
  reason: string | null;
  detail: string | null;
  provider: ColumnType<string | null, string | null | undefined, never>;
  region: ColumnType<string | null, string | null | undefined, never>;
  account_id: ColumnType<string | null, string | null | undefined, never>;
  ignored_by: ColumnType<RuleRef[] | null, string | null | undefined, never>;
  suppressed: ColumnType<SuppressedDifference[] | null, string | null | undefined, never>;
};

/** What a model wrote when it was asked what has this fingerprint. Keyed (org_id, fingerprint). */
export type SummaryTable = { org_id: string; fingerprint: string; text: string; written_at: Time };

/** A delivery of a code host. Unique by (codehost, delivery_id). Of the instance: no organization is known when it arrives. */
export type WebhookDeliveryTable = {
  id: string;
  codehost: string;
  /** The code host's own id of it: a repeated delivery carries the same one. */
  delivery_id: string;
  event: string;
  action: string | null;
  /** bigint, read as a number. */
  installation_id: number | null;
  /** `received` until it was processed; `dead` when its tries are used up. */
  status: 'received' | 'processed' | 'ignored' | 'dead';
  /** Tries since it arrived or was replayed last. */
  attempts: Generated<number>;
  replays: Generated<number>;
  last_error: ColumnType<{ code: string; detail: string } | null, string | null, string | null>;
  /** When the code host sent it first, as far as that can be known; orders deliveries that say nothing else of their time. */
  sent_at: Time;
  received_at: ColumnType<Date, Date | string | undefined, never>;
  processed_at: Time | null;
  /** gzip of the bytes that were signed; null when they were dropped for their age. */
  payload: Uint8Array | null;
};

/** One row an organization that ever had rules. */
export type IgnoreRulesTable = {
  org_id: string;
  /** Grows by one with every change. */
  version: Generated<number>;
  rules: ColumnType<IgnoreRule[], string | undefined, string>;
  /** What is known of them from analyses, by id. */
  usage: ColumnType<Record<string, RuleUsage>, string | undefined, string>;
};

export type Tables = {
  organizations: OrganizationTable;
  api_keys: ApiKeyTable;
  organization_quotas: OrganizationQuotaTable;
  cloud_configs: CloudConfigTable;
  repositories: RepositoryTable;
  webhook_deliveries: WebhookDeliveryTable;
  installations: InstallationTable;
  code_hosts: CodeHostTable;
  missed_deliveries: MissedDeliveryTable;
  organization_deletions: OrganizationDeletionTable;
  analyses: AnalysisTable;
  analysis_states: AnalysisStateTable;
  analysis_requests: AnalysisRequestTable;
  analysis_calls: AnalysisCallTable;
  findings: FindingTable;
  coverage: CoverageTable;
  summaries: SummaryTable;
  audit_events: AuditEventTable;
  audit_heads: AuditHeadTable;
  ignore_rules: IgnoreRulesTable;
  hooks: HookTable;
  hook_deliveries: HookDeliveryTable;
  subscriptions: SubscriptionTable;
  billing_events: BillingEventTable;
  incidents: IncidentTable;
  incident_endings: IncidentEndingTable;
  incident_vectors: IncidentVectorTable;
  embedding_models: EmbeddingModelTable;
  similar_incidents: SimilarIncidentTable;
  state_mappings: StateMappingTable;
  accepted_claims: AcceptedClaimTable;
  repository_readings: RepositoryReadingTable;
  repository_files: RepositoryFileTable;
  states: StateTable;
  publications: PublicationTable;
  publication_leases: PublicationLeaseTable;
  sessions: SessionTable;
  session_organizations: SessionOrganizationTable;
  session_links: SessionLinkTable;
};
