import { getOrganization, type OrganizationRow } from '../../store/queries/organizations.ts';
import type { PublicationRow } from '../../store/queries/publications.ts';
import { getRepository } from '../../store/queries/repositories.ts';
import type { Tenant } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';
import type { WithApps, InstallationClient } from '../codehosts/port.ts';
import { mayShowDetails } from './show.ts';
import type { AssertHeld } from './lease.ts';

/** A repository at its code host that Plumbline writes to, by its current name. */
export type Destination = {
  tenant: Tenant;
  repo_id: string;
  repository: string;
  client: InstallationClient;
  /** True if texts there may contain details: for `show`. */
  details: boolean;
  organization: OrganizationRow;
  publicUrl: string | undefined;
};

/** A destination whose lease this process holds, inside `withLease`. */
export type HeldDestination = Destination & { assertHeld: AssertHeld };

export type DestinationDeps = Pick<Base, 'store'> & WithApps & { publicUrl: string | undefined };

/**
 * The destination of a repository. Undefined if the App may not write there: it is not configured, uninstalled or
 * suspended, or the repository is removed or archived. Throws temporary `CodeHostProblem`s.
 */
export async function destinationOf(
  { apps, publicUrl }: DestinationDeps,
  tenant: Tenant,
  repoId: string,
): Promise<Destination | undefined> {
  const organization = await getOrganization(tenant.db, tenant.scope.org_id);
  const found = await getRepository(tenant, repoId);
  if (!organization || !found || found.removed_at !== null || found.archived) return undefined;
  const app = apps.get(found.codehost);
  const { installation_id: installation, suspended_at: suspended } = organization;
  if (!app || installation === null || suspended !== null) return undefined;
  const client = app.as(installation);
  const details = await mayShowDetails(client, found);
  const repository = found.full_name;
  return { tenant, repo_id: repoId, repository, client, details, organization, publicUrl };
}

/** True if the published report is of a later analysis. */
export const isNewer = (row: PublicationRow | undefined, analysisId: string | null): boolean =>
  row?.analysis_id != null && analysisId !== null && row.analysis_id > analysisId;
