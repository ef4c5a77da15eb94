import type { Poster } from '../../base/poster.ts';
import { AppError } from '../../base/errors.ts';
import type { WithVault, Vault } from '../secrets/vault.ts';
import type { Ctx } from '../base/context.ts';

/** Of a path that is shorter than this, its last characters would tell too much. */
const LONG = 16;
const TOLD = 4;

/** What may be shown of an address: the host, and of what may be a credential the last characters. */
function hintOf({ origin, pathname, search }: URL): string {
  const rest = pathname + search;
  if (rest === '/') return `${origin}/`;
  return `${origin}/…${rest.length >= LONG ? rest.slice(-TOLD) : ''}`;
}

/** Where sealed texts lie: what is sealed for one column of one hook opens nowhere else. */
export const sealedIn = (hookId: string, column: 'url' | 'secret'): string => `hooks/${hookId}/${column}`;

/** An address as it is stored. 422 for one that may not be called. */
export function sealAddress(ctx: WithVault & WithPoster, hookId: string, text: string) {
  const refusal = ctx.poster.refusal(text);
  if (refusal !== undefined)
    throw new AppError('invalid_input', `Webhooks cannot be sent there: the address ${refusal}.`, {
      fields: [{ path: '/url', message: refusal }],
    });
  const url = new URL(text);
  return { url: ctx.vault.seal(url.href, sealedIn(hookId, 'url')), url_hint: hintOf(url) };
}

/** The address that was sealed. Throws `Unsealable` where it cannot be read here. */
export const openAddress = (vault: Vault, { id, url }: { id: string; url: Uint8Array }): string =>
  vault.open(url, sealedIn(id, 'url'));

export type WithPoster = {
  /** Sends to addresses that organizations choose. */
  poster: Poster;
};
