import type { Coverage } from '../model/analysis.ts';
import type { DriftResult } from '../sift/sift.ts';
import { rulesThatTook, shownSuppressed } from './suppressed.ts';

/** The verdict on one instance, without its state. */
export type InstanceVerdict = Omit<Coverage, 'state_key'>;

export function verdictOf(result: DriftResult): InstanceVerdict {
  const { instance, kind, reason, detail } = result;
  const suppressed = shownSuppressed(result);
  const ignoredBy = rulesThatTook(result);
  const what = { resource: instance.address, type: instance.type, verdict: kind };
  return {
    ...what,
    ...(reason !== undefined && { reason }),
    ...(detail !== undefined && { detail }),
    ...(ignoredBy.length > 0 && { ignored_by: ignoredBy }),
    ...(suppressed.length > 0 && { suppressed }),
  };
}
