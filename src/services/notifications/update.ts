import { lockHook, updateHook as write } from '../../store/queries/hooks.ts';
import { Unsealable, type WithVault } from '../secrets/vault.ts';
import { audited } from '../audit/audited.ts';
import { changesOf } from '../audit/changes.ts';
import type { Ctx } from '../base/context.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { openAddress, sealAddress, type WithPoster } from './address.ts';
import type { HookEvent, HookFormat } from './events.ts';
import { fetchHooksOf, HOOK_FIELDS, noSuchHook, presentHook, type Hook } from './hook.ts';

type Patch = {
  url?: string;
  events?: HookEvent[];
  format?: HookFormat;
  enabled?: boolean;
  description?: string | null;
};

/** Changes what is named of a webhook. Another address, or enabling it, gives it a fresh start. */
export async function updateHook(
  ctx: Ctx & WithVault & WithPoster,
  input: { org_id: string; hook_id: string; patch: Patch },
): Promise<Hook> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  const { url, events, ...plain } = input.patch;
  refuseSecrets({ description: plain.description });
  const address = url === undefined ? undefined : sealAddress(ctx, input.hook_id, url);
  const made = await audited(ctx, async (trx) => {
    const before = await lockHook(trx, scope, input.hook_id);
    if (!before) throw noSuchHook();
    const moved = url !== undefined && new URL(url).href !== addressOf(ctx, before);
    const fresh = (moved || (plain.enabled === true && !before.enabled)) && { failing_since: null };
    const after = await write(trx, scope, before.id, {
      ...plain,
      ...(events && { events: [...new Set(events)] }),
      ...(moved && address),
      ...(plain.enabled !== undefined && { disabled_reason: null }),
      ...fresh,
    });
    // Two addresses may look the same in what is shown of them.
    const detail = { ...changesOf(before, after, HOOK_FIELDS), ...(moved && { url: 'changed' }) };
    const event = { ...scope, action: 'webhook.update', target: { kind: 'webhook', id: before.id }, detail } as const;
    return { result: after, event: Object.keys(detail).length === 0 ? null : event };
  });
  return presentHook(made);
}

/** What it was; undefined where it was sealed with a key that is lost, which another address mends. */
function addressOf(ctx: Ctx & WithVault, row: { id: string; url: Uint8Array }): string | undefined {
  try {
    return openAddress(ctx.vault, row);
  } catch (error) {
    if (error instanceof Unsealable) return undefined;
    throw error;
  }
}
