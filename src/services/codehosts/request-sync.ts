import { requestSync as countRequest } from '../../store/queries/installations.ts';
import type { Trx } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';

/**
 * Requests a sync of a known installation, which reads the code host after this call. Requests that arrive while one waits are
 * completed by one sync.
 */
export async function requestSync(
  trx: Trx,
  queue: Base['queue'],
  { codehost, id }: { codehost: string; id: number },
): Promise<void> {
  const request = await countRequest(trx, { codehost, id });
  if (request === undefined) return;
  const singletonKey = `${codehost}/${id}/${request}`;
  await queue.send('sync', { codehost, installation_id: id, wanted: request }, { db: trx, singletonKey });
}
