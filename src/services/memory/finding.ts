import type { Finding } from '../../engine/model/analysis.ts';
import { findingOfIncident } from '../../store/queries/incident-timeline.ts';
import { presentFindingWithin } from '../views/present-within.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchIncident, type IncidentName } from './incident.ts';

/** What an analysis found of an incident; both are null where nothing is stored of it. */
export type IncidentFinding = { analysis_id: string | null; finding: Finding | null };

/** What was found of an incident, by the analysis that is named or else by the last one. 404 for another organization's incident. */
export async function getIncidentFinding(
  ctx: Ctx,
  { analysis_id: analysisId, ...name }: IncidentName & { analysis_id?: string },
): Promise<IncidentFinding> {
  requireScope(ctx, 'read');
  const { incident, scope } = await fetchIncident(ctx, name);
  const found = await findingOfIncident(ctx.store.db, scope, incident, analysisId);
  return found
    ? { analysis_id: found.analysis_id, finding: presentFindingWithin(scope)(found) }
    : { analysis_id: null, finding: null };
}
