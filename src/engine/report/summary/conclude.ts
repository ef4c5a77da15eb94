import type { Analysis, StateReport } from '../../model/analysis.ts';
import { worstSeverity } from '../severity/severity.ts';
import { summarise } from './summary.ts';
import { emptyTotals, type Totals } from '../totals.ts';

/** The result of an analysis without its findings and verdicts, which went to the sink. */
export type AnalysisResult = { states: StateReport[]; totals: Totals };

/** The final fields of an analysis. */
export type Conclusion = Pick<
  Analysis,
  'severity' | 'counts' | 'states' | 'ai_summary' | 'summary_source' | 'error'
> & { status: 'completed' | 'partial' | 'failed' };

/** True if there were states, and all of them could be read. */
export function allRead(states: readonly Pick<StateReport, 'status'>[]): boolean {
  return states.length > 0 && states.every(({ status }) => status === 'read');
}

/** The reason why an analysis checked no resource; null if it checked any. */
function errorOf({ states, totals: { counts, blind } }: AnalysisResult): Analysis['error'] {
  if (states.length === 0)
    return { code: 'no_states', detail: 'There is no Terraform state here. Is the bucket, prefix or path right?' };
  const unread = states.find((state) => state.status === 'unreadable');
  if (unread && states.every((state) => state.status === 'unreadable'))
    return { code: unread.code ?? 'unreadable', detail: `${unread.key}: ${unread.detail ?? 'could not be read'}` };
  const checked = counts.resources - counts.skipped - counts.unreadable - counts.unsupported;
  return checked === 0 ? blind : null;
}

/**
 * Concludes an analysis. It is `failed` if nothing could be checked, `partial` if anything was not checked, and
 * `completed` only if every state and every instance was checked. "Not checked" never counts as in sync.
 */
export function conclude(analysed: AnalysisResult | { error: NonNullable<Analysis['error']> }): Conclusion {
  if ('error' in analysed) {
    const { error } = analysed;
    const totals = emptyTotals();
    return {
      status: 'failed',
      severity: 'none',
      counts: totals.counts,
      states: [],
      ai_summary: summarise({ totals, states: [], error }),
      summary_source: 'rules',
      error,
    };
  }
  const { states, totals } = analysed;
  const { counts } = totals;
  const error = errorOf(analysed);
  const whole =
    counts.unreadable + counts.unsupported + counts.suspect === 0 && states.every((state) => state.status === 'read');
  return {
    status: error ? 'failed' : whole ? 'completed' : 'partial',
    severity: worstSeverity(totals.findings.map((finding) => finding.severity)),
    counts,
    states,
    ai_summary: summarise({ totals, states, error }),
    summary_source: 'rules',
    error,
  };
}
