import type { Store } from '../../store/database.ts';
import {
  findSessionsByHash,
  listMemberships,
  touchSession,
  type Membership,
  type SessionRow,
} from '../../store/queries/sessions.ts';
import type { Person, Principal } from '../base/context.ts';
import { createLookUp, type LookUp } from '../base/look-up.ts';
import { hashSecret, isSecretShaped, endOf, principalOf } from './secret.ts';

/** The resolution of `last_used_at`. */
const TOUCH_EVERY_MS = 60_000;

/** The session of a call; `undecided` as in `ActingPerson`. */
export type Session = { id: string; expires_at: Date; undecided?: 'unnamed' | 'foreign' };

/** Finds a session by its SHA-256. An ended session is never found. */
export const createSessionLookUp = (store: Pick<Store, 'db'>): LookUp<SessionRow> =>
  createLookUp((hashes) => findSessionsByHash(store.db, hashes));

/**
 * The holder of a session secret; undefined if it is unknown, malformed or expired.
 * @param wanted the organization that the call names, if any
 */
export async function authenticateSession(
  { store, lookUp }: { store: Store; lookUp: LookUp<SessionRow> },
  operatorHash: Uint8Array,
  secret: string,
  wanted?: string,
): Promise<{ principal: Principal; session: Session } | undefined> {
  if (!isSecretShaped(secret)) return undefined;
  const row = await lookUp(hashSecret(secret));
  const now = new Date();
  const found = row && (await actingBy(store, row, { operatorHash, now, wanted }));
  if (!row || !found) return undefined;
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > TOUCH_EVERY_MS) await touchSession(store.db, row.id, now);
  const { principal, ...undecided } = found;
  return { principal, session: { id: row.id, expires_at: endOf(row), ...undecided } };
}

type Asking = { operatorHash: Uint8Array; now: Date; wanted: string | undefined };

async function actingBy(store: Store, row: SessionRow, { operatorHash, now, wanted }: Asking) {
  const { id, login } = row;
  if (login !== null) return row.expires_at > now ? actAsPerson(store, { id, login }, wanted) : undefined;
  const principal = principalOf(row, operatorHash, now);
  return principal && { principal };
}

/**
 * The person of a call, in one of their organizations. `undecided` if the call names none of several (`unnamed`), or
 * one that they do not belong to (`foreign`): then the principal only determines whose rate limits apply.
 */
type ActingPerson = { principal: Person; undecided?: 'unnamed' | 'foreign' };

const personOf = (session: { id: string; login: string }, { org_id, scopes, repositories }: Membership): Person => ({
  kind: 'person',
  session_id: session.id,
  org_id,
  login: session.login,
  scopes,
  // Only an owner sees repositories that are added later.
  repositories: repositories ?? (scopes.includes('admin') ? 'all' : []),
  name: session.login,
  hint: '',
});

/** The person in the wanted organization, or in their only one; undefined if they belong to none any more. */
async function actAsPerson(
  { db }: Pick<Store, 'db'>,
  session: { id: string; login: string },
  wanted: string | undefined,
): Promise<ActingPerson | undefined> {
  const memberships = await listMemberships(db, session.id);
  const [first] = memberships;
  if (!first) return undefined;
  const meant = wanted === undefined && memberships.length === 1 ? first : undefined;
  const chosen = meant ?? memberships.find(({ org_id }) => org_id === wanted);
  if (chosen) return { principal: personOf(session, chosen) };
  return { principal: personOf(session, first), undecided: wanted === undefined ? 'unnamed' : 'foreign' };
}
