import type { Analysis } from '../../engine/model/analysis.ts';
import { gapsOf } from '../../texts/overview.ts';

export const EXIT = { inSync: 0, error: 1, drift: 2 } as const;

/**
 * The exit code of a scan: 2 for drift; 1 when it failed, or when it found none but did not check everything (unless
 * `allowUnread`): "not checked" must not pass for "in sync"; else 0.
 */
export function exitCodeFor(analysis: Analysis, options: { allowUnread?: boolean | undefined }): number {
  if (analysis.status === 'failed' || analysis.status === 'canceled') return EXIT.error;
  if (analysis.findings.length > 0) return EXIT.drift;
  const { instances, states } = gapsOf(analysis);
  return instances + states > 0 && !options.allowUnread ? EXIT.error : EXIT.inSync;
}
