import type { Selectable } from 'kysely';
import type { AnalysisOverview } from '../../drift/analysis.ts';
import { orderedProviders } from '../../drift/providers.ts';
import type { AnalysisTable } from '../../store/tables.ts';

const time = (date: Date | null) => date?.toISOString() ?? null;

/** The row as lists show it. */
export function presentAnalysis(row: Selectable<AnalysisTable>): AnalysisOverview {
  return {
    id: row.id,
    org_id: row.org_id,
    repo_id: row.repo_id,
    repo_full_name: null,
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
  };
}
