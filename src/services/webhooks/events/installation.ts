import { lockAccount, noteInstallation } from '../../../store/queries/installations.ts';
import { endAccess, noteAccess } from '../../../store/queries/repository-facts.ts';
import type { JsonObject } from '../../../base/json.ts';
import { requestSync } from '../../installations/sync.ts';
import { followAccount, followInstallation, nameNow, unfollowInstallation } from '../../installations/account.ts';
import {
  InstallationPayload,
  listed,
  momentOf,
  readPayload,
  InstallationRepositoriesPayload,
  InstallationTargetPayload,
  OrganizationPayload,
  type AccountFacts,
} from './payloads.ts';
import type { EventHandler } from './types.ts';
import { scoped } from '../../../store/scope.ts';

const STATUS = { created: 'active', unsuspend: 'active', suspend: 'suspended', deleted: 'deleted' } as const;

/** An account installs, suspends, unsuspends or uninstalls the App, or accepts new permissions. */
export const installation: EventHandler = {
  actions: [...Object.keys(STATUS), 'new_permissions_accepted'],
  async apply(db, delivery, queue) {
    if (delivery.action === 'new_permissions_accepted') return rereadPermissions(db, delivery, queue);
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
      if (org) await endAccess(scoped(db, { org_id: org.id }), codehost, moment);
      return 'processed';
    }
    if (known.status === 'deleted') return 'ignored';
    const org = await followAccount(db, delivery, seen);
    const now = (name: string) => nameNow(org, delivery, name);
    if (action === 'created')
      await noteAccess(scoped(db, { org_id: org.id }), codehost, listed(repositories, now), true, moment);
    // The payload's lists lack the archived flag and the default branch.
    if (status === 'active') await requestSync(db, queue, { codehost, id });
    return 'processed';
  },
};

/** Reads the permissions from the code host: those in the payload may be older than the stored ones. */
const rereadPermissions: EventHandler['apply'] = async (db, delivery, queue) => {
  const { id, account } = readPayload(InstallationPayload, delivery.payload).installation;
  if (!(await followInstallation(db, delivery, { account, installation_id: id }))) return 'ignored';
  await requestSync(db, queue, { codehost: delivery.codehost, id });
  return 'processed';
};

/** An account gives the App access to more repositories, or to fewer. */
export const installationRepositories: EventHandler = {
  actions: ['added', 'removed'],
  async apply(db, delivery, queue) {
    const payload = readPayload(InstallationRepositoriesPayload, delivery.payload);
    const { repositories_added: added, repositories_removed: removed } = payload;
    const { id, account, updated_at } = payload.installation;
    const { codehost } = delivery;
    const org = await followInstallation(db, delivery, { account, installation_id: id });
    if (!org) return 'ignored';
    const moment = momentOf(updated_at, delivery.sent_at);
    const now = (name: string) => nameNow(org, delivery, name);
    const tenant = scoped(db, { org_id: org.id });
    await noteAccess(tenant, codehost, listed(removed, now), false, moment);
    await noteAccess(tenant, codehost, listed(added, now), true, moment);
    if (added.length > 0) await requestSync(db, queue, { codehost, id });
    return 'processed';
  },
};

/** The account and the installation of a payload; undefined if it is about none that can have repositories. */
type Read = (payload: JsonObject) => { account: AccountFacts; installation_id: number } | undefined;

/** An account has a new login. GitHub sends two different events about organizations. */
const renamed = (read: Read): EventHandler => ({
  actions: ['renamed'],
  async apply(db, delivery) {
    const seen = read(delivery.payload);
    return seen && (await followInstallation(db, delivery, seen)) ? 'processed' : 'ignored';
  },
});

export const organization = renamed((payload) => {
  const { organization: account, installation } = readPayload(OrganizationPayload, payload);
  return installation && { account, installation_id: installation.id };
});

export const installationTarget = renamed((payload) => {
  const { account, installation } = readPayload(InstallationTargetPayload, payload);
  const { id, login } = account;
  return login === undefined ? undefined : { account: { id, login }, installation_id: installation.id };
});
