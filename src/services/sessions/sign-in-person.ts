import { newId } from '../../base/ids.ts';
import type { Store } from '../../store/database.ts';
import { listInstalled } from '../../store/queries/organizations.ts';
import { listVisibleNumbers } from '../../store/queries/repositories.ts';
import { endOldest, insertMemberships, insertSession } from '../../store/queries/sessions.ts';
import { transact } from '../../store/transact.ts';
import { CodeHostProblem } from '../codehosts/port.ts';
import { recordChange } from '../audit/audited.ts';
import type { Person } from '../base/context.ts';
import type { CodeHostSignIn, OAuthState, PersonClient, PersonInstallation } from './code-host.ts';
import { hashSecret, newSecret } from './secret.ts';
import { LASTS_MS, MAX_SESSIONS } from './sign-in.ts';
import { scoped } from '../../store/scope.ts';

/** The reason why a sign-in failed; the page at `/sign-in` says what to do. */
export type SignInProblem =
  | 'denied'
  | 'state_mismatch'
  | 'no_organizations'
  | 'codehost_unavailable'
  | 'misconfigured'
  | 'unavailable';

export type PersonSignedIn = { session: { id: string; expires_at: Date }; login: string; secret: string };

/**
 * A person's access to an organization: an owner's to everything (null), anybody else's to repositories by their ids.
 */
type Access = { org_id: string; installation_id: number } & (
  | { scopes: ['admin']; repositories: null }
  | { scopes: ['read']; repositories: string[] }
);

/** The time limit of all requests to the code host together, for which the person waits. */
const TIMEOUT_MS = 25_000;
/** The maximal number of organizations of one person. */
const MAX_ORGANIZATIONS = 100;

type AccessRequest = { store: Store; codehost: string; person: PersonClient; own: number };

/**
 * Reads the person's access to one organization; undefined if there is none. Owners see everything. Members and outside
 * collaborators see the repositories that they can read now, by id; later repositories are not included.
 */
async function readAccess(
  { store, codehost, person, own }: AccessRequest,
  org_id: string,
  { id, account }: PersonInstallation,
): Promise<Access | undefined> {
  const seen = { org_id, installation_id: id };
  try {
    if (account.id === own || (account.kind === 'organization' && (await person.roleIn(account.login)) === 'owner'))
      return { ...seen, scopes: ['admin'], repositories: null };
    const numbers = new Set(await person.listRepositories(id));
    const known = await listVisibleNumbers(scoped(store.db, { org_id }), codehost);
    const repositories = [...known].flatMap(([number, repo_id]) => (numbers.has(number) ? [repo_id] : []));
    return repositories.length === 0 ? undefined : { ...seen, scopes: ['read'], repositories };
  } catch (error) {
    // The installation was uninstalled or suspended meanwhile: the person no longer sees it, and the others are
    // unaffected.
    if (error instanceof CodeHostProblem && ['gone', 'suspended', 'forbidden'].includes(error.code)) return undefined;
    throw error;
  }
}

async function readAllAccess(store: Store, codehost: string, person: PersonClient) {
  const [{ id: own, login }, installations] = await Promise.all([person.getAccount(), person.listInstallations()]);
  const byId = new Map(installations.map((one) => [one.id, one]));
  const organizations = (await listInstalled(store.db, [...byId.keys()])).slice(0, MAX_ORGANIZATIONS);
  const accesses = organizations.map(async ({ id, installation_id }) => {
    const installation = byId.get(installation_id ?? 0);
    return installation && readAccess({ store, codehost, person, own }, id, installation);
  });
  return { login, seen: (await Promise.all(accesses)).filter((one) => one !== undefined) };
}

function problemOf(error: unknown): SignInProblem {
  if (!(error instanceof CodeHostProblem)) return 'codehost_unavailable';
  if (error.code === 'gone') return 'state_mismatch';
  return error.code === 'unauthorized' ? 'misconfigured' : 'codehost_unavailable';
}

type SignInContext = { store: Store; request_id: string; onProblem: (error: unknown) => void };

/**
 * Signs in the person who returned from the code host with a code, for 8 hours, with the access that the code host
 * reports now. Their token is used for this only, is revoked afterwards and never stored. Returns the reason if the
 * sign-in fails.
 */
export async function signInPerson(
  context: SignInContext,
  host: CodeHostSignIn,
  callback: { code: string; oauth: OAuthState },
): Promise<PersonSignedIn | SignInProblem> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const isHostError = (error: unknown) => error instanceof CodeHostProblem || signal.aborted;
  let person: PersonClient | undefined;
  try {
    person = await host.exchangeCode(callback.code, callback.oauth, signal);
    const { login, seen } = await readAllAccess(context.store, host.name, person);
    if (seen.length === 0) return 'no_organizations';
    return await begin(context, { codehost: host.name, login, seen });
  } catch (error) {
    if (!isHostError(error)) throw error;
    context.onProblem(error);
    return problemOf(error);
  } finally {
    await person?.end().catch(context.onProblem);
  }
}

type NewSession = { codehost: string; login: string; seen: readonly Access[] };

async function begin(
  { store, request_id }: SignInContext,
  { codehost, login, seen }: NewSession,
): Promise<PersonSignedIn> {
  const secret = newSecret();
  const id = newId('ses');
  const expires_at = new Date(Date.now() + LASTS_MS);
  await transact(store, async (trx) => {
    const strongest = seen.some(({ scopes: [scope] }) => scope === 'admin') ? ['admin'] : ['read'];
    await insertSession(trx, { id, hash: hashSecret(secret), codehost, login, scopes: strongest, expires_at });
    await endOldest(trx, id, MAX_SESSIONS);
    const memberships = seen.map((one) => ({ session_id: id, ...one }));
    await insertMemberships(trx, memberships);
    // In a fixed order, so that two concurrent sign-ins do not wait for each other's audit logs.
    for (const { org_id, scopes, repositories } of seen.toSorted((a, b) => (a.org_id < b.org_id ? -1 : 1))) {
      const person = { kind: 'person', session_id: id, login, name: login, hint: '', scopes, org_id } as const;
      const principal: Person = { ...person, repositories: repositories ?? 'all' };
      const until = { expires_at: expires_at.toISOString() };
      const detail = { with: codehost, login, scopes, repositories: repositories?.length ?? 'all', ...until };
      const target = { kind: 'session', id };
      await recordChange(trx, { principal, request_id }, { org_id, action: 'session.start', target, detail });
    }
  });
  return { session: { id, expires_at }, login, secret };
}
