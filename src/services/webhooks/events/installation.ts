import { lockAccount, noteInstallation, rememberInstallation } from '../../../store/queries/installations.ts';
import { endAccess, noteAccess } from '../../../store/queries/repository-facts.ts';
import { wantSync } from '../../codehosts/want-sync.ts';
import { followAccount, nameNow, unfollowInstallation } from '../../installations/account.ts';
import { InstallationPayload, listed, momentOf, readPayload } from './payloads.ts';
import type { EventHandler } from './types.ts';

const STATUS = { created: 'active', unsuspend: 'active', suspend: 'suspended', deleted: 'deleted' } as const;

/** An account installs the App, suspends it, takes it up again, or takes it away; or lets it do more. */
export const installation: EventHandler = {
  actions: [...Object.keys(STATUS), 'new_permissions_accepted'],
  async apply(db, delivery, queue) {
    if (delivery.action === 'new_permissions_accepted') return lookAgain(db, delivery, queue);
    const { installation, repositories = [] } = readPayload(InstallationPayload, delivery.payload);
    const { id, account } = installation;
    const { codehost, action } = delivery;
    const moment = momentOf(installation.updated_at, delivery.sent_at);
    const status = STATUS[action as keyof typeof STATUS];
    await lockAccount(db, codehost, account.id);
    const known = await noteInstallation(db, { codehost, id }, { account_id: account.id, status }, moment);
    const seen = { account, installation_id: id };
    if (status === 'deleted') {
      const org = await unfollowInstallation(db, delivery, seen);
      if (org) await endAccess(db, org.id, codehost, moment);
      return 'processed';
    }
    if (known.status === 'deleted') return 'ignored';
    const org = await followAccount(db, delivery, seen);
    if (action === 'created')
      await noteAccess(
        db,
        org.id,
        codehost,
        listed(repositories, (name) => nameNow(org, delivery, name)),
        true,
        moment,
      );
    // Lists say neither what is archived nor which branch is the default one.
    if (status === 'active') await wantSync(db, queue, { codehost, id });
    return 'processed';
  },
};

/** What it may do now is asked for; the payload may be older than what is known. */
const lookAgain: EventHandler['apply'] = async (db, delivery, queue) => {
  const { id, account } = readPayload(InstallationPayload, delivery.payload).installation;
  const { codehost } = delivery;
  await lockAccount(db, codehost, account.id);
  const known = await rememberInstallation(db, { codehost, id }, account.id);
  if (known.status === 'deleted') return 'ignored';
  await followAccount(db, delivery, { account, installation_id: id });
  await wantSync(db, queue, { codehost, id });
  return 'processed';
};
