import type { Cloud } from './cloud.ts';

/** A change outside Terraform, with the expected findings: the top-level attributes by address, or `deleted`. */
export type Change = {
  what: string;
  shows: Record<string, readonly string[] | 'deleted'>;
  /** Whether a value of the change must be masked. */
  secret?: boolean;
  run(cloud: Cloud): Promise<unknown>;
};

/** A change of form without an effect, or one that another system makes by design: it must cause no finding. */
export type Neutral = {
  what: string;
  why: string;
  /** The lines that terraform lists for it nevertheless. */
  terraform?: Record<string, readonly string[]>;
  run(cloud: Cloud): Promise<unknown>;
};
