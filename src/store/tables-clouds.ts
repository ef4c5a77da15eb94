import type { ColumnType, Generated } from 'kysely';
import type { ProviderSettings } from '../engine/code/provider-settings.ts';
import type { Nullable, Time } from './columns.ts';
import type { LastSkipped, Schedule } from './tables-triggers.ts';

type ExternalIdOverrideColumn = { reason: string; by: string; at: string };

/** What an organization's cloud is reached with, and how often it is looked at. Keyed (org_id, cloud). */
export type CloudConfigTable = {
  org_id: string;
  cloud: string;
  role_arn: string | null;
  state_bucket: string | null;
  state_prefix: string | null;
  region: string | null;
  state_key_arn: string | null;
  /** The role in every other account, with `{account}` in the place of the account's id. */
  account_role_arn: ColumnType<string | null, string | null | undefined, string | null>;
  /** The only accounts that may be reached; null for any. */
  accounts: ColumnType<string[] | null, string | null | undefined, string | null>;
  provider_settings: ColumnType<ProviderSettings | null, string | null | undefined, string | null>;
  /** Whether the values of secrets may be read. */
  secret_values: Generated<boolean>;
  external_id: string;
  /** Who accepted that the role can be assumed without it, and why. */
  external_id_override: ColumnType<ExternalIdOverrideColumn | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  updated_at: Time;
  schedule: Generated<Schedule>;
  /** When its turn comes; null where nothing is scheduled, or was never looked at. */
  next_run_at: Nullable<Date>;
  last_skipped: ColumnType<LastSkipped | null, string | null | undefined, string | null>;
  /** Which locks could not be looked at before the last scheduled run. */
  locks_unread: Nullable<string>;
  /** When these settings were tried out last and worked. */
  verified_at: Nullable<Date>;
};
