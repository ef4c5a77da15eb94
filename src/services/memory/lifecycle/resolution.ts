import type { Resolution } from '../../../engine/model/resolution.ts';
import type { InstanceResult } from '../../../engine/report/totals.ts';
import type { KnownIncident } from '../../../store/queries/drift-incidents.ts';

/** True if a path equals another one or lies within it: `tags["env"]` in `tags`. */
const isWithin = (path: string, outer: string) =>
  path.startsWith(outer) && (path.length === outer.length || '.['.includes(path.charAt(outer.length)));

/** The parts that ignore rules hide: the whole resource, or these paths; undefined if none. */
function ignoredPaths({ coverage }: InstanceResult): 'whole' | string[] | undefined {
  const { verdict, reason, suppressed = [] } = coverage;
  const paths = suppressed.flatMap(({ rule, path }) => (rule ? [path] : []));
  const isAll = verdict === 'skipped' && reason === 'ignored';
  // Results list only some of very many differences.
  if (isAll && (paths.length === 0 || suppressed.some(({ stage }) => stage === 'more'))) return 'whole';
  return paths.length > 0 ? paths : undefined;
}

/**
 * The resolution of an open incident by the current result of its resource; undefined if the drift lasts or that is
 * unknown. A resource in sync again was reverted if its drifted attributes have the same values in the state as when
 * the drift was last seen; otherwise the change was codified.
 */
export function resolutionOf(
  known: Pick<KnownIncident, 'kind' | 'attributes' | 'state_serial' | 'state_digest'>,
  result: InstanceResult,
  serial: number | null,
): Resolution | undefined {
  const { verdict, reason } = result.coverage;
  const { finding } = result;
  if (finding) return finding.kind !== known.kind && !finding.caused_by ? 'superseded' : undefined;
  const ignored = ignoredPaths(result);
  const isIgnored = (path: string) =>
    ignored !== 'whole' && ignored?.some((outer) => isWithin(path, outer) || isWithin(outer, path));
  if (ignored === 'whole' || known.attributes.some(isIgnored)) return 'ignored';
  // True if all differences are ignored.
  const onlyIgnoredDiffers = verdict === 'skipped' && ignored !== undefined;
  if (verdict !== 'in_sync' && reason !== 'deposed' && !onlyIgnoredDiffers) return undefined;
  if (known.kind === 'deleted' || (serial !== null && serial === known.state_serial)) return 'reverted';
  const now = result.desired?.(known.attributes);
  return now === undefined || known.state_digest === null || now === known.state_digest ? 'reverted' : 'codified';
}
