import { requireScope, type Ctx } from '../base/context.ts';
import { fetchIncident, presentIncident, type Incident, type IncidentName } from './incident.ts';

/** One incident. 404 for another organization's. */
export async function getIncident(ctx: Ctx, input: IncidentName): Promise<Incident> {
  requireScope(ctx, 'read');
  const { incident } = await fetchIncident(ctx, input);
  return presentIncident(incident);
}
