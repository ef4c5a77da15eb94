import type { SourceForm } from '../contract/kind.ts';
import { address, field, form, optional } from '../contract/fields.ts';

/** States in a container of Azure Blob Storage, as the backend `azurerm` writes them. */
export const AZURERM: SourceForm = {
  title: 'Azure Blob Storage',
  grants: `az ad sp create-for-rbac --name plumbline
az role assignment create --assignee CLIENT_ID --role "Storage Blob Data Reader" \\
  --scope /subscriptions/SUBSCRIPTION/resourceGroups/GROUP/providers/Microsoft.Storage/storageAccounts/acmestates/blobServices/default/containers/tfstate`,
  settings: form({
    storage_account_name: field('The storage account', 'acmestates', { pattern: '^[a-z0-9]{3,24}$' }),
    container_name: field('The container', 'tfstate', { pattern: '^[a-z0-9$-]{1,63}$' }),
    prefix: optional(field('Only states whose names begin with it', 'platform/')),
    endpoint: optional(
      address(
        "Where the account's blobs are, if not in the public cloud",
        'https://acmestates.blob.core.usgovcloudapi.net',
      ),
    ),
    authority: optional(
      address('Where Microsoft Entra ID is reached, if not in the public cloud', 'https://login.microsoftonline.us'),
    ),
  }),
  credentials: form({
    sas_token: optional(field('A shared access signature', 'sv=2022-11-02&sr=c&sp=rl&sig=…', { maxLength: 2048 })),
    access_key: optional(field('A key of the storage account', 'bWFkZS11cA==', { pattern: '^[A-Za-z0-9+/]+={0,2}$' })),
    tenant_id: optional(
      field('The tenant of an application', '00000000-0000-0000-0000-000000000000', { pattern: '^[\\w.-]+$' }),
    ),
    client_id: optional(field('Its client id', '11111111-1111-1111-1111-111111111111')),
    client_secret: optional(
      field('Its client secret; none where it trusts this server as issuer', 'a secret of the application'),
    ),
  }),
};
