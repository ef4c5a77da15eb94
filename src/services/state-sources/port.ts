import type { StateSource } from '../../base/state-source.ts';
import type { Given } from '../../sources/contract/kind.ts';

export type WithStateSources = {
  /**
   * Opens an organization's source of a kind, with keys that begin with `narrower`; asks nothing of its server yet. Throws `SourceProblem` where the
   * credentials do not fit together.
   */
  openSource: (
    orgId: string,
    kind: string,
    given: { settings: Given; credentials: Given; narrower: string },
  ) => StateSource;
};
