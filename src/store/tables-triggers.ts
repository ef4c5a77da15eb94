import type { ColumnType } from 'kysely';
import type { Trigger } from '../engine/model/analysis.ts';
import type { JsonColumn, Nullable } from './columns.ts';

/** How often an organization is analysed by itself. */
export const SCHEDULES = ['off', '1h', '6h', '24h'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** Why a run that was due was not made. */
export type LastSkipped = {
  /** RFC 3339. */
  at: string;
  /** `state_locked`: somebody writes to a state; `under_way`: the run before is not over; `quota_exceeded`: findings take as much as they may. */
  reason: 'state_locked' | 'under_way' | 'quota_exceeded';
  detail: string;
};

/** A request that an analysis answers; several may share one. */
export type AnalysisRequestTable = {
  id: string;
  org_id: string;
  analysis_id: string;
  /** The repository whose states it is about; null for all of the organization. Not a reference. */
  repo_id: string | null;
  trigger: JsonColumn<Trigger>;
  /** What was asked for, by its numbers: unique among the organization's requests that were not dropped. */
  key: ColumnType<string | null, string | null | undefined, never>;
  /** When the code host was asked for the commit that stands in `trigger`; by the database's clock. */
  seen_at: ColumnType<Date | null, Date | null | undefined, never>;
  /** Why nobody waits for it any more: a newer commit took its place, or its pull request was closed. */
  dropped_as: Nullable<'superseded' | 'closed'>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
};
