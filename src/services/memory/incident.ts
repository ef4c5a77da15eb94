import { AppError } from '../../base/errors.ts';
import { findIncidents, type IncidentRow } from '../../store/queries/incidents.ts';
import type { Ctx } from '../context.ts';
import { reachWithin } from '../organizations/fetch.ts';

/** What ids of incidents look like: whoever writes one may choose it. */
export const INCIDENT_ID = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$';

/** An incident as the API shows it. */
export type Incident = Omit<IncidentRow, 'created_at'> & { created_at: string };

export function presentIncident({ created_at, ...row }: IncidentRow): Incident {
  return { ...row, created_at: created_at.toISOString() };
}

/** Names an incident: of the caller's organization, or, for the operator, of the one that `org_id` says. */
export type IncidentName = { id: string; org_id?: string };

/**
 * The incident of this name. 404 where there is none in reach of the caller. Ids are unique within an organization: 409
 * where the operator names none and several have it.
 */
export async function fetchIncident(ctx: Ctx, { id, org_id: orgId }: IncidentName): Promise<IncidentRow> {
  const within = await reachWithin(ctx, orgId);
  const [only, another] = await findIncidents(ctx.store.db, within, id);
  if (!only) throw new AppError('not_found', 'No such incident.');
  if (another)
    throw new AppError('conflict', 'Several organizations have an incident with this id: name one with ?org_id=.');
  return only;
}
