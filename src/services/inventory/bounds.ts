import type { ListingCounts } from '../../engine/model/inventory.ts';

/** No list of an inventory could be made, so that nothing is known. */
export const NOTHING_LISTED = 'nothing_listed';
/** Not all objects that are new have a finding; all are counted. */
export const TOO_MANY_NEWS = 'too_many_findings';

type End = {
  not_listed?: number;
  counts?: Partial<ListingCounts>;
  error?: { code: string } | null;
};

/** True if there may be more objects: lists failed, objects could not be read, or some were not stored. */
export const isAtLeast = ({ not_listed: lists = 0, counts, error }: End): boolean =>
  lists + (counts?.unproven ?? 0) > 0 || ((error ?? null) !== null && error?.code !== TOO_MANY_NEWS);
