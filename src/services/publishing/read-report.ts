import type { SeenBefore } from '../../engine/model/analysis.ts';
import { GAPS } from '../../texts/overview.ts';
import type { States, ReportedAnalysis } from '../../texts/reported.ts';
import type { AnalysisRow } from '../../store/queries/analyses.ts';
import { listSimilar } from '../../store/queries/similar-incidents.ts';
import { countInScope, verdictsIn } from '../../store/queries/coverage.ts';
import { findingsIn } from '../../store/queries/findings.ts';
import type { Tenant } from '../../store/scope.ts';
import { presentAnalysis, presentCoverage, presentSeen } from '../views/present-within.ts';

/** The maximal number of incidents whose similar incidents are read. */
const MAX_INCIDENTS = 500;

/** Reads the report of an analysis on some of its states. */
export async function readReport(tenant: Tenant, row: AnalysisRow, own: States): Promise<ReportedAnalysis> {
  const positions = row.states.flatMap(({ key }, position) => (own(key) ? [position] : []));
  const of = { analysis_id: row.id, positions };
  const findings = (await findingsIn(tenant, of)).map(presentSeen(own));
  const gaps = await verdictsIn(tenant, of, GAPS);
  const incidents = findings.flatMap(({ incident_id: id }) => (id === null ? [] : [id])).slice(0, MAX_INCIDENTS);
  const similar = Map.groupBy(await listSimilar(tenant, incidents), ({ incident_id: id }) => id);
  return {
    ...presentAnalysis(row),
    states: row.states.filter(({ key }) => own(key)),
    findings,
    coverage: gaps.map((gap) => presentCoverage(gap, false)),
    inScope: await countInScope(tenant, of),
    similar: findings.flatMap(({ incident_id: id, resource, state_key }): SeenBefore[] => {
      const matches = id === null ? undefined : similar.get(id);
      return id === null || !matches ? [] : [{ resource, state_key, incident_id: id, matches }];
    }),
  };
}
