import { sign } from 'node:crypto';
import { isObject } from '../../base/json.ts';
import type { Given, Ways } from '../contract/kind.ts';
import { MAX_PAGE_BYTES } from '../shared/limits.ts';
import { noCredentials, objectIn, problemOf, textOf } from '../shared/problems.ts';
import { renewed, type Tokens } from '../shared/token.ts';

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Key = { email: string; id: string; pem: string; tokenUri: string };

/** The parts of a service account's key. Other credential files could make this machine read files or run programs. */
function keyOf(text: string): Key {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw noCredentials("The credentials are no JSON. Give the text of a service account's key file.");
  }
  const type = isObject(file) ? textOf(file.type) : '';
  if (!isObject(file) || type !== 'service_account')
    throw noCredentials(
      `Credentials of the type ${/^\w{1,40}$/.test(type) ? type : 'unknown'} are not taken: they may name files or programs of this server. Give a service account's key, or an access token.`,
    );
  const key = {
    email: textOf(file.client_email),
    id: textOf(file.private_key_id),
    pem: textOf(file.private_key),
    tokenUri: textOf(file.token_uri) || TOKEN_URI,
  };
  if (key.email === '' || key.pem === '')
    throw noCredentials("The service account's key is not complete. Give the whole text of its file.");
  return key;
}

/** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
function assertionOf({ email, id, pem, tokenUri }: Key): string {
  const now = Math.floor(Date.now() / 1000);
  const head = base64({ alg: 'RS256', typ: 'JWT', kid: id });
  const text = `${head}.${base64({ iss: email, scope: SCOPE, aud: tokenUri, iat: now, exp: now + 3600 })}`;
  try {
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), pem).toString('base64url')}`;
  } catch {
    throw noCredentials(
      "The private key in the service account's key cannot be used. Make a new key and give its file.",
    );
  }
}

const SENTENCES = {
  server: 'Google',
  renew: 'Make a new key of the service account.',
  allow: 'Enable the service account.',
};

/** A request's access token: the given one, or one issued for a service account's key. Throws `credentials_missing`. */
export function tokenOf({ credentials, access_token }: Given, ways: Ways): Tokens {
  if (access_token !== undefined) return () => Promise.resolve(access_token);
  if (credentials === undefined)
    throw noCredentials("There are no credentials. Give a service account's key, or an access token.");
  const key = keyOf(credentials);
  return renewed(async () => {
    const body = new URLSearchParams({ grant_type: GRANT, assertion: assertionOf(key) }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await ways.ask(key.tokenUri, { method: 'POST', headers, body, maxBytes: MAX_PAGE_BYTES });
    const refused = noCredentials(
      "Google does not accept the service account's key: it was deleted or disabled, or the clock of this server is wrong. Make a new key.",
    );
    if (answer.status === 400) throw refused;
    if (answer.status !== 200) throw problemOf(answer, SENTENCES, 'a token', refused);
    const { access_token: token, expires_in: life } = objectIn(answer, 'Google');
    if (textOf(token) === '') throw refused;
    return { token: textOf(token), lifeSeconds: typeof life === 'number' ? life : 0 };
  });
}
