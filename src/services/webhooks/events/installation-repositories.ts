import { lockAccount, rememberInstallation } from '../../../store/queries/installations.ts';
import { noteAccess } from '../../../store/queries/repository-facts.ts';
import { wantSync } from '../../codehosts/want-sync.ts';
import { followAccount, nameNow } from '../../installations/account.ts';
import { InstallationRepositoriesPayload, listed, momentOf, readPayload } from './payloads.ts';
import type { EventHandler } from './types.ts';

/** An account lets the App see more of its repositories, or fewer. */
export const installationRepositories: EventHandler = {
  actions: ['added', 'removed'],
  async apply(db, delivery, queue) {
    const payload = readPayload(InstallationRepositoriesPayload, delivery.payload);
    const { id, account, updated_at } = payload.installation;
    const { codehost } = delivery;
    await lockAccount(db, codehost, account.id);
    const known = await rememberInstallation(db, { codehost, id }, account.id);
    if (known.status === 'deleted') return 'ignored';
    const org = await followAccount(db, delivery, { account, installation_id: id });
    const moment = momentOf(updated_at, delivery.sent_at);
    const now = (name: string) => nameNow(org, delivery, name);
    await noteAccess(db, org.id, codehost, listed(payload.repositories_removed, now), false, moment);
    await noteAccess(db, org.id, codehost, listed(payload.repositories_added, now), true, moment);
    if (payload.repositories_added.length > 0) await wantSync(db, queue, { codehost, id });
    return 'processed';
  },
};
