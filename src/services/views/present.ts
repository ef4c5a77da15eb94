import type { AnalysisOverview, Coverage, Finding } from '../../drift/analysis.ts';
import { orderedProviders } from '../../drift/providers.ts';
import type { AnalysisRow, NamedAnalysisRow } from '../../store/queries/analyses.ts';
import type { CoverageRow } from '../../store/queries/coverage.ts';
import type { ListedFinding } from '../../store/queries/findings.ts';

const time = (date: Date | null) => date?.toISOString() ?? null;

/** The row as lists show it. */
export function presentAnalysis(row: AnalysisRow & Partial<NamedAnalysisRow>): AnalysisOverview {
  return {
    id: row.id,
    org_id: row.org_id,
    repo_id: row.repo_id,
    repo_full_name: row.repo_full_name ?? null,
    status: row.status,
    trigger: row.trigger,
    created_at: row.created_at.toISOString(),
    started_at: time(row.started_at),
    finished_at: time(row.finished_at),
    progress: { done: row.progress_done, total: row.progress_total },
    severity: row.severity,
    counts: row.counts,
    states: row.states,
    providers: orderedProviders(row.providers),
    ai_summary: row.ai_summary,
    summary_source: row.summary_source,
    error: row.error,
    ...(row.incidents_omitted > 0 && { incidents_omitted: row.incidents_omitted }),
  };
}

/** A finding as analyses show it: one of long ago has no incident, and one whose incident was forgotten has none any more. */
export function presentFinding({ document, incident_id }: ListedFinding): Finding {
  return { ...document, incident_id };
}

/** A verdict as analyses show it; what was taken out only where it is asked for. */
export function presentCoverage(row: CoverageRow, withSuppressed: boolean): Coverage {
  const { resource, type, state_key, verdict, reason, detail, suppressed, provider, region, account_id, ignored_by } =
    row;
  return {
    resource,
    type,
    state_key,
    ...(provider === null ? {} : { provider }),
    ...(region === null ? {} : { region }),
    ...(account_id === null ? {} : { account_id }),
    verdict,
    ...(reason === null ? {} : { reason }),
    ...(detail === null ? {} : { detail }),
    ...(ignored_by === null ? {} : { ignored_by }),
    ...(withSuppressed && suppressed !== null ? { suppressed } : {}),
  };
}
