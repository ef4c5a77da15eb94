import type { Transaction } from 'kysely';
import type { EndedIncident } from '../../store/queries/drift-incidents.ts';
import type { OrgScope } from '../../store/scope.ts';
import type { Tables } from '../../store/tables.ts';
import type { JobSender } from '../base/jobs.ts';
import { notifyEnd } from '../notifications/notify-end.ts';
import { publishEnd } from '../publishing/end.ts';

/**
 * Has all hear that an analysis has ended, and which incidents it found to be over: those who asked for it at the code host, and
 * the organization's webhooks. In the transaction that ends it. Of one that somebody canceled only the former hear.
 */
export async function announceEnd(
  trx: Transaction<Tables>,
  queue: JobSender,
  scope: OrgScope,
  { id, over = [] }: { id: string; over?: readonly EndedIncident[] },
): Promise<void> {
  await publishEnd(trx, queue, scope, id);
  await notifyEnd(trx, queue, scope, { id }, over);
}
