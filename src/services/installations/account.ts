import { randomBytes } from 'node:crypto';
import { newId } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import {
  currentInstallation,
  lockAccount,
  rememberInstallation,
  type InstallationRow,
} from '../../store/queries/installations.ts';
import {
  findLinkedOrganizations,
  getOrganizationByLogin,
  insertOrganization,
  updateOrganization,
  type OrganizationRow,
} from '../../store/queries/organizations.ts';
import { renameOwner } from '../../store/queries/repository-facts.ts';
import { scoped, type Executor } from '../../store/scope.ts';
import { recordChange, changesOf } from '../audit/audited.ts';

/** An account of the code host, by its id and its login. */
type AccountFacts = { id: number; login: string };
type Seen = { account: AccountFacts; installation_id: number };
/** The source of a fact, and the time it was sent: a delivery, or a sync with the code host (event `sync`). */
type Source = { codehost: string; event: string; sent_at: Date };

/** A delivery that no retry can help: it becomes a dead letter at once. The message is for the operator. */
export class HopelessDelivery extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'HopelessDelivery';
    this.code = code;
  }
}

/** Events about the installation itself; all others only confirm that it still exists. */
const ABOUT_INSTALLATION: readonly string[] = ['installation', 'sync'];

/** The organization of an account or installation, by their ids alone, never by name. */
async function findOrganization(
  db: Executor,
  { account, installation_id: installationId }: { account: { id: number }; installation_id: number },
): Promise<OrganizationRow | undefined> {
  const found = await findLinkedOrganizations(db, { account_id: account.id, installation_id: installationId });
  const byAccount = found.find((org) => org.account_id === account.id);
  const byInstallation = found.find((org) => org.installation_id === installationId);
  const other = byInstallation && byInstallation.id !== byAccount?.id ? byInstallation : undefined;
  if (other && (byAccount || other.account_id !== null))
    throw new HopelessDelivery(
      'installation_taken',
      `The organization ${other.id} holds installation ${installationId}, which belongs to another account. Give it the right one, or null, with PATCH /api/v1/orgs/${other.id}; then replay this delivery.`,
    );
  return byAccount ?? byInstallation;
}

/**
 * Returns the organization of an account, created if there is none, updated with the facts of the delivery: account id,
 * login, installation. Never takes over an organization by its login: see docs/decisions/0006-no-link-by-login.md.
 */
export async function followAccount(db: Executor, source: Source, seen: Seen): Promise<OrganizationRow> {
  const found = await findOrganization(db, seen);
  const newer = !found?.login_at || found.login_at < source.sent_at;
  if (found && !ABOUT_INSTALLATION.includes(source.event) && isUpToDate(found, newer, seen))
    return newer ? updateOrganization(db, found.id, { login_at: source.sent_at }) : found;
  const org = found ?? (await create(db, source, seen));
  const current = await currentInstallation(db, source.codehost, seen.account.id);
  const login =
    newer && org.login !== seen.account.login ? await freeLogin(db, org.id, seen.account, source) : org.login;
  const changes = {
    account_id: seen.account.id,
    login,
    login_at: newer ? source.sent_at : org.login_at,
    ...installationColumns(org, current),
  };
  const after = await updateOrganization(db, org.id, changes);
  if (login !== org.login) await renameOwner(scoped(db, { org_id: org.id }), source.codehost, seen.account.login);
  if (found) await record(db, source, org, after);
  return after;
}

/**
 * The organization of an account, as `followAccount`, for an event that only confirms the installation. Undefined if
 * the installation is deleted or belongs to another account.
 */
export async function followInstallation(
  db: Executor,
  source: Source,
  seen: Seen,
): Promise<OrganizationRow | undefined> {
  const { account, installation_id: id } = seen;
  await lockAccount(db, source.codehost, account.id);
  const known = await rememberInstallation(db, { codehost: source.codehost, id }, account.id);
  if (known.status === 'deleted' || known.account_id !== account.id) return undefined;
  return followAccount(db, source, seen);
}

