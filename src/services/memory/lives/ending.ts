import type { Resolution } from '../../../engine/model/analysis.ts';
import type { InstanceResult } from '../../../engine/report/tally.ts';
import type { KnownIncident } from '../../../store/queries/drift-incidents.ts';

/** Whether a path leads to a place, or into it: `tags["env"]` into `tags`. */
const isWithin = (path: string, place: string) =>
  path.startsWith(place) && (path.length === place.length || '.['.includes(path.charAt(place.length)));

/** What ignore rules take out: the whole resource, or places of it; undefined where they take out nothing. */
function ignoredPlaces({ coverage }: InstanceResult): 'whole' | string[] | undefined {
  const { verdict, reason, suppressed = [] } = coverage;
  const places = suppressed.flatMap(({ rule, path }) => (rule ? [path] : []));
  const isAll = verdict === 'skipped' && reason === 'ignored';
  // Of very many differences not all are told.
  if (isAll && (places.length === 0 || suppressed.some(({ stage }) => stage === 'more'))) return 'whole';
  return places.length > 0 ? places : undefined;
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
  const ignored = ignoredPlaces(result);
  const isTaken = (path: string) =>
    ignored !== 'whole' && ignored?.some((place) => isWithin(path, place) || isWithin(place, path));
  if (ignored === 'whole' || known.attributes.some(isTaken)) return 'ignored';
  // Nothing else differs than what is ignored beside it.
  const isElse = verdict === 'skipped' && ignored !== undefined;
  if (verdict !== 'in_sync' && reason !== 'deposed' && !isElse) return undefined;
  if (known.kind === 'deleted' || (serial !== null && serial === known.state_serial)) return 'reverted';
  const now = result.desired?.(known.attributes);
  return now === undefined || known.state_digest === null || now === known.state_digest ? 'reverted' : 'codified';
}
