import type { ColumnType } from 'kysely';
import type { Nullable, Time } from './columns.ts';

/** Whose something is: a key's, or that of whoever held the operator key with this SHA-256. One of both is set. */
type Whose = { key_id: Nullable<string>; operator_hash: Nullable<Uint8Array> };

/** Somebody who is signed in. Reached through the key, whose organization it is, through `session_organizations`, or by its hash. */
export type SessionTable = Whose & {
  /** Where the person signed in who this is, and what they were called there; the third in the place of a key or the operator's. */
  codehost: Nullable<string>;
  login: Nullable<string>;
  id: string;
  /** SHA-256 of its secret, which is never stored. Unique. */
  hash: Uint8Array;
  /** text[] of read | write | admin: at most those of the key. */
  scopes: string[];
  /** The session that the link was made in which this one began with; they end together. */
  opened_by: Nullable<string>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  expires_at: Time;
  /** Exact to a minute. */
  last_used_at: Nullable<Date>;
};

/** A link to sign in with, gone when it was. */
export type SessionLinkTable = Whose & {
  /** SHA-256 of its token. */
  hash: Uint8Array;
  scopes: string[];
  /** The session that it was made in. */
  opened_by: Nullable<string>;
  expires_at: Time;
};

/** What the code host let a person see of an organization when they signed in. Keyed (session_id, org_id). */
export type SessionOrganizationTable = {
  session_id: string;
  org_id: string;
  /** Through which the organization was seen: with another one, or none, nothing is. bigint, read as a number. */
  installation_id: number;
  /** text[] of read | write | admin */
  scopes: string[];
  /** Ids of those that they may see; null: all. */
  repositories: string[] | null;
};
