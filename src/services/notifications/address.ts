import { createHmac, randomBytes } from 'node:crypto';
import type { Poster } from '../../base/poster.ts';
import { AppError } from '../../base/errors.ts';
import { percentDecoded } from '../../base/percent.ts';
import type { HookRow } from '../../store/queries/hooks.ts';
import { visible } from '../../base/visible.ts';
import { MASK, maskText } from '../../engine/mask/mask.ts';
import type { WithVault, Vault } from '../secrets/vault.ts';

/** The end of a shorter path would reveal too much of it. */
const MIN_HINTED_LENGTH = 16;
const HINT_LENGTH = 4;

/**
 * The part of an address that may be shown: the origin, and the last characters of the rest, which may be a credential.
 */
function hintOf({ origin, pathname, search }: URL): string {
  const rest = pathname + search;
  if (rest === '/') return `${origin}/`;
  return `${origin}/…${rest.length >= MIN_HINTED_LENGTH ? rest.slice(-HINT_LENGTH) : ''}`;
}

/** The name of a sealed column: a text that was sealed for one column of one hook opens nowhere else. */
export const sealedIn = (hookId: string, column: 'url' | 'secret'): string => `hooks/${hookId}/${column}`;

/** Seals an address for storage. Throws 422 if webhooks may not be sent to it. */
export function sealAddress(ctx: WithVault & WithPoster, hookId: string, text: string) {
  const refusal = ctx.poster.refusal(text);
  if (refusal !== undefined)
    throw new AppError('invalid_input', `Webhooks cannot be sent there: the address ${refusal}.`, {
      fields: [{ path: '/url', message: refusal }],
    });
  const url = new URL(text);
  return { url: ctx.vault.seal(url.href, sealedIn(hookId, 'url')), url_hint: hintOf(url) };
}

/** Opens a sealed address. Throws `Unsealable` if it cannot be read here. */
export const openAddress = (vault: Vault, { id, url }: { id: string; url: Uint8Array }): string =>
  vault.open(url, sealedIn(id, 'url'));

export type WithPoster = {
  /** Sends to addresses that organizations choose. */
  poster: Poster;
};

const PREFIX = 'whsec_';

/** Creates a signing secret in the form of Standard Webhooks: the prefix and 32 random bytes in base64. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** The secrets that sign at a time: the hook's own, and the previous one during its grace period. */
export function secretsAt(vault: Vault, hook: HookRow, now: Date): string[] {
  const { id, secret, previous_secret: previous, previous_secret_until: until } = hook;
  const sealed = previous && until && until > now ? [secret, previous] : [secret];
  return sealed.map((one) => vault.open(one, sealedIn(id, 'secret')));
}

/**
 * The headers of Standard Webhooks: the message id, the time of sending, and a signature with each secret.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  message: { id: string; body: string },
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const content = `${message.id}.${timestamp}.${message.body}`;
  const sign = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(content)
      .digest('base64')}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(sign).join(' '),
  };
}

const MAX_EXCERPT_LENGTH = 200;
/** Shorter parts of an address are no credentials, and may be words of ordinary responses. */
const MIN_CREDENTIAL_LENGTH = 6;

/**
 * The start of a response for the log, on one line. Everything that looks like a secret is masked, and so are the
 * hook's secrets and the parts of its address, which some servers repeat. Null if nothing is left.
 */
export function excerptOf(body: string, address: string, secrets: readonly string[]): string | null {
  const { pathname, search } = new URL(address);
  const parts = `${pathname}${search}`.split(/[/?&=]/).filter((part) => part.length >= MIN_CREDENTIAL_LENGTH);
  const hidden = [...secrets, address, ...parts, ...parts.map(percentDecoded)].sort((a, b) => b.length - a.length);
  let text = body.slice(0, 4 * MAX_EXCERPT_LENGTH).toWellFormed();
  for (const one of hidden) text = text.replaceAll(one, MASK);
  const line = visible(maskText(text.replaceAll(/\s+/g, ' ').trim()));
  return line === '' ? null : line.slice(0, MAX_EXCERPT_LENGTH).toWellFormed();
}
