import { lockHook, updateHook } from '../../store/queries/hooks.ts';
import type { WithVault } from '../secrets/vault.ts';
import { audited } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { sealedIn } from './address.ts';
import { fetchHooksOf, noSuchHook, presentHook, type Hook } from './hook.ts';
import { newSecret } from './signing.ts';

/**
 * Gives a webhook another secret, which the answer alone shows. Messages are signed with the one of before as well for
 * `grace_seconds`; one from before that does not sign any more.
 */
export async function rotateHook(
  ctx: Ctx & WithVault,
  input: { org_id: string; hook_id: string; grace_seconds: number },
): Promise<Hook & { secret: string }> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  const secret = newSecret();
  const made = await audited(ctx, async (trx) => {
    const before = await lockHook(trx, scope, input.hook_id);
    if (!before) throw noSuchHook();
    const until = input.grace_seconds === 0 ? null : new Date(Date.now() + input.grace_seconds * 1000);
    const after = await updateHook(trx, scope, before.id, {
      secret: ctx.vault.seal(secret, sealedIn(before.id, 'secret')),
      previous_secret: until && before.secret,
      previous_secret_until: until,
    });
    const detail = { url_hint: after.url_hint, both_until: until?.toISOString() ?? null };
    const event = { ...scope, action: 'webhook.rotate', target: { kind: 'webhook', id: before.id }, detail } as const;
    return { result: after, event };
  });
  return { ...presentHook(made), secret };
}
