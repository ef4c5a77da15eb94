import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { databases } from '../../testkit/database.ts';
import { startStandIn } from '../../testkit/sources/stand-in.ts';
import type { TestApi } from '../../testkit/api.ts';
import { withApi } from '../../testkit/with-api.ts';

const ISSUER = 'https://plumbline.acme.example';
const PROVIDER = 'projects/123/locations/global/workloadIdentityPools/plumbline/providers/plumbline';
const STATE = { version: 4, terraform_version: '1.9.0', serial: 1, lineage: 'a', resources: [] };

type Jwk = { kid: string; n: string; e: string; kty: string };

describe.each(await databases())('the identity of an instance on $kind', ({ open }) => {
  let api: TestApi;
  withApi(open, (made) => ({ api } = made), [], { publicUrl: `${ISSUER}/` });

  const get = async (url: string) => (await api.app.inject({ method: 'GET', url })).json<Record<string, unknown>>();
  const keys = async () => (await get('/.well-known/jwks.json')).keys as Jwk[];

  /** The claims of a token, after checking its signature with the published key. */
  async function claimsOf(token: string): Promise<Record<string, unknown>> {
    const [head = '', body = '', signature = ''] = token.split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const jwk = (await keys()).find(({ kid }) => kid === read(head).kid)!;
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    return read(body);
  }

  test('publishes where its keys are, and no private part of them', async () => {
    expect(await get('/.well-known/openid-configuration')).toMatchObject({
      issuer: ISSUER,
      jwks_uri: `${ISSUER}/.well-known/jwks.json`,
    });
    expect(Object.keys((await keys())[0] ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  test('reads a bucket of Google with no secret, as the organization that the source is of', async () => {
    const tokens: string[] = [];
    await using google = await startStandIn(({ url, body, headers }) => {
      if (url.pathname === '/v1/token') {
        const asked = JSON.parse(body.toString()) as { subjectToken: string; audience: string };
        tokens.push(asked.subjectToken);
        expect(asked.audience).toBe(`//iam.googleapis.com/${PROVIDER}`);
        return { body: { access_token: 'of-the-pool', expires_in: 3600 } };
      }
      if (url.pathname.endsWith(':generateAccessToken'))
        return headers.authorization === 'Bearer of-the-pool'
          ? { body: { accessToken: 'of-the-account' } }
          : { status: 403 };
      if (headers.authorization !== 'Bearer of-the-account') return { status: 401 };
      const isList = url.pathname.endsWith('/o');
      return { body: isList ? { items: [{ name: 'a.tfstate', size: '9', generation: '1' }] } : STATE };
    });
    const { id, key } = await api.organization('federated', 'admin');
    const settings = {
      bucket: 'acme-states',
      workload_identity_provider: PROVIDER,
      service_account: 'plumbline@acme.iam.gserviceaccount.com',
      token_endpoint: google.url,
      endpoint: google.url,
    };
    const path = `/orgs/${id}/state-sources/gcp`;
    const saved = await api.call('PUT', path, { key, body: { kind: 'gcs', settings } });
    expect([saved.statusCode, saved.json()]).toMatchObject([200, { credentials: [] }]);
    expect((await api.call('GET', `${path}/verify`, { key })).json()).toMatchObject({
      checks: [{ ok: true }, { ok: true }, {}],
    });
    const claims = await claimsOf(tokens[0] ?? '');
    expect(claims).toMatchObject({ iss: ISSUER, sub: `organization:${id}`, aud: `//iam.googleapis.com/${PROVIDER}` });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(600);
  });

  test('signs in to Azure with no secret, and says what to trust where that is refused', async () => {
    const tokens: string[] = [];
    await using azure = await startStandIn(({ url, body }) => {
      if (!url.pathname.endsWith('/oauth2/v2.0/token')) return { status: 404 };
      tokens.push(new URLSearchParams(body.toString()).get('client_assertion') ?? '');
      return { status: 401, body: { error: 'invalid_client' } };
    });
    const { id, key } = await api.organization('azure', 'admin');
    const settings = {
      storage_account_name: 'acmestates',
      container_name: 'tfstate',
      endpoint: azure.url,
      authority: azure.url,
    };
    const credentials = { tenant_id: 'acme.example', client_id: 'plumbline' };
    const path = `/orgs/${id}/state-sources/azure`;
    const saved = await api.call('PUT', path, { key, body: { kind: 'azurerm', settings, credentials } });
    expect(saved.statusCode).toBe(200);
    const verified = await api.call('GET', `${path}/verify`, { key });
    expect(verified.json()).toMatchObject({ ok: false, checks: [{ code: 'credentials_missing' }] });
    expect(verified.body).toContain('organization:<id>');
    expect(await claimsOf(tokens[0] ?? '')).toMatchObject({
      sub: `organization:${id}`,
      aud: 'api://AzureADTokenExchange',
    });
  });
});

describe('an instance without a public address', async () => {
  const [database] = await databases();
  let api: TestApi;
  withApi(database!.open, (made) => ({ api } = made));

  test('issues no tokens, and says so where one would be needed', async () => {
    expect((await api.app.inject({ method: 'GET', url: '/.well-known/jwks.json' })).statusCode).toBe(404);
    const { id, key } = await api.organization('private', 'admin');
    const settings = { bucket: 'acme-states', workload_identity_provider: PROVIDER };
    const saved = await api.call('PUT', `/orgs/${id}/state-sources/gcp`, { key, body: { kind: 'gcs', settings } });
    expect([saved.statusCode, saved.body]).toEqual([422, expect.stringContaining('PLUMBLINE_PUBLIC_URL')]);
  });
});
