import { createHmac } from 'node:crypto';
import type { Given, Ways } from '../contract/kind.ts';
import { MAX_PAGE_BYTES } from '../shared/limits.ts';
import { trimmed } from '../shared/names.ts';
import { noCredentials, objectIn, problemOf, textOf } from '../shared/problems.ts';
import { renewed } from '../shared/token.ts';

const AUTHORITY = 'https://login.microsoftonline.com';
const SCOPE = 'https://storage.azure.com/.default';
/** https://learn.microsoft.com/entra/workload-id/workload-identity-federation */
const AUDIENCE = 'api://AzureADTokenExchange';
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const SENTENCES = {
  server: 'Microsoft Entra ID',
  renew: 'Make a new client secret of the application.',
  allow: 'Let the application sign in to the tenant.',
};

/** Adds authorization to a request to Blob Storage. */
export type Authorize = (
  method: string,
  url: URL,
  headers: Record<string, string>,
) => Promise<{ url: URL; headers: Record<string, string> }>;

/** https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key, for requests without a body. */
function sharedKey(key: string, account: string, method: string, url: URL, headers: Record<string, string>): string {
  const named = Object.entries(headers).filter(([name]) => name.startsWith('x-ms-'));
  const canonical = named.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}:${value}\n`);
  const query = [...url.searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const resource = `/${account}${url.pathname}${query.map(([name, value]) => `\n${name}:${value}`).join('')}`;
  // The verb, and eleven headers that these requests lack: they send a range as `x-ms-range`.
  const text = `${method}${'\n'.repeat(12)}${canonical.join('')}${resource}`;
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');
}

/** @param account the storage account; throws `credentials_missing` where the credentials do not go together */
export function authorizeBy(credentials: Given, account: string, authority = AUTHORITY, ways: Ways): Authorize {
  const { sas_token, access_key, tenant_id, client_id, client_secret } = credentials;
  if (sas_token !== undefined)
    return (_method, url, headers) => {
      for (const [name, value] of new URLSearchParams(sas_token.replace(/^\?/, ''))) url.searchParams.set(name, value);
      return Promise.resolve({ url, headers });
    };
  if (access_key !== undefined)
    return (method, url, headers) => {
      const signature = sharedKey(access_key, account, method, url, headers);
      return Promise.resolve({ url, headers: { ...headers, authorization: `SharedKey ${account}:${signature}` } });
    };
  if (tenant_id === undefined || client_id === undefined)
    throw noCredentials(
      'There are no complete credentials. Give sas_token, or access_key, or tenant_id with client_id and, where the application does not trust this server, client_secret.',
    );
  const { identity } = ways;
  if (client_secret === undefined && !identity)
    throw noCredentials(
      'There is no client_secret, and this server issues no tokens: it has no public address by HTTPS (PLUMBLINE_PUBLIC_URL). Give the client secret.',
    );
  const proof = async (): Promise<Record<string, string>> =>
    client_secret === undefined
      ? { client_assertion_type: ASSERTION, client_assertion: (await identity?.(AUDIENCE)) ?? '' }
      : { client_secret };
  const token = renewed(async () => {
    const answer = await ways.ask(`${trimmed(authority)}/${encodeURIComponent(tenant_id)}/oauth2/v2.0/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        scope: SCOPE,
        ...(await proof()),
      }).toString(),
      maxBytes: MAX_PAGE_BYTES,
    });
    const refused = noCredentials(
      client_secret === undefined
        ? 'Microsoft Entra ID does not accept the identity of this server: a federated credential of the application has to trust its address as issuer, and the subject organization:<id> of this organization.'
        : 'Microsoft Entra ID does not accept the application: its secret has expired or is wrong, or the tenant is another one. Make a new client secret.',
    );
    if (answer.status === 400 || answer.status === 401) throw refused;
    if (answer.status !== 200) throw problemOf(answer, SENTENCES, 'a token', refused);
    const { access_token, expires_in } = objectIn(answer, 'Microsoft Entra ID');
    return { token: textOf(access_token), lifeSeconds: Number(expires_in) || 0 };
  });
  return async (_method, url, headers) => ({
    url,
    headers: { ...headers, authorization: `Bearer ${await token()}` },
  });
}
