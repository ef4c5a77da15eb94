import type { Cloud } from './cloud.ts';

/** One act behind Terraform's back, and what it must show: per address the top-level attributes, or that it is gone. */
export type Change = {
  what: string;
  shows: Record<string, readonly string[] | 'deleted'>;
  /** Something of it is to be masked. */
  secret?: boolean;
  run(cloud: Cloud): Promise<unknown>;
};

/** One act that changes the wording and not the meaning, or that somebody else is there to do: it must show nothing. */
export type Neutral = {
  what: string;
  why: string;
  /** Lines that terraform lists all the same. */
  terraform?: Record<string, readonly string[]>;
  run(cloud: Cloud): Promise<unknown>;
};
