import type { Analysis, Coverage, Finding, StateReport } from '../drift/analysis.ts';
import { emptyCounts } from '../drift/analysis.ts';
import { worstSeverity } from '../drift/severity.ts';
import { countVerdicts, summarise } from '../drift/summary.ts';

/** What a scan came to: everything that was seen, and the first thing that kept it from looking at all. */
export type ScanResult = { states: StateReport[]; findings: Finding[]; coverage: Coverage[] };

/** How an analysis ends. */
export type Conclusion = Pick<
  Analysis,
  'severity' | 'counts' | 'states' | 'ai_summary' | 'summary_source' | 'error'
> & { status: 'completed' | 'partial' | 'failed' };

/** The reasons for which an analysis has nothing at all to say; else undefined. */
function nothingSeen({ states, coverage }: ScanResult): Analysis['error'] {
  if (states.length === 0)
    return { code: 'no_states', detail: 'There is no Terraform state here. Is the bucket, prefix or path right?' };
  const unread = states.find((state) => state.status === 'unreadable');
  if (unread && states.every((state) => state.status === 'unreadable'))
    return { code: unread.code ?? 'unreadable', detail: `${unread.key}: ${unread.detail ?? 'could not be read'}` };
  const managed = coverage.filter((entry) => entry.verdict !== 'skipped');
  const blind = managed.filter((entry) => entry.verdict === 'unreadable' || entry.verdict === 'unsupported');
  const first = blind[0];
  if (!first || blind.length < managed.length) return null;
  return { code: first.reason ?? first.verdict, detail: first.detail ?? 'No resource could be looked at.' };
}

/**
 * Sums an analysis up. It is `failed` when nothing could be looked at, `partial` when something could not, and only
 * `completed` when every state and every instance was; "could not look" never counts as in sync.
 */
export function conclude(seen: ScanResult | { error: NonNullable<Analysis['error']> }): Conclusion {
  if ('error' in seen) {
    const { error } = seen;
    const ai_summary = summarise({ findings: [], counts: emptyCounts(), states: [], error });
    return {
      status: 'failed',
      severity: 'none',
      counts: emptyCounts(),
      states: [],
      ai_summary,
      summary_source: 'rules',
      error,
    };
  }
  const { states, findings, coverage } = seen;
  const counts = countVerdicts(coverage);
  const error = nothingSeen(seen);
  const whole =
    counts.unreadable + counts.unsupported + counts.suspect === 0 && states.every((state) => state.status === 'read');
  return {
    status: error ? 'failed' : whole ? 'completed' : 'partial',
    severity: worstSeverity(findings.map((finding) => finding.severity)),
    counts,
    states,
    ai_summary: summarise({ findings, counts, states, error }),
    summary_source: 'rules',
    error,
  };
}
