import { createHash, generateKeyPair, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { insertIdentityKey, listIdentityKeys } from '../../store/queries/identity-keys.ts';
import type { WithDatabase } from '../base/context.ts';
import { openIfOurs, type WithVault } from '../secrets/vault.ts';

/** A public key in the format of RFC 7517. */
type Jwk = { kty: string; n: string; e: string; kid: string; use: 'sig'; alg: 'RS256' };

/**
 * This instance as an OpenID Connect issuer. Its tokens tell clouds for which organization Plumbline calls. A cloud
 * that trusts issuer and subject needs no secret stored here.
 */
export type Identity = {
  /** The issuer's address, with its documents below `/.well-known/`. */
  issuer: string;
  /** The public keys, https://www.rfc-editor.org/rfc/rfc7517. */
  keys(): Promise<Jwk[]>;
  /** A token for one organization, valid for ten minutes, https://www.rfc-editor.org/rfc/rfc7519. */
  tokenFor(orgId: string, audience: string): Promise<string>;
};

export type WithIdentity = {
  /** Undefined if this instance has no public HTTPS address. */
  identity: Identity | undefined;
};

/** The subject of an organization's token: its id, since logins can change owners. */
export const subjectOf = (orgId: string): string => `organization:${orgId}`;

const LIFE_SECONDS = 600;
const generate = promisify(generateKeyPair);

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const sealedIn = (id: string): string => `identity_keys/${id}`;

/** RSA, since all clouds accept it and some accept nothing else. */
async function newKey() {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 });
  const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url').slice(0, 22);
  const jwk: Jwk = { kty, n, e, kid, use: 'sig', alg: 'RS256' };
  return { id: kid, jwk, pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() };
}

/**
 * Creates the issuer. Its key is generated on first use. Several instances may each generate one; all are published.
 */
export function createIdentity({ store: { db }, vault }: WithDatabase & WithVault, issuer: string): Identity {
  async function signingKey(): Promise<{ id: string; pem: string }> {
    for (const { id, private_key } of await listIdentityKeys(db)) {
      const pem = openIfOurs(vault, private_key, sealedIn(id));
      // A key that was sealed with a lost vault key is replaced by another one.
      if (pem !== undefined) return { id, pem };
    }
    const { id, jwk, pem } = await newKey();
    const private_key = vault.seal(pem, sealedIn(id));
    await insertIdentityKey(db, { id, public_key: JSON.stringify(jwk), private_key, created_at: new Date() });
    return { id, pem };
  }

  return {
    issuer,
    async keys() {
      // An admin who sets up trust reads the keys before the first token exists.
      await signingKey();
      return (await listIdentityKeys(db)).map(({ public_key }) => public_key);
    },
    async tokenFor(orgId, audience) {
      const { id, pem } = await signingKey();
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, sub: subjectOf(orgId), aud: audience, iat: now, nbf: now, exp: now + LIFE_SECONDS };
      const text = `${base64({ alg: 'RS256', typ: 'JWT', kid: id })}.${base64({ ...claims, jti: randomUUID() })}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), pem).toString('base64url')}`;
    },
  };
}
