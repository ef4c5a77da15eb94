import type { JsonObject } from '../base/json.ts';
import type {
  Counts,
  Finding,
  IgnoreRuleUse,
  ProviderUse,
  RuleRef,
  StateReport,
  SuppressedDifference,
  Trigger,
} from '../engine/model/analysis.ts';
import type { ImportBy, ListingCounts, ObjectParent } from '../engine/model/inventory.ts';
import type { WrittenResource } from '../engine/model/configuration.ts';
import type { Resolution } from '../engine/model/resolution.ts';
import type { FileFacts, Claim, HandMapping, Layout, ReadingProblem } from '../engine/mapping/types.ts';
import type { IgnoreRule } from '../engine/ignore/ignore.ts';
import type { ProviderSettings } from '../engine/code/provider-settings.ts';
import type { RuleUsage } from '../engine/ignore/rule-use.ts';
import type { Totals } from '../engine/report/totals.ts';

/** An error in the form that an organization reads: a stable code and a sentence. */
export type HookError = { code: string; detail: string };

/** An error that keeps the App from its work until somebody changes a setting at the code host. */
export type HostError = {
  code: 'unauthorized' | 'forbidden' | 'suspended' | 'gone';
  /** The missing permission, where the code host names it. */
  permission: string | null;
  /** The time of its first occurrence. */
  since: string;
};

/** Resolved incidents: their number, and some of them. */
export type ResolvedIncidents = { count: number; incidents: { id: string; resolution: Resolution }[] };

/** The interval of an organization's scheduled analyses. */
export const SCHEDULES = ['off', '1h', '6h', '24h'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** The reason why a scheduled run did not start. */
export type LastSkipped = {
  /** RFC 3339. */
  at: string;
  /** `state_locked`: a state is locked; `under_way`: the last run goes on; `quota_exceeded`: findings fill a quota. */
  reason: 'state_locked' | 'under_way' | 'quota_exceeded';
  detail: string;
};

/** Types that the schema lacks: those of JSON columns, and of text columns whose values no constraint lists. */
export type ColumnValues = {
  'analyses.counts': Counts;
  'analyses.error': { code: string; detail: string };
  'analyses.ignore_rules': IgnoreRuleUse[];
  'analyses.providers': ProviderUse[];
  'analyses.states': StateReport[];
  'analyses.trigger': Trigger;
  'analysis_requests.trigger': Trigger;
  'analysis_states.report': StateReport;
  'analysis_states.tally': Totals;
  'audit_events.detail': JsonObject;
  /** Null for the instance's events, which only `queries/audit-events.ts` writes and reads. */
  'audit_events.org_id': string;
  'cloud_configs.accounts': string[];
  'cloud_configs.external_id_override': { reason: string; by: string; at: string };
  'cloud_configs.last_skipped': LastSkipped;
  'cloud_configs.provider_settings': ProviderSettings;
  'coverage.ignored_by': RuleRef[];
  'coverage.suppressed': SuppressedDifference[];
  'findings.document': Finding;
  'hook_deliveries.error': HookError;
  'hook_deliveries.resolved': ResolvedIncidents;
  'hooks.disabled_reason': HookError;
  'identity_keys.public_key': { kty: string; n: string; e: string; kid: string; use: 'sig'; alg: 'RS256' };
  'ignore_rules.rules': IgnoreRule[];
  'ignore_rules.usage': Record<string, RuleUsage>;
  'inventories.counts': ListingCounts;
  'inventories.error': { code: string; detail: string };
  'inventories.unread_states': string[];
  'inventory_listings.counts': ListingCounts;
  'installations.permissions': Readonly<Record<string, string>>;
  'installations.trouble': HostError;
  'publications.status': 'in_progress' | 'completed' | 'drift' | 'none';
  'repositories.trouble': HostError;
  'repository_files.facts': FileFacts;
  'repository_readings.claims': Claim[];
  'repository_readings.ignore': IgnoreRule[];
  'repository_readings.layout': Layout;
  'repository_readings.problems': ReadingProblem[];
  'state_mappings.mappings': HandMapping[];
  'state_sources.settings': Readonly<Record<string, string>>;
  'states.counts': Counts;
  'inventory_listings.unreadable': readonly string[];
  'inventory_listings.baseline_unreadable': readonly string[];
  'unmanaged_objects.configuration': WrittenResource;
  'unmanaged_objects.ignored_by': { id: string; reason: string };
  'unmanaged_objects.import': ImportBy;
  'unmanaged_objects.parent': ObjectParent;
  'unmanaged_objects.tags': Record<string, string>;
  'webhook_deliveries.last_error': { code: string; detail: string };
};
