import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpOptions } from './types.ts';

/** As long as the code host takes a code. */
const OAUTH_STATE_SECONDS = 600;

type Address = Pick<HttpOptions, 'publicUrl'>;

/** Whether users come by https alone. */
export const isSecure = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false;

type Cookie = { name: 'plumbline_session' | 'plumbline_errand'; sameSite: 'Strict' | 'Lax' };
const SESSION: Cookie = { name: 'plumbline_session', sameSite: 'Strict' };
/** Lax, since the code host's redirect to the callback has to carry it. */
const OAUTH_STATE: Cookie = { name: 'plumbline_errand', sameSite: 'Lax' };

/** With the prefix, browsers take the cookie from this very host alone, and by https. */
const nameOf = ({ name }: Cookie, { publicUrl }: Address) => (isSecure(publicUrl) ? `__Host-${name}` : name);

function valueOf({ headers }: FastifyRequest, cookie: Cookie, address: Address): string | undefined {
  const name = `${nameOf(cookie, address)}=`;
  const sent = headers.cookie?.split(';').find((one) => one.trimStart().startsWith(name));
  return sent?.trim().slice(name.length);
}

/** The secret of the session that a request is sent in; undefined where it carries none. */
export const sessionSecretOf = (request: FastifyRequest, address: Address): string | undefined =>
  valueOf(request, SESSION, address);

/** The OAuth state that the browser was sent to the code host with; undefined where it was not, or long ago. */
export const oauthCookieOf = (request: FastifyRequest, address: Address): string | undefined =>
  valueOf(request, OAUTH_STATE, address);

/** Has the browser keep the OAuth state for ten minutes, or forget it. */
export function setOauthCookie(reply: FastifyReply, address: Address, value: string | undefined): void {
  set(reply, OAUTH_STATE, address, value ?? '', value === undefined ? 0 : OAUTH_STATE_SECONDS);
}

/** Has the browser keep the secret until the session ends, where no script reads it and no other site sends it. */
export function setSessionCookie(
  reply: FastifyReply,
  address: Address,
  of: { secret: string; expires_at: Date },
): void {
  const age = Math.max(0, Math.floor((of.expires_at.getTime() - Date.now()) / 1000));
  set(reply, SESSION, address, of.secret, age);
}

/** Has the browser forget it. */
export const clearSessionCookie = (reply: FastifyReply, address: Address): void => set(reply, SESSION, address, '', 0);

function set(reply: FastifyReply, cookie: Cookie, address: Address, value: string, maxAge: number): void {
  const secure = isSecure(address.publicUrl) ? '; Secure' : '';
  const name = nameOf(cookie, address);
  void reply.header(
    'Set-Cookie',
    `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${cookie.sameSite}${secure}`,
  );
}
