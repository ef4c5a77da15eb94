import { SourceProblem } from '../../base/state-source.ts';
import { cannot, firstText, required, text, type BackendKind, type Named } from './contract.ts';

/** Clouds other than the public one: the host of blobs, and the authority for sign-in. */
const CLOUDS: Readonly<Record<string, readonly [blobs: string, authority: string]>> = {
  usgovernment: ['blob.core.usgovcloudapi.net', 'https://login.microsoftonline.us'],
  china: ['blob.core.chinacloudapi.cn', 'https://login.chinacloudapi.cn'],
};

function credentialsOf({ settings, env }: Named) {
  const access_key = firstText(settings.access_key, env.ARM_ACCESS_KEY);
  if (access_key !== undefined) return { access_key };
  const sas_token = firstText(settings.sas_token, env.ARM_SAS_TOKEN);
  if (sas_token !== undefined) return { sas_token };
  const tenant_id = firstText(settings.tenant_id, env.ARM_TENANT_ID);
  const client_id = firstText(settings.client_id, env.ARM_CLIENT_ID);
  const client_secret = firstText(settings.client_secret, env.ARM_CLIENT_SECRET);
  if (tenant_id !== undefined && client_id !== undefined && client_secret !== undefined)
    return { tenant_id, client_id, client_secret };
  throw cannot(
    'There are no credentials of Azure that could be used here: set ARM_SAS_TOKEN or ARM_ACCESS_KEY, or ARM_TENANT_ID with ARM_CLIENT_ID and ARM_CLIENT_SECRET ("az login", managed identities and federated tokens are not understood).',
  );
}

/** https://developer.hashicorp.com/terraform/language/backend/azurerm */
export const azurerm: BackendKind = {
  form: 'azurerm://account/container or azurerm://account/container/prefix',
  readUrl(rest) {
    const [, account, container, prefix = ''] = /^([^/]+)\/([^/]+)\/?(.*)$/s.exec(rest) ?? [];
    if (account === undefined || container === undefined) return undefined;
    return { settings: { storage_account_name: account, container_name: container }, prefix };
  },
  placeOf(named) {
    const { settings, env } = named;
    if (text(settings.snapshot) !== undefined)
      throw new SourceProblem('not_found', 'Snapshots of blobs are not read from here.');
    const account = required(named, 'azurerm', 'storage_account_name');
    const container = required(named, 'azurerm', 'container_name');
    const [blobs, authority] = CLOUDS[firstText(settings.environment, env.ARM_ENVIRONMENT) ?? ''] ?? [];
    const endpoint = text(env.AZURE_STORAGE_SERVICE_ENDPOINT) ?? (blobs && `https://${account}.${blobs}`);
    return {
      kind: 'azurerm',
      settings: { storage_account_name: account, container_name: container, endpoint, authority },
      credentials: credentialsOf(named),
      shown: (key) => `azurerm://${account}/${container}/${key}`,
    };
  },
  keyOf: (named, workspace) => required(named, 'azurerm', 'key') + (workspace === 'default' ? '' : `env:${workspace}`),
};
