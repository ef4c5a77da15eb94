import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { countHooks, insertHook } from '../../store/queries/hooks.ts';
import type { WithVault } from '../secrets/vault.ts';
import { audited } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { sealAddress, sealedIn, type WithPoster } from './address.ts';
import type { HookEvent, HookFormat } from './events.ts';
import { fetchHooksOf, presentHook, type Hook } from './hook.ts';
import { newSecret } from './signing.ts';

/** How many webhooks an organization may have. */
export const MOST_HOOKS = 10;

type Input = {
  org_id: string;
  url: string;
  events: HookEvent[];
  format: HookFormat;
  enabled: boolean;
  description?: string | null;
};

/** Makes a webhook. The answer is the only place where its secret ever appears. 409 where there are as many as there may be. */
export async function createHook(ctx: Ctx & WithVault & WithPoster, input: Input): Promise<Hook & { secret: string }> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  const { format, enabled, description = null } = input;
  refuseSecrets({ description });
  const id = newId('hook');
  const secret = newSecret();
  const events = [...new Set(input.events)];
  const address = sealAddress(ctx, id, input.url);
  const sealed = { ...address, secret: ctx.vault.seal(secret, sealedIn(id, 'secret')) };
  const made = await audited(ctx, async (trx) => {
    if ((await countHooks(trx, scope)) >= MOST_HOOKS)
      throw new AppError('conflict', `An organization has ${MOST_HOOKS} webhooks at most; delete one first.`);
    const row = await insertHook(trx, { id, ...scope, ...sealed, format, enabled, description, events });
    const detail = { url_hint: row.url_hint, format, events, description, enabled };
    const event = { ...scope, action: 'webhook.create', target: { kind: 'webhook', id }, detail } as const;
    return { result: row, event };
  });
  return { ...presentHook(made), secret };
}
