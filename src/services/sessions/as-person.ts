import type { Store } from '../../store/database.ts';
import { listMemberships, type Membership } from '../../store/queries/sessions.ts';
import type { Person } from '../base/context.ts';

/**
 * As whom somebody acts who signed in at the code host. `undecided` where the call does not say which of their organizations it is
 * about (`unnamed`), or names one that is none of theirs (`foreign`): then the principal stands for whose limits it draws on alone.
 */
type ActingPerson = { principal: Person; undecided?: 'unnamed' | 'foreign' };

const personOf = (session: { id: string; login: string }, { org_id, scopes, repositories }: Membership): Person => ({
  kind: 'person',
  session_id: session.id,
  org_id,
  login: session.login,
  scopes,
  // Only an owner sees all that there will ever be.
  repositories: repositories ?? (scopes.includes('admin') ? 'all' : []),
  name: session.login,
  hint: '',
});

/** Finds out who that is in the organization that is wanted, else in the only one; undefined where none is left. */
export async function actAsPerson(
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
