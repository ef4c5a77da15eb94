import { insertSessionLink } from '../../store/queries/sessions.ts';
import { audited } from '../audit/audited.ts';
import { ownOrganization, type Ctx } from '../base/context.ts';
import type { Session } from './authenticate.ts';
import { hashSecret, linkName, newSecret } from './secret.ts';
import { holderColumns } from './sign-in.ts';

const LASTS_MS = 5 * 60_000;

/**
 * Makes a link that signs somebody in once, as the caller and with the caller's scopes. Made in a session, what it opens ends
 * with that session. 403 for somebody who signed in at the code host. The audit log has who made it, and who followed it.
 */
export async function makeSessionLink(
  ctx: Pick<Ctx, 'store' | 'principal' | 'request_id'>,
  { operatorHash, session }: { operatorHash: Uint8Array; session: Session | undefined },
): Promise<{ token: string; expires_at: Date }> {
  const { principal } = ctx;
  const token = newSecret();
  const hash = hashSecret(token);
  const expires_at = new Date(Date.now() + LASTS_MS);
  const row = {
    ...holderColumns(principal, operatorHash),
    hash,
    opened_by: session?.id ?? null,
    expires_at,
  };
  return audited(ctx, async (trx) => {
    await insertSessionLink(trx, row);
    const event = {
      org_id: ownOrganization(ctx) ?? null,
      action: 'session_link.create',
      target: { kind: 'session_link', id: linkName(hash) },
      detail: { scopes: row.scopes, expires_at: expires_at.toISOString() },
    } as const;
    return { result: { token, expires_at }, event };
  });
}
