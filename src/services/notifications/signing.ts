import { createHmac, randomBytes } from 'node:crypto';
import type { HookRow } from '../../store/queries/hooks.ts';
import type { Vault } from '../secrets/vault.ts';
import { sealedIn } from './address.ts';

const PREFIX = 'whsec_';

/** A signing secret as Standard Webhooks writes it: the prefix and 32 random bytes in base64. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** The secrets that sign at that time: the hook's own, and the one of before while its grace lasts. */
export function secretsAt(vault: Vault, hook: HookRow, now: Date): string[] {
  const { id, secret, previous_secret: previous, previous_secret_until: until } = hook;
  const sealed = previous && until && until > now ? [secret, previous] : [secret];
  return sealed.map((one) => vault.open(one, sealedIn(id, 'secret')));
}

/**
 * The headers that Standard Webhooks asks for: what the message is called, when it is sent, and a signature with each secret.
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
