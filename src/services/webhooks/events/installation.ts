import { lockAccount, noteInstallation } from '../../../store/queries/installations.ts';
import { endAccess, noteAccess } from '../../../store/queries/repository-facts.ts';
import { followAccount, nameNow, unfollowInstallation } from './account.ts';
import { InstallationPayload, listed, momentOf, readPayload } from './payloads.ts';
import type { EventHandler } from './types.ts';

const STATUS = { created: 'active', unsuspend: 'active', suspend: 'suspended', deleted: 'deleted' } as const;

/** An account installs the App, suspends it, takes it up again, or takes it away. */
export const installation: EventHandler = {
  actions: Object.keys(STATUS),
  async apply(db, delivery) {
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
    return 'processed';
  },
};
