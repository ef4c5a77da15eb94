import type { Cloud } from './cloud.ts';

/** One act behind Terraform's back, and what it must show: per address the top-level attributes, or that it is gone. */
export type Change = {
  what: string;
  shows: Record<string, readonly string[] | 'deleted'>;
  run(cloud: Cloud): Promise<unknown>;
};
