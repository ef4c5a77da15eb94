import type { ColumnType, Generated } from 'kysely';
import type { Resolution } from '../engine/model/analysis.ts';
import type { Nullable } from './columns.ts';

/** What went wrong, in words for the organization: a stable code and a sentence. */
export type HookTrouble = { code: string; detail: string };

/** How incidents ended: how many there were, and some of them. */
export type ResolvedIncidents = { count: number; incidents: { id: string; resolution: Resolution }[] };

/** An address that an organization wants to be told at. */
export type HookTable = {
  id: string;
  org_id: string;
  format: 'standard' | 'slack';
  /** text[] */
  events: string[];
  description: Nullable<string>;
  enabled: Generated<boolean>;
  /** Sealed, as the two secrets are: see services/secrets/vault.ts. */
  url: Uint8Array;
  /** Its host and last characters, which is all that is ever shown. */
  url_hint: string;
  secret: Uint8Array;
  /** The one before, which signs as well until `previous_secret_until`. */
  previous_secret: Nullable<Uint8Array>;
  previous_secret_until: Nullable<Date>;
  /** When the first of the tries failed of which none has succeeded since. */
  failing_since: Nullable<Date>;
  /** Why it was disabled, where nobody wanted it to be. */
  disabled_reason: ColumnType<HookTrouble | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
};

/** One message for one hook: an outbox, and afterwards the log. */
export type HookDeliveryTable = {
  /** What receivers know the message by: the same for all its tries. */
  id: string;
  org_id: string;
  hook_id: string;
  event: string;
  /** What it is about. Not a reference: it may be forgotten. */
  analysis_id: string | null;
  /** What the analysis found to be over, which is known at its end only. */
  resolved: ColumnType<ResolvedIncidents | null, string | null | undefined, string | null>;
  /** What is signed; null until the first try. */
  body: Nullable<string>;
  status: 'waiting' | 'delivered' | 'failed';
  /** Tries since it was made or replayed last. */
  attempts: Generated<number>;
  replays: Generated<number>;
  /** This and what follows: of the last try. */
  response_status: Nullable<number>;
  duration_ms: Nullable<number>;
  /** The beginning of an answer that was no success, masked. */
  excerpt: Nullable<string>;
  error: ColumnType<HookTrouble | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  last_attempt_at: Nullable<Date>;
  next_attempt_at: Nullable<Date>;
};
