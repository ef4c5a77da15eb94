import { AppError } from '../../base/errors.ts';
import { findIncidents, type ShownIncidentRow } from '../../store/queries/incidents.ts';
import type { Ctx } from '../context.ts';
import { reachWithin } from '../organizations/fetch.ts';

/** What ids of incidents look like: whoever writes one may choose it. */
export const INCIDENT_ID = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$';

/** What is known of an incident and is not for people. */
type Inner = 'lineage' | 'fingerprint' | 'opened_by' | 'state_serial' | 'state_digest';
type Times = 'created_at' | 'first_seen_at' | 'last_seen_at' | 'resolved_at';

/** An incident as the API shows it. */
export type Incident = Omit<ShownIncidentRow, Inner | Times> & { created_at: string } & Record<
    Exclude<Times, 'created_at'>,
    string | null
  >;

export function presentIncident(row: ShownIncidentRow): Incident {
  const { lineage, fingerprint, opened_by, state_serial, state_digest, created_at, ...shown } = row;
  return {
    ...shown,
    created_at: created_at.toISOString(),
    first_seen_at: row.first_seen_at?.toISOString() ?? null,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
  };
}

/** Names an incident: of the caller's organization, or, for the operator, of the one that `org_id` says. */
export type IncidentName = { id: string; org_id?: string };

/**
 * The incident of this name. 404 where there is none in reach of the caller. Ids are unique within an organization: 409
 * where the operator names none and several have it.
 */
export async function fetchIncident(ctx: Ctx, { id, org_id: orgId }: IncidentName): Promise<ShownIncidentRow> {
  const within = await reachWithin(ctx, orgId);
  const [only, another] = await findIncidents(ctx.store.db, within, id);
  if (!only) throw new AppError('not_found', 'No such incident.');
  if (another)
    throw new AppError('conflict', 'Several organizations have an incident with this id: name one with ?org_id=.');
  return only;
}
