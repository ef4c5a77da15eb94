import type { Time } from './columns.ts';

/** A claim to states that an admin accepted. Keyed (org_id, id). */
export type AcceptedClaimTable = {
  /** By what it names: the same claim, made again, has the same one. */
  id: string;
  org_id: string;
  repo_id: string;
  /** The bucket whose states it names: in another one the same keys are other states. */
  bucket: string;
  key: string;
  is_pattern: boolean;
  /** Where the states of its workspaces lie; null where it names none. */
  workspaces: string | null;
  /** Of two that name the same state, the one with the smaller number has it. */
  priority: number;
  accepted_at: Time;
};
