import type { Executor } from '../scope.ts';
import type { InstallationRow } from './installations.ts';

/** How an organization's installation stands. */
export type InstallationStanding = Pick<InstallationRow, 'permissions' | 'trouble'> & { suspended_at: Date | null };

/** How the installations of these organizations stand, by the organization; none for those that have none. */
export async function installationStandings(
  db: Executor,
  orgIds: readonly string[],
): Promise<Map<string, InstallationStanding>> {
  if (orgIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('organizations')
    .leftJoin('installations', 'installations.id', 'organizations.installation_id')
    .select([
      'organizations.id as org_id',
      'organizations.suspended_at',
      'installations.permissions',
      'installations.trouble',
    ])
    .where('organizations.id', 'in', [...new Set(orgIds)])
    .where('organizations.installation_id', 'is not', null)
    .execute();
  return new Map(rows.map(({ org_id: orgId, ...standing }) => [orgId, standing]));
}