/** True if the organization already has these facts. */
function isUpToDate(org: OrganizationRow, newer: boolean, { account, installation_id: id }: Seen): boolean {
  return org.account_id === account.id && org.installation_id === id && (!newer || org.login === account.login);
}

/** The installation columns of an organization whose installation is `current`, or that has none. */
const installationColumns = (org: OrganizationRow, current: InstallationRow | undefined) => ({
  installation_id: current?.id ?? null,
  suspended_at: current?.status === 'suspended' ? (org.suspended_at ?? current.status_at) : null,
  uninstalled_at: current ? null : (org.uninstalled_at ?? new Date()),
});

/** The repository's full name, with its owner's current login if the source is older than a rename of the owner. */
export function nameNow(org: OrganizationRow, source: Source, fullName: string): string {
  const outdated = org.login_at !== null && org.login_at > source.sent_at && !org.login.includes('.');
  return outdated ? `${org.login}/${fullName.slice(fullName.indexOf('/') + 1)}` : fullName;
}

/** Removes the installation from its organization; another installation of the account takes its place. */
export async function unfollowInstallation(
  db: Executor,
  source: Source,
  seen: { account: { id: number }; installation_id: number },
): Promise<OrganizationRow | undefined> {
  const org = await findOrganization(db, seen);
  if (!org) return undefined;
  const current = await currentInstallation(db, source.codehost, seen.account.id);
  const after = await updateOrganization(db, org.id, {
    account_id: seen.account.id,
    ...installationColumns(org, current),
  });
  await record(db, source, org, after);
  return after;
}

async function create(db: Executor, source: Source, { account, installation_id }: Seen): Promise<OrganizationRow> {
  const holder = await getOrganizationByLogin(db, account.login);
  if (holder?.account_id === null)
    throw new HopelessDelivery(
      'login_taken',
      `The operator made an organization with this login, ${holder.id}. If the installation is its own, link them: PATCH /api/v1/orgs/${holder.id} {"installation_id": ${installation_id}}. If not, give it another login the same way. Then replay this delivery.`,
    );
  const id = newId('org');
  const login = await freeLogin(db, id, account, source);
  const row = await insertOrganization(db, {
    id,
    login,
    installation_id: null,
    account_id: account.id,
    login_at: source.sent_at,
    fingerprint_key: randomBytes(32),
  });
  const event = { action: 'organization.create', target: { kind: 'organization', id } } as const;
  await recordChange(db, actor(source), { ...event, org_id: id, detail: { login, installation_id } });
  return row;
}

/**
 * Returns a free login for an account. If another account holds the login here, the later fact of the code host wins,
 * and the other account is named by login and id until its new login arrives. GitHub's logins contain no dot, so such a
 * name never collides.
 */
async function freeLogin(db: Executor, orgId: string, account: AccountFacts, source: Source): Promise<string> {
  const holder = await getOrganizationByLogin(db, account.login);
  if (!holder || holder.id === orgId) return account.login;
  const outdated = holder.account_id !== null && (holder.login_at === null || holder.login_at < source.sent_at);
  if (!outdated) return `${account.login}.${account.id}`;
  const moved = await updateOrganization(db, holder.id, { login: `${holder.login}.${holder.account_id}` });
  await record(db, source, holder, moved);
  return account.login;
}

const actor = ({ codehost, event }: Source) =>
  ({ principal: { kind: 'system', name: `${codehost}:${event}` }, request_id: null }) as const;

async function record(db: Executor, source: Source, before: OrganizationRow, after: OrganizationRow): Promise<void> {
  const shown = ({ login, installation_id, suspended_at }: OrganizationRow) => ({
    login,
    installation_id,
    suspended_at: suspended_at?.toISOString() ?? null,
  });
  const detail: JsonObject = changesOf(shown(before), shown(after), ['login', 'installation_id', 'suspended_at']);
  if (Object.keys(detail).length === 0) return;
  const target = { kind: 'organization', id: after.id };
  await recordChange(db, actor(source), { org_id: after.id, action: 'organization.update', target, detail });
}
