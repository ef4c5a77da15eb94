import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpOptions } from './types.ts';

/** As long as the code host accepts a code. */
const OAUTH_STATE_SECONDS = 600;

type Address = Pick<HttpOptions, 'publicUrl'>;

/** Whether users come only by HTTPS. */
export const isSecure = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false;

type Cookie = { name: 'plumbline_session' | 'plumbline_errand'; sameSite: 'Strict' | 'Lax' };
const SESSION: Cookie = { name: 'plumbline_session', sameSite: 'Strict' };
/** Lax, because the code host's redirect to the callback must send it. */
const OAUTH_STATE: Cookie = { name: 'plumbline_errand', sameSite: 'Lax' };

/** With the prefix, browsers accept the cookie only from this host, and only by HTTPS. */
const nameOf = ({ name }: Cookie, { publicUrl }: Address) => (isSecure(publicUrl) ? `__Host-${name}` : name);

function valueOf({ headers }: FastifyRequest, cookie: Cookie, address: Address): string | undefined {
  const name = `${nameOf(cookie, address)}=`;
  const sent = headers.cookie?.split(';').find((one) => one.trimStart().startsWith(name));
  return sent?.trim().slice(name.length);
}

/** The session's secret in a request's cookie; undefined without one. */
export const sessionSecretOf = (request: FastifyRequest, address: Address): string | undefined =>
  valueOf(request, SESSION, address);

/** The OAuth state that the browser took to the code host; undefined without one, or after it expired. */
export const oauthCookieOf = (request: FastifyRequest, address: Address): string | undefined =>
  valueOf(request, OAUTH_STATE, address);

/** Stores the OAuth state in the browser for ten minutes, or removes it. */
export function setOauthCookie(reply: FastifyReply, address: Address, value: string | undefined): void {
  set(reply, OAUTH_STATE, address, value ?? '', value === undefined ? 0 : OAUTH_STATE_SECONDS);
}

/** Stores the secret in the browser until the session ends, out of reach of scripts and of other sites' requests. */
export function setSessionCookie(
  reply: FastifyReply,
  address: Address,
  of: { secret: string; expires_at: Date },
): void {
  const age = Math.max(0, Math.floor((of.expires_at.getTime() - Date.now()) / 1000));
  set(reply, SESSION, address, of.secret, age);
}

export const clearSessionCookie = (reply: FastifyReply, address: Address): void => set(reply, SESSION, address, '', 0);

function set(reply: FastifyReply, cookie: Cookie, address: Address, value: string, maxAge: number): void {
  const secure = isSecure(address.publicUrl) ? '; Secure' : '';
  const name = nameOf(cookie, address);
  void reply.header(
    'Set-Cookie',
    `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${cookie.sameSite}${secure}`,
  );
}
