import type { Resolution } from '../../../drift/analysis.ts';
import type { InstanceResult } from '../../../drift/tally.ts';
import type { KnownIncident } from '../../../store/queries/drift-incidents.ts';

/** Whether a path leads to a place, or into it: `tags["env"]` into `tags`. */
const isWithin = (path: string, place: string) =>
  path.startsWith(place) && (path.length === place.length || '.['.includes(path.charAt(place.length)));

/** Whether an ignore rule takes out what drifted. */
function isIgnored({ coverage }: InstanceResult, attributes: readonly string[]): boolean {
  if (coverage.verdict === 'skipped' && coverage.reason === 'ignored') return true;
  const taken = (coverage.suppressed ?? []).flatMap(({ rule, path }) => (rule ? [path] : []));
  return taken.some((place) => attributes.some((path) => isWithin(path, place) || isWithin(place, path)));
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
  if (isIgnored(result, known.attributes)) return 'ignored';
  if (verdict !== 'in_sync' && reason !== 'deposed') return undefined;
  if (known.kind === 'deleted' || (serial !== null && serial === known.state_serial)) return 'reverted';
  const now = result.desired?.(known.attributes);
  return now === undefined || known.state_digest === null || now === known.state_digest ? 'reverted' : 'codified';
}
