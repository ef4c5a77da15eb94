import type { Transaction } from 'kysely';
import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Store } from '../../store/database.ts';
import { findApiKeysByHash } from '../../store/queries/api-key-by-hash.ts';
import { endOldest, findSessionsByHash, insertSession, takeSessionLink } from '../../store/queries/sessions.ts';
import type { Tables } from '../../store/tables.ts';
import { transact } from '../../store/transact.ts';
import { recordChange } from '../audit/audited.ts';
import { holds, SCOPES, type Principal, type Scope } from '../base/context.ts';
import { holderOfKey } from '../keys/authenticate.ts';
import type { Session } from './authenticate.ts';
import { hashSecret, isSecretShaped, linkName, newSecret, endOf, principalOf } from './secret.ts';

/** As long as a session lasts, however much it is used. */
export const LASTS_MS = 8 * 3600_000;
/** Of one holder, at a time: whoever signs in once more ends the oldest. */
export const MAX_SESSIONS = 50;

type SignInContext = { store: Store; operatorHash: Uint8Array; request_id: string };

/** A session that was begun. Only its holder ever knows `secret`. */
type SignedIn = { principal: Principal; session: Session; secret: string };

/** Signs in with an API key, or with the operator key; with fewer scopes than the key has where they are named. 401, 403. */
export async function signInWithKey(
  context: SignInContext,
  input: { key: string; scopes?: Scope[] | undefined },
): Promise<SignedIn> {
  const { store, operatorHash } = context;
  const lookUp = async (hash: Uint8Array) => (await findApiKeysByHash(store.db, [hash]))[0];
  const holder = await holderOfKey({ store, lookUp }, operatorHash, input.key);
  if (!holder) throw new AppError('unauthenticated', 'No such key, or it was revoked or has expired: use another one.');
  const principal = narrowed(holder, input.scopes);
  return transact(store, (trx) =>
    begin(trx, context, { principal, with: 'key', link: null, opened_by: null, end: null }),
  );
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
 * Signs in by a link, which works once: of several that follow it at the same time, one gets in. The session ends with the one
 * that the link was made in, where it was made in one. 401 for a link that is used up, over, or whose key is.
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
    return begin(trx, context, {
      principal: narrowed(principal, input.scopes),
      with: 'link',
      link: linkName(row.hash),
      opened_by: row.opened_by,
      end: row.opener_expires_at,
    });
  });
}

type Beginning = {
  principal: Principal;
  with: 'key' | 'link';
  /** What the link is called. */
  link: string | null;
  opened_by: string | null;
  end: Date | null;
};

async function begin(trx: Transaction<Tables>, context: SignInContext, beginning: Beginning): Promise<SignedIn> {
  const { principal, opened_by, end } = beginning;
  const id = newId('ses');
  const secret = newSecret();
  const hash = hashSecret(secret);
  const latest = new Date(Date.now() + LASTS_MS);
  const expires = end !== null && end < latest ? end : latest;
  await insertSession(trx, {
    id,
    ...holderColumns(principal, context.operatorHash),
    hash,
    opened_by,
    expires_at: expires,
  });
  await endOldest(trx, id, MAX_SESSIONS);
  const [row] = await findSessionsByHash(trx, [hash]);
  if (!row) throw new Error('the session that was begun is gone');
  const session = { id: row.id, expires_at: endOf(row) };
  await note(trx, context, { ...beginning, session });
  return { principal, session, secret };
}

/** The operator's sessions are no organization's: these are in the log of the instance. */
async function note(
  trx: Transaction<Tables>,
  { request_id }: SignInContext,
  { principal, session, ...beginning }: Beginning & { session: Session },
): Promise<void> {
  const [org_id, scopes] = principal.kind === 'operator' ? [null, [...SCOPES]] : [principal.org_id, principal.scopes];
  const link: JsonObject = beginning.link === null ? {} : { link: beginning.link };
  const detail = { with: beginning.with, ...link, scopes, expires_at: session.expires_at.toISOString() };
  const event = { org_id, action: 'session.start', target: { kind: 'session', id: session.id }, detail } as const;
  await recordChange(trx, { principal, request_id }, event);
}

/** The holder of a session or a link and its scopes, as tables have them. */
export function holderColumns(principal: Principal, operatorHash: Uint8Array) {
  if (principal.kind === 'operator') return { operator_hash: operatorHash, scopes: [...SCOPES] };
  if (principal.kind === 'key') return { key_id: principal.key_id, scopes: principal.scopes };
  throw new AppError('forbidden', 'Whoever signed in at the code host signs in there on other devices, too.');
}
