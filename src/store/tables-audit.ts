import type { ColumnType } from 'kysely';
import type { JsonObject } from '../base/json.ts';
import type { JsonColumn } from './columns.ts';

/** One change, by whom. Rows are only ever added. */
export type AuditEventTable = {
  id: string;
  /** Null for the events of the instance, which `queries/audit-events.ts` alone writes and reads. */
  org_id: string;
  at: ColumnType<Date, Date | string | undefined, never>;
  actor_kind: 'operator' | 'key' | 'person' | 'system';
  /** The id of the key, the login of the person; null for others. Not a reference: what somebody did outlives them. */
  actor_id: string | null;
  actor_name: string | null;
  actor_hint: string | null;
  action: string;
  target_kind: string;
  target_id: string;
  detail: JsonColumn<JsonObject>;
  request_id: string | null;
  /** Its number in the chain of its organization. This and the hashes are written by the database. */
  seq: ColumnType<number, never, never>;
  prev_hash: ColumnType<Uint8Array, never, never>;
  hash: ColumnType<Uint8Array, never, never>;
};

/** The newest event of each chain; `chain` is the organization, or `instance` with no `org_id`. Written by the database. */
export type AuditHeadTable = { chain: string; org_id: string | null; seq: number; hash: Uint8Array };
