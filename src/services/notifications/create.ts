import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import {
  countHooks,
  insertHook,
  deleteHook as remove,
  lockHook,
  updateHook as write,
} from '../../store/queries/hooks.ts';
import { openIfOurs, type WithVault } from '../secrets/vault.ts';
import { audited, changesOf } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { sealAddress, sealedIn, newSecret, type WithPoster } from './address.ts';
import type { HookEvent, HookFormat } from './events.ts';
import { fetchHooksOf, presentHook, noSuchHook, HOOK_FIELDS, type Hook } from './list.ts';
import { scoped } from '../../store/scope.ts';

/** The maximal number of webhooks of an organization. */
const MAX_HOOKS = 10;

type Fields = { url: string; events: HookEvent[]; format: HookFormat; enabled: boolean; description?: string | null };

/** Creates a webhook. Its secret appears nowhere but in this result. 409 at the maximal number of webhooks. */
export async function createHook(
  ctx: Ctx & WithVault & WithPoster,
  input: Fields & { org_id: string },
): Promise<Hook & { secret: string }> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  const { format, enabled, description = null } = input;
  refuseSecrets({ description });
  const id = newId('hook');
  const secret = newSecret();
  const events = [...new Set(input.events)];
  const address = sealAddress(ctx, id, input.url);
  const sealed = { ...address, secret: ctx.vault.seal(secret, sealedIn(id, 'secret')) };
  const made = await audited(ctx, async (trx) => {
    if ((await countHooks(scoped(trx, scope))) >= MAX_HOOKS)
      throw new AppError('conflict', `An organization has ${MAX_HOOKS} webhooks at most; delete one first.`);
    const row = await insertHook(trx, { id, ...scope, ...sealed, format, enabled, description, events });
    const detail = { url_hint: row.url_hint, format, events, description, enabled };
    const event = { ...scope, action: 'webhook.create', target: { kind: 'webhook', id }, detail } as const;
    return { result: row, event };
  });
  return { ...presentHook(made), secret };
}

/** Deletes a webhook with its log. Waiting messages are not sent any more. */
export async function deleteHook(ctx: Ctx, input: { org_id: string; hook_id: string }): Promise<void> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  await audited(ctx, async (trx) => {
    const row = await remove(scoped(trx, scope), input.hook_id);
    if (!row) throw noSuchHook();
    const { id, url_hint, format, events } = row;
    const event = { action: 'webhook.delete', detail: { url_hint, format, events } } as const;
    return { result: undefined, event: { ...event, ...scope, target: { kind: 'webhook', id } } };
  });
}

/**
 * Gives a webhook a new secret, which appears nowhere but in this result. For `grace_seconds`, messages are signed with
 * the previous secret as well; an even older one stops signing.
 */
export async function rotateHook(
  ctx: Ctx & WithVault,
  input: { org_id: string; hook_id: string; grace_seconds: number },
): Promise<Hook & { secret: string }> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  const secret = newSecret();
  const made = await audited(ctx, async (trx) => {
    const tenant = scoped(trx, scope);
    const before = await lockHook(tenant, input.hook_id);
    if (!before) throw noSuchHook();
    const until = input.grace_seconds === 0 ? null : new Date(Date.now() + input.grace_seconds * 1000);
    const after = await write(tenant, before.id, {
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

/** Changes the given fields of a webhook. A new address, or enabling it, resets its failure history. */
export async function updateHook(
  ctx: Ctx & WithVault & WithPoster,
  input: { org_id: string; hook_id: string; patch: Partial<Fields> },
): Promise<Hook> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  const { url, events, ...plain } = input.patch;
  refuseSecrets({ description: plain.description });
  const address = url === undefined ? undefined : sealAddress(ctx, input.hook_id, url);
  const made = await audited(ctx, async (trx) => {
    const tenant = scoped(trx, scope);
    const before = await lockHook(tenant, input.hook_id);
    if (!before) throw noSuchHook();
    const moved = url !== undefined && new URL(url).href !== addressOf(ctx, before);
    const fresh = (moved || (plain.enabled === true && !before.enabled)) && { failing_since: null };
    const after = await write(tenant, before.id, {
      ...plain,
      ...(events && { events: [...new Set(events)] }),
      ...(moved && address),
      ...(plain.enabled !== undefined && { disabled_reason: null }),
      ...fresh,
    });
    // Two addresses may have the same hint.
    const detail = { ...changesOf(before, after, HOOK_FIELDS), ...(moved && { url: 'changed' }) };
    const event = { ...scope, action: 'webhook.update', target: { kind: 'webhook', id: before.id }, detail } as const;
    return { result: after, event: Object.keys(detail).length === 0 ? null : event };
  });
  return presentHook(made);
}

/**
 * The previous address; undefined if it was sealed with a lost key, in which case a new address repairs the webhook.
 */
const addressOf = ({ vault }: WithVault, { id, url }: { id: string; url: Uint8Array }): string | undefined =>
  openIfOurs(vault, url, sealedIn(id, 'url'));
