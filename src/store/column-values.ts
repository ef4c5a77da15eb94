import type { JsonObject } from '../base/json.ts';
import type {
  Counts,
  Finding,
  IgnoreRuleUse,
  ProviderUse,
  Resolution,
  RuleRef,
  StateReport,
  SuppressedDifference,
  Trigger,
} from '../engine/model/analysis.ts';
import type { FileFacts, Claim, HandMapping, Layout, ReadingProblem } from '../engine/mapping/types.ts';
import type { IgnoreRule } from '../engine/ignore/ignore.ts';
import type { ProviderSettings } from '../engine/code/provider-settings.ts';
import type { RuleUsage } from '../engine/ignore/rule-use.ts';
import type { Totals } from '../engine/report/totals.ts';

/** An error as an organization reads it: a stable code and a sentence. */
export type HookError = { code: string; detail: string };

/** Why the App cannot do its work, which lasts until somebody changes something at the code host. */
export type HostError = {
  code: 'unauthorized' | 'forbidden' | 'suspended' | 'gone';
  /** The permission that is missing, where the code host names it. */
  permission: string | null;
  /** When it occurred first. */
  since: string;
};

/** How incidents were resolved: how many there were, and some of them. */
export type ResolvedIncidents = { count: number; incidents: { id: string; resolution: Resolution }[] };

/** How often an organization is analysed without a request. */
export const SCHEDULES = ['off', '1h', '6h', '24h'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** Why a run that was due was not made. */
export type LastSkipped = {
  /** RFC 3339. */
  at: string;
  /** `state_locked`: somebody writes to a state; `under_way`: the run before has not ended; `quota_exceeded`: findings take as much as they may. */
  reason: 'state_locked' | 'under_way' | 'quota_exceeded';
  detail: string;
};

/** What the database does not know of its columns' values: what JSON holds, and texts that no constraint lists. */
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
  /** Null for the events of the instance, which only `queries/audit-events.ts` writes and reads. */
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
  'webhook_deliveries.last_error': { code: string; detail: string };
};
