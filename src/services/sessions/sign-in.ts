import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Store } from '../../store/database.ts';
import { findApiKeysByHash } from '../../store/queries/api-key-by-hash.ts';
import {
  endOldest,
  findSessionsByHash,
  insertSession,
  insertSessionLink,
  takeSessionLink,
  type SessionLinkRow,
} from '../../store/queries/sessions.ts';
import { transact } from '../../store/transact.ts';
import type { Trx } from '../../store/scope.ts';
import { audited, recordChange } from '../audit/audited.ts';
import { holds, ownOrganization, SCOPES, type Ctx, type Principal, type Scope } from '../base/context.ts';
import { holderOfKey } from '../keys/authenticate.ts';
import type { Session } from './authenticate.ts';
import { hashSecret, isSecretShaped, linkName, newSecret, endOf, principalOf } from './secret.ts';

/** The lifetime of a session, however much it is used. */
export const LASTS_MS = 8 * 3600_000;
/** The maximal number of sessions of one holder; a further sign-in ends the oldest. */
export const MAX_SESSIONS = 50;

type SignInContext = { store: Store; operatorHash: Uint8Array; request_id: string };

/** A new session. Only its holder ever knows `secret`. */
type SignedIn = { principal: Principal; session: Session; secret: string };

/** Signs in with an API key, or with the operator key. `scopes` may narrow those of the key. 401, 403. */
export async function signInWithKey(
  context: SignInContext,
  input: { key: string; scopes?: Scope[] | undefined },
): Promise<SignedIn> {
  const { store, operatorHash } = context;
  const lookUp = async (hash: Uint8Array) => (await findApiKeysByHash(store.db, [hash]))[0];
  const holder = await holderOfKey({ store, lookUp }, operatorHash, input.key);
  if (!holder) throw new AppError('unauthenticated', 'No such key, or it was revoked or has expired: use another one.');
  const principal = narrowed(holder, input.scopes);
  return transact(store, (trx) => begin(trx, context, principal));
}

function narrowed<P extends Principal>(holder: P, scopes: Scope[] | undefined): P {
  if (!scopes) return holder;
  if (holder.kind === 'operator')
    throw new AppError(
      'invalid_input',
      'The operator key has no scopes: leave them out, or use a key of an organization.',
      {
        fields: [{ path: '/scopes', message: 'cannot be chosen with the operator key' }],
      },
    );
  const lacking = scopes.find((scope) => !holds(holder, scope));
  if (lacking !== undefined)
    throw new AppError('forbidden', `This key lacks the scope "${lacking}": ask for fewer, or use a key that has it.`);
  return { ...holder, scopes: [...new Set(scopes)] };
}

/**
 * Signs in by a link, which works once: of several concurrent uses one succeeds. The session ends with the session that
 * the link was made in, if any. 401 if the link is used or expired, or its key is no longer valid.
 */
export async function signInByLink(
  context: SignInContext,
  input: { link: string; scopes?: Scope[] | undefined },
): Promise<SignedIn> {
  return transact(context.store, async (trx) => {
    const row = isSecretShaped(input.link) ? await takeSessionLink(trx, hashSecret(input.link)) : undefined;
    const principal = row && principalOf(row, context.operatorHash, new Date());
    if (!row || !principal)
      throw new AppError(
        'unauthenticated',
        'This link was used already, or is older than 5 minutes: get another one, or sign in with a key.',
      );
    return begin(trx, context, narrowed(principal, input.scopes), row);
  });
}

async function begin(
  trx: Trx,
  { operatorHash, request_id }: SignInContext,
  principal: Principal,
  link?: SessionLinkRow,
): Promise<SignedIn> {
  const id = newId('ses');
  const secret = newSecret();
  const hash = hashSecret(secret);
  const latest = new Date(Date.now() + LASTS_MS);
  const end = link?.opener_expires_at ?? latest;
  const expires_at = end < latest ? end : latest;
  const opened_by = link?.opened_by ?? null;
  await insertSession(trx, { id, ...holderColumns(principal, operatorHash), hash, opened_by, expires_at });
  await endOldest(trx, id, MAX_SESSIONS);
  const [row] = await findSessionsByHash(trx, [hash]);
  if (!row) throw new Error('the session that was begun is gone');
  const session = { id: row.id, expires_at: endOf(row) };
  // The operator's sessions belong to no organization and are recorded in the log of the instance.
  const [org_id, scopes] = principal.kind === 'operator' ? [null, [...SCOPES]] : [principal.org_id, principal.scopes];
  const means: JsonObject = link ? { with: 'link', link: linkName(link.hash) } : { with: 'key' };
  const detail = { ...means, scopes, expires_at: session.expires_at.toISOString() };
  const target = { kind: 'session', id: session.id };
  await recordChange(trx, { principal, request_id }, { org_id, action: 'session.start', target, detail });
  return { principal, session, secret };
}

const LINK_LASTS_MS = 5 * 60_000;

/**
 * Creates a link for one sign-in as the caller, with the caller's scopes. If it is made in a session, the new session
 * ends with that one. 403 for a person who signed in at the code host. The audit log records who made the link and who
 * used it.
 */
export async function makeSessionLink(
  ctx: Pick<Ctx, 'store' | 'principal' | 'request_id'>,
  { operatorHash, session }: { operatorHash: Uint8Array; session: Session | undefined },
): Promise<{ token: string; expires_at: Date }> {
  const token = newSecret();
  const hash = hashSecret(token);
  const expires_at = new Date(Date.now() + LINK_LASTS_MS);
  const row = { ...holderColumns(ctx.principal, operatorHash), hash, opened_by: session?.id ?? null, expires_at };
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

/** The holder of a session or a link and its scopes, as columns of a table. */
function holderColumns(principal: Principal, operatorHash: Uint8Array) {
  if (principal.kind === 'operator') return { operator_hash: operatorHash, scopes: [...SCOPES] };
  if (principal.kind === 'key') return { key_id: principal.key_id, scopes: principal.scopes };
  throw new AppError('forbidden', 'Whoever signed in at the code host signs in there on other devices, too.');
}
