import type { Store } from '../../store/database.ts';
import { getOrganization, listOrganizations } from '../../store/queries/organizations.ts';
import { listMemberships } from '../../store/queries/sessions.ts';
import { SCOPES, type Base, type Principal } from '../base/context.ts';
import type { Session } from './authenticate.ts';

/** As many as an operator can choose from without searching. */
const SHOWN = 100;

const scopesOf = (principal: Principal) => (principal.kind === 'operator' ? [...SCOPES] : principal.scopes);

/** The session and the organizations of its holder; for an operator, the newest organizations. */
export async function describeSession(
  { store }: Pick<Base, 'store'>,
  { principal, session }: { principal: Principal; session: Session },
) {
  return {
    session: {
      id: session.id,
      kind: principal.kind,
      name: principal.kind === 'operator' ? 'operator' : principal.name,
      ...(principal.kind === 'person' && { login: principal.login }),
      scopes: scopesOf(principal),
      expires_at: session.expires_at.toISOString(),
    },
    organizations: await organizationsOf(store, principal, session),
  };
}

async function organizationsOf({ db }: Store, principal: Principal, { id }: Session) {
  if (principal.kind === 'person')
    return (await listMemberships(db, id)).map(({ org_id, name, scopes }) => ({ id: org_id, name, scopes }));
  const rows =
    principal.kind === 'operator'
      ? await listOrganizations(db, { limit: SHOWN })
      : [await getOrganization(db, principal.org_id)];
  return rows.flatMap((row) => (row ? [{ id: row.id, name: row.login, scopes: scopesOf(principal) }] : []));
}
