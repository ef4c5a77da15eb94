import { requireScope, type Ctx } from '../context.ts';
import { fetchIncident, presentIncident, type Incident, type IncidentName } from './incident.ts';

/** One incident. 404 for another organization's. */
export async function getIncident(ctx: Ctx, input: IncidentName): Promise<Incident> {
  requireScope(ctx, 'read');
  return presentIncident(await fetchIncident(ctx, input));
}
