import type { ColumnType, Generated } from 'kysely';
import type { FindingKind, Resolution, Severity } from '../engine/model/analysis.ts';
import type { Nullable, Time } from './columns.ts';

/** What went wrong before, or does now. Keyed (org_id, id). */
export type IncidentTable = {
  org_id: string;
  /** Generated, or given by whoever wrote it. */
  id: string;
  /** null: it concerns the whole organization. */
  repo_id: string | null;
  /** The address of the resource, as it was given. */
  resource: string;
  /** The resource type, where `resource` is an address. */
  type: string | null;
  summary: string;
  details: string | null;
  /** YYYY-MM-DD */
  date: string;
  status: 'open' | 'resolved';
  source: 'manual' | 'drift';
  created_at: ColumnType<Date, Date | string | undefined, never>;
  /** When this database got it, whatever an import says of when it was made. */
  stored_at: ColumnType<Date, undefined, never>;
  /** This and what follows: of drift only. Of one drift (org_id, lineage, resource, kind) one incident at most is open. */
  kind: Nullable<FindingKind>;
  /** The worst that it was. */
  severity: Nullable<Severity>;
  /** Of the state; the key of one that has none. */
  lineage: Nullable<string>;
  /** This and the next two: where it was seen last. */
  state_key: Nullable<string>;
  region: Nullable<string>;
  account_id: Nullable<string>;
  /** Paths of all the attributes that drifted while it lasted. */
  attributes: ColumnType<string[], string[] | undefined, string[]>;
  /** Fingerprint of the finding that the texts tell. */
  fingerprint: Nullable<string>;
  first_seen_at: Nullable<Date>;
  last_seen_at: Nullable<Date>;
  resolved_at: Nullable<Date>;
  resolution: Nullable<Resolution>;
  /** Analyses that found it. */
  times_seen: Generated<number>;
  /** The latest of them, the latest first. */
  analyses: ColumnType<string[], string[] | undefined, string[]>;
  /** The analysis that found it first. */
  opened_by: Nullable<string>;
  /** The same drift of before. Not a reference: it may be forgotten. */
  previous_id: Nullable<string>;
  /** What the state said when it was seen last: its serial, and a keyed digest of the drifted attributes. */
  state_serial: Nullable<number>;
  state_digest: Nullable<string>;
};

/**
 * How open incidents will have ended when a running analysis has, as far as it has looked. A result of a state, like findings:
 * undone with it, and gone when the analysis has ended. Keyed (analysis_id, state_position, incident_id).
 */
export type IncidentEndingTable = {
  analysis_id: string;
  state_position: number;
  org_id: string;
  incident_id: string;
  resolution: Resolution;
  /** When the run began that looked: what was seen of it later counts more. */
  looked_at: Time;
};

/** An earlier incident that one was like when it was opened. Keyed (org_id, incident_id, similar_id); goes with either. */
export type SimilarIncidentTable = {
  org_id: string;
  incident_id: string;
  similar_id: string;
  /** From 0: the most telling one first. */
  rank: number;
  similarity: number;
};

/** What an incident is found by, once for each model. Keyed (org_id, incident_id, model); goes with its incident. */
export type IncidentVectorTable = {
  org_id: string;
  incident_id: string;
  /** The name and hash of the model that made it; vectors of two models are never compared. */
  model: string;
  repo_id: string | null;
  /** YYYY-MM-DD */
  date: string;
  /** A unit vector: `[0.1,0.2,…]`; null where the model found no words. */
  embedding: string | null;
  /** xid8: the transaction that wrote the row. Rows are added and removed, never changed. */
  written: Generated<string>;
};

/** A model that vectors are, or were, made with. Of the instance. */
export type EmbeddingModelTable = {
  model: string;
  /** When a process last said that it uses it. */
  used_at: ColumnType<Date, Date | string | undefined, Date | string>;
  /** The process that makes the vectors that are missing, and until when it has the leave to. */
  leased_by: ColumnType<string | null, string | null | undefined, string | null>;
  leased_until: ColumnType<Date | null, Date | null | undefined, Date | string | null>;
};
