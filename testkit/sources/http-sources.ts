import type { Given } from '../../src/sources/contract/kind.ts';
import type { SourceKindName } from '../../src/sources/contract/names.ts';

type SourceAt = (url: string) => { settings: Given; credentials: Given };

/** Each kind of source that is read over HTTP, with settings for a server and credentials of the right form. */
export const HTTP_SOURCES: readonly (readonly [SourceKindName, SourceAt])[] = [
  [
    's3',
    (endpoint) => ({ settings: { endpoint, bucket: 'states' }, credentials: { access_key: 'AKIA', secret_key: 's' } }),
  ],
  ['gcs', (endpoint) => ({ settings: { endpoint, bucket: 'states' }, credentials: { access_token: 'ya29' } })],
  [
    'azurerm',
    (endpoint) => ({
      settings: { endpoint, storage_account_name: 'acme', container_name: 'tfstate' },
      credentials: { sas_token: 'sv=1&sig=x' },
    }),
  ],
  ['hcp', (hostname) => ({ settings: { hostname, organization: 'acme' }, credentials: { token: 't' } })],
  ['gitlab', (url) => ({ settings: { url, project: 'acme/infra' }, credentials: { token: 't' } })],
  ['http', (url) => ({ settings: { address: `${url}/state` }, credentials: { username: 'u', password: 'p' } })],
  ['kubernetes', (server) => ({ settings: { server, namespace: 'tf' }, credentials: { token: 't' } })],
  [
    'consul',
    (url) => ({ settings: { address: new URL(url).host, scheme: 'http', path: 'tf/' }, credentials: { token: 't' } }),
  ],
];
