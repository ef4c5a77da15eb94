import type { Resolution } from '../../../drift/analysis.ts';
import type { InstanceResult } from '../../../drift/tally.ts';
import type { KnownIncident } from '../../../store/queries/drift-incidents.ts';

/** The top-level attributes that these paths lead into: of `tags["env"]` it is `tags`. */
export function topLevel(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => /^[^.[]+/.exec(path)?.[0] ?? path))];
}

/** Whether an ignore rule takes out what drifted. */
function isIgnored({ coverage }: InstanceResult, names: readonly string[]): boolean {
  if (coverage.verdict === 'skipped' && coverage.reason === 'ignored') return true;
  const taken = (coverage.suppressed ?? []).flatMap(({ rule, path }) => (rule ? [path] : []));
  return topLevel(taken).some((name) => names.includes(name));
}

/**
 * How an open incident has ended, by what was found of its resource now; undefined where it has not, or where nobody can tell.
 * What is in sync again was reverted if the state still wants what it wanted when the drift was seen last; if it has changed its
 * mind about what drifted, it was made to follow.
 */
export function endingOf(
  known: Pick<KnownIncident, 'kind' | 'attributes' | 'state_serial' | 'state_digest'>,
  result: InstanceResult,
  serial: number | null,
): Resolution | undefined {
  const { verdict, reason } = result.coverage;
  const { finding } = result;
  if (finding) return finding.kind !== known.kind && !finding.caused_by ? 'superseded' : undefined;
  const names = topLevel(known.attributes);
  if (isIgnored(result, names)) return 'ignored';
  if (verdict !== 'in_sync' && reason !== 'deposed') return undefined;
  if (known.kind === 'deleted' || (serial !== null && serial === known.state_serial)) return 'reverted';
  const now = result.desired?.(names);
  return now === undefined || known.state_digest === null || now === known.state_digest ? 'reverted' : 'codified';
}
