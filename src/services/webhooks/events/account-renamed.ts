import type { JsonObject } from '../../../base/json.ts';
import { lockAccount, rememberInstallation } from '../../../store/queries/installations.ts';
import { followAccount } from '../../installations/account.ts';
import { InstallationTargetPayload, OrganizationPayload, readPayload, type AccountFacts } from './payloads.ts';
import type { EventHandler } from './types.ts';

/** The account and the installation that a payload is about; undefined where it is about none that could have repositories. */
type Read = (payload: JsonObject) => { account: AccountFacts; installation_id: number } | undefined;

/** An account is called by another login. GitHub tells it twice, of organizations, in two forms. */
const renamed = (read: Read): EventHandler => ({
  actions: ['renamed'],
  async apply(db, delivery) {
    const seen = read(delivery.payload);
    if (!seen) return 'ignored';
    const { codehost } = delivery;
    await lockAccount(db, codehost, seen.account.id);
    const known = await rememberInstallation(db, { codehost, id: seen.installation_id }, seen.account.id);
    if (known.status === 'deleted' || known.account_id !== seen.account.id) return 'ignored';
    await followAccount(db, delivery, seen);
    return 'processed';
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
