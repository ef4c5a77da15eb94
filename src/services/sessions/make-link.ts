import { insertSessionLink } from '../../store/queries/sessions.ts';
import type { Ctx } from '../context.ts';
import type { Session } from './authenticate.ts';
import { hashSecret, newSecret } from './secret.ts';
import { whose } from './sign-in.ts';

const LASTS_MS = 5 * 60_000;

/**
 * Makes a link that signs somebody in once, as the caller and with the caller's scopes. Made in a session, what it opens ends
 * with that session. 403 for somebody who signed in at the code host.
 */
export async function makeSessionLink(
  { store, principal }: Pick<Ctx, 'store' | 'principal'>,
  { operatorHash, session }: { operatorHash: Uint8Array; session: Session | undefined },
): Promise<{ token: string; expires_at: Date }> {
  const token = newSecret();
  const expires_at = new Date(Date.now() + LASTS_MS);
  const row = {
    ...whose(principal, operatorHash),
    hash: hashSecret(token),
    opened_by: session?.id ?? null,
    expires_at,
  };
  await insertSessionLink(store.db, row);
  return { token, expires_at };
}
