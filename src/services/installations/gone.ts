import { latestAccess } from '../../store/queries/repository-looks.ts';
import { endAccess } from '../../store/queries/repository-facts.ts';
import {
  currentInstallation,
  lockAccount,
  noteInstallation,
  type InstallationRow,
} from '../../store/queries/installations.ts';
import { transact } from '../../store/transact.ts';
import type { Base } from '../base/context.ts';
import type { CodeHostApp } from '../codehosts/port.ts';
import { wantSync } from '../codehosts/want-sync.ts';
import { unfollowInstallation } from './account.ts';

/**
 * Takes an installation for gone that the code host does not have any more, as if it had told so. Only one that this very App
 * has seen before: another App, set by mistake, sees none of them.
 */
export async function noteGone(
  { store, queue }: Base,
  { app, app_id, asked_at }: { app: CodeHostApp; app_id: number; asked_at: Date },
  installation: InstallationRow,
): Promise<void> {
  const { id, account_id: accountId, status_at } = installation;
  if (installation.app_id !== app_id) return;
  const codehost = app.name;
  await transact(store, async (trx) => {
    await lockAccount(trx, codehost, accountId);
    const moment = { at: status_at, sent_at: asked_at };
    await noteInstallation(trx, { codehost, id }, { account_id: accountId, status: 'deleted' }, moment);
    const told = { codehost, event: 'sync', sent_at: asked_at };
    const org = await unfollowInstallation(trx, told, { account: { id: accountId }, installation_id: id });
    const other = await currentInstallation(trx, codehost, accountId);
    if (other) await wantSync(trx, queue, { codehost, id: other.id });
    else if (org) {
      // By the code host's clock alone, so that a later installation is later.
      const latest = await latestAccess(trx, { org_id: org.id }, codehost);
      await endAccess(trx, org.id, codehost, {
        at: latest && latest > status_at ? latest : status_at,
        sent_at: asked_at,
      });
    }
  });
}
