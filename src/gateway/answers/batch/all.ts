import { FORM_LISTS } from './form-list-table.ts';
import { formLists } from './form-lists.ts';
import { accessManagement } from './iam.ts';
import { JSON_LISTS, jsonLists } from './json-lists.ts';
import { logGroups } from './log-groups.ts';
import { queueAttributes } from './queues.ts';
import { recordSets, zoneTags } from './route53.ts';
import type { Batcher } from './types.ts';

/** Everything that can be asked for in batches, with what it remembers of one analysis at one account. */
export function allBatchers(): readonly Batcher[] {
  return [
    ...accessManagement(),
    recordSets(),
    ...formLists(FORM_LISTS),
    ...jsonLists(JSON_LISTS),
    logGroups(),
    zoneTags(),
    queueAttributes(),
  ];
}
