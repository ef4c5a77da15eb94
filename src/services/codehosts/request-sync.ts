import type { Transaction } from 'kysely';
import { requestSync as countRequest } from '../../store/queries/installations.ts';
import type { Tables } from '../../store/tables.ts';
import type { Base } from '../base/context.ts';

/**
 * Has an installation that is known looked at soon: what the code host says from now on will be seen. Wishes that come while one is
 * waiting are fulfilled together.
 */
export async function requestSync(
  trx: Transaction<Tables>,
  queue: Base['queue'],
  { codehost, id }: { codehost: string; id: number },
): Promise<void> {
  const wanted = await countRequest(trx, { codehost, id });
  if (wanted === undefined) return;
  const singletonKey = `${codehost}/${id}/${wanted}`;
  await queue.send('sync', { codehost, installation_id: id, wanted }, { db: trx, singletonKey });
}
