import type { ColumnType, Generated } from 'kysely';
import type { Nullable, Time } from './columns.ts';

/** Why the App cannot do its work, as it lasts: what a code host says until somebody there changes something. */
export type Trouble = {
  code: 'unauthorized' | 'forbidden' | 'suspended' | 'gone';
  /** The permission that is missing, where the code host names it. */
  permission: string | null;
  /** When it was met first. */
  since: string;
};

/** An installation of the code host's App, deleted ones too. Keyed (codehost, id). Of the instance. */
export type InstallationTable = {
  codehost: string;
  /** bigint, read as a number; later ones are greater. */
  id: number;
  account_id: number;
  status: 'active' | 'suspended' | 'deleted';
  /** The moment that the status is from: see `Moment`. */
  status_at: Time;
  status_sent_at: Time;
  /** The App that saw it when it was looked at last; null: it is known from events alone. bigint, read as a number. */
  app_id: Nullable<number>;
  /** What it lets the App do, by the name of the permission; null where that was not asked yet. */
  permissions: ColumnType<Readonly<Record<string, string>> | null, string | null | undefined, string | null>;
  /** What kept the App from looking at its repositories. */
  trouble: ColumnType<Trouble | null, string | null | undefined, string | null>;
  /** Counts the wishes to look at it, and up to which of them that was done. */
  sync_wanted: Generated<number>;
  sync_done: Generated<number>;
  synced_at: Nullable<Date>;
};

/** When a code host was looked at. Keyed by codehost. Of the instance. */
export type CodeHostTable = {
  codehost: string;
  /** From when on the next look is due. */
  due_at: Time;
  /** All deliveries up to here were heard, or were asked for again. */
  heard_until: Nullable<Date>;
  /** When a look last came to its end. */
  reconciled_at: Nullable<Date>;
};

/** A delivery that failed at the code host and was not taken in. Keyed (codehost, delivery_id). Of the instance. */
export type MissedDeliveryTable = {
  codehost: string;
  delivery_id: string;
  /** The code host's id of its newest try: what it is asked for by. */
  try_id: string;
  seen_at: ColumnType<Date, Date | undefined, never>;
  /** How often it was asked for, and from when on it is again. */
  asks: ColumnType<number, number | undefined, number>;
  due_at: ColumnType<Date, Date | undefined, Date>;
};

/** An organization that was, or is being, removed, by whom. Of the instance: nothing of the organization is left. */
export type OrganizationDeletionTable = {
  id: string;
  organization_id: string;
  login: string;
  actor_kind: 'operator' | 'key' | 'person' | 'system';
  actor_id: Nullable<string>;
  actor_name: Nullable<string>;
  actor_hint: Nullable<string>;
  request_id: Nullable<string>;
  requested_at: ColumnType<Date, Date | string | undefined, never>;
  /** When the last of its rows was gone. */
  finished_at: Nullable<Date>;
};
