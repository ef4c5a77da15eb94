import type { ColumnType, Generated } from 'kysely';

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
  source: 'manual';
  created_at: ColumnType<Date, Date | string | undefined, never>;
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
