import type { Analysis } from '../../engine/model/analysis.ts';
import { isFailing, type Strictness } from '../../texts/junit.ts';
import { gapsOf } from '../../texts/overview.ts';

export const EXIT = { inSync: 0, error: 1, drift: 2 } as const;

/** The exit codes of commands that report an analysis, for their help. */
export const EXIT_CODES = `Exit codes:
  0    no drift (of --fail-on or worse), and everything was checked
  1    an error; or no such drift was found, but something was not checked
       (--allow-unread makes that 0)
  2    drift (of --fail-on or worse)
  130  interrupted`;

/**
 * The exit code of a scan: 2 for drift (of `failOn` or worse); 1 for a failure, or for no drift with instances not
 * checked (unless `allowUnread`), because "not checked" must not pass for "in sync"; else 0.
 */
export function exitCodeFor(analysis: Analysis, { failOn, allowUnread }: Strictness): number {
  if (analysis.status === 'failed' || analysis.status === 'canceled') return EXIT.error;
  if (analysis.findings.some((finding) => isFailing(finding, failOn))) return EXIT.drift;
  const { instances, states } = gapsOf(analysis);
  return instances + states > 0 && !allowUnread ? EXIT.error : EXIT.inSync;
}
