import { getOrganization, type OrganizationRow } from '../../store/queries/organizations.ts';
import { getRepository } from '../../store/queries/repositories.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';
import type { WithApps, InstallationClient } from '../codehosts/port.ts';
import { mayShowDetails } from './show.ts';
import type { AssertHeld } from './lease.ts';

/** Where something is written to: a repository at its code host, as it is called now. */
export type Place = {
  db: Executor;
  scope: OrgScope;
  repo_id: string;
  repository: string;
  client: InstallationClient;
  /** Whether texts there may hold details: for `show`. */
  details: boolean;
  organization: OrganizationRow;
  publicUrl: string | undefined;
};

/** A place whose lease this process holds: inside `withLease`. */
export type HeldPlace = Place & { assertHeld: AssertHeld };

export type PlaceDeps = Pick<Base, 'store'> & WithApps & { publicUrl: string | undefined };

/**
 * The place, where the App may write there: undefined where it is not configured, was taken away or suspended, or sees no such
 * repository. Throws `CodeHostProblem` for what passes.
 */
export async function placeOf(
  { store, apps, publicUrl }: PlaceDeps,
  scope: OrgScope,
  repoId: string,
): Promise<Place | undefined> {
  const organization = await getOrganization(store.db, scope.org_id);
  const found = await getRepository(store.db, scope, repoId);
  if (!organization || !found || found.removed_at !== null || found.archived) return undefined;
  const app = apps.get(found.codehost);
  const { installation_id: installation, suspended_at: suspended } = organization;
  if (!app || installation === null || suspended !== null) return undefined;
  const client = app.as(installation);
  const details = await mayShowDetails(client, found);
  const repository = found.full_name;
  return { db: store.db, scope, repo_id: repoId, repository, client, details, organization, publicUrl };
}
