import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import {
  insertApiKey,
  listApiKeys,
  lockApiKey,
  replaceApiKey,
  revokeApiKey,
  type ApiKeyRow,
} from '../../store/queries/api-keys.ts';
import type { WithQuotas } from '../quotas/quotas.ts';
import { audited } from '../audit/audited.ts';
import type { Ctx, Scope } from '../base/context.ts';
import { instantOf, page, type Page, type PageRequest } from '../base/paging.ts';
import { pick, timeOf } from '../base/present.ts';
import { fetchOrganization } from '../access/organization.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { hashKey, newKey } from './format.ts';
import { scoped } from '../../store/scope.ts';

/** The keys of an organization, revoked and expired ones included, newest first. */
export async function listKeys(ctx: Ctx, input: PageRequest & { org_id: string }): Promise<Page<ApiKey>> {
  const { id } = await fetchOrganization(ctx, input.org_id, 'admin');
  return page(input, (limit, after) => listApiKeys(scoped(ctx.store.db, { org_id: id }), { limit, after }), presentKey);
}

/** A key as the API shows it; `hint` is its last four characters. The key itself is shown once, when it is created. */
export type ApiKey = ReturnType<typeof presentKey>;

const presentKey = (row: ApiKeyRow) => ({
  ...pick(row, 'id', 'name', 'hint', 'scopes'),
  created_at: row.created_at.toISOString(),
  expires_at: timeOf(row.expires_at),
  revoked_at: timeOf(row.revoked_at),
  /** Exact to a minute. */
  last_used_at: timeOf(row.last_used_at),
  /** `replaces`: the key that this one replaced; `rotated_to`: the key that replaced it. */
  ...pick(row, 'replaces', 'rotated_to'),
});

const newKeyColumns = (key: string) => ({ id: newId('key'), hash: hashKey(key), hint: key.slice(-4) });

/** Creates a key for an organization. The key itself appears nowhere but in this result. */
export async function createKey(
  ctx: Ctx & WithQuotas,
  input: { org_id: string; name: string; scopes: Scope[]; expires_at?: string | null },
): Promise<ApiKey & { key: string }> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id, 'admin');
  refuseSecrets({ name: input.name });
  const expires = input.expires_at ? instantOf(input.expires_at, '/expires_at') : null;
  if (expires && expires.getTime() <= Date.now())
    throw new AppError('invalid_input', 'The expiry is in the past. Give a later time.', {
      fields: [{ path: '/expires_at', message: 'must lie in the future' }],
    });
  const key = newKey();
  const created = await audited(ctx, async (trx) => {
    await ctx.quotas.require(scoped(trx, { org_id }), 'keys');
    const scopes = [...new Set(input.scopes)];
    const row = await insertApiKey(trx, {
      ...newKeyColumns(key),
      org_id,
      name: input.name,
      scopes,
      expires_at: expires,
    });
    const { id, ...detail } = pick(presentKey(row), 'id', 'name', 'hint', 'scopes', 'expires_at');
    return { result: row, event: { org_id, action: 'key.create', target: { kind: 'key', id }, detail } };
  });
  return { ...presentKey(created), key };
}

const noSuchKey = () => new AppError('not_found', 'No such key.');

/** Revokes a key at once. 404 if it is revoked already, does not exist, or belongs to another organization. */
export async function revokeKey(ctx: Ctx, input: { org_id: string; key_id: string }): Promise<void> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id, 'admin');
  await audited(ctx, async (trx) => {
    const row = await revokeApiKey(scoped(trx, { org_id }), input.key_id, new Date());
    if (!row) throw noSuchKey();
    const detail = pick(row, 'name', 'hint');
    return { result: undefined, event: { org_id, action: 'key.revoke', target: { kind: 'key', id: row.id }, detail } };
  });
}

function refuseEnded(row: ApiKeyRow, now: Date): void {
  if (row.revoked_at !== null) throw new AppError('conflict', 'This key is revoked; create a new key.');
  if (row.rotated_to !== null)
    throw new AppError('conflict', `This key was rotated already: ${row.rotated_to} took its place; rotate that one.`);
  if (row.expires_at !== null && row.expires_at <= now)
    throw new AppError('conflict', 'This key has expired; create a new key.');
}

/**
 * Replaces a key by a new one with the same name, scopes and expiry. The old key works for `grace_seconds` more, but
 * never beyond its own expiry. 409 if it is revoked, expired, or was rotated before: of several concurrent rotations
 * one succeeds.
 */
export async function rotateKey(
  ctx: Ctx,
  input: { org_id: string; key_id: string; grace_seconds: number },
): Promise<ApiKey & { key: string }> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id, 'admin');
  const key = newKey();
  const created = await audited(ctx, async (trx) => {
    const tenant = scoped(trx, { org_id });
    const old = await lockApiKey(tenant, input.key_id);
    if (!old) throw noSuchKey();
    const now = new Date();
    refuseEnded(old, now);
    const { name, scopes, expires_at } = old;
    const row = await insertApiKey(trx, { ...newKeyColumns(key), org_id, name, scopes, expires_at, replaces: old.id });
    const graceEnd = new Date(now.getTime() + input.grace_seconds * 1000);
    const end = expires_at !== null && expires_at < graceEnd ? expires_at : graceEnd;
    await replaceApiKey(tenant, old.id, { rotated_to: row.id, expires_at: end });
    const expiry = { before: timeOf(expires_at), after: end.toISOString() };
    const detail = { name, hint: old.hint, rotated_to: row.id, expires_at: expiry };
    return { result: row, event: { org_id, action: 'key.rotate', target: { kind: 'key', id: old.id }, detail } };
  });
  return { ...presentKey(created), key };
}
