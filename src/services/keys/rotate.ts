import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { insertApiKey, lockApiKey, replaceApiKey, type ApiKeyRow } from '../../store/queries/api-keys.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { hashKey, newKey } from './format.ts';
import { presentKey, type ApiKey } from './list.ts';

function refuseEnded(row: ApiKeyRow, now: Date): void {
  if (row.revoked_at !== null) throw new AppError('conflict', 'This key is revoked; make a new one.');
  if (row.rotated_to !== null)
    throw new AppError('conflict', `This key was rotated already: ${row.rotated_to} took its place; rotate that one.`);
  if (row.expires_at !== null && row.expires_at <= now)
    throw new AppError('conflict', 'This key has expired; make a new one.');
}

/**
 * Makes the key that takes another one's place: same name, scopes and expiry. The old one works for `grace_seconds` more,
 * and never longer than it would have. 409 for a key that is revoked, has expired, or was rotated before: of several
 * rotations at once one wins.
 */
export async function rotateKey(
  ctx: Ctx,
  input: { org_id: string; key_id: string; grace_seconds: number },
): Promise<ApiKey & { key: string }> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  const key = newKey();
  const made = await audited(ctx, async (trx) => {
    const old = await lockApiKey(trx, org_id, input.key_id);
    if (!old) throw new AppError('not_found', 'No such key.');
    const now = new Date();
    refuseEnded(old, now);
    const { name, scopes, expires_at } = old;
    const made = { id: newId('key'), org_id, name, scopes, expires_at, hash: hashKey(key), hint: key.slice(-4) };
    const row = await insertApiKey(trx, { ...made, replaces: old.id });
    const graceEnd = new Date(now.getTime() + input.grace_seconds * 1000);
    const end = expires_at !== null && expires_at < graceEnd ? expires_at : graceEnd;
    await replaceApiKey(trx, org_id, old.id, { rotated_to: row.id, expires_at: end });
    const expiry = { before: expires_at?.toISOString() ?? null, after: end.toISOString() };
    const detail = { name, hint: old.hint, rotated_to: row.id, expires_at: expiry };
    return { result: row, event: { org_id, action: 'key.rotate', target: { kind: 'key', id: old.id }, detail } };
  });
  return { ...presentKey(made), key };
}
