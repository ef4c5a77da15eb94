import type { StateSource } from '../../base/state-source.ts';
import type { Given } from '../../sources/contract/kind.ts';

export type WithStateSources = {
  /**
   * Opens an organization's source of a kind, limited to keys that start with `narrower`; sends no request yet. Throws
   * `SourceProblem` if the credentials do not fit together.
   */
  openSource: (
    orgId: string,
    kind: string,
    given: { settings: Given; credentials: Given; narrower: string },
  ) => StateSource;
};
