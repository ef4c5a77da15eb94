import type { Trigger } from '../../drift/analysis.ts';
import { getCloudConfig } from '../../store/queries/cloud-configs.ts';
import { getOrganization } from '../../store/queries/organizations.ts';
import { getRepository } from '../../store/queries/repositories.ts';
import type { Executor } from '../../store/scope.ts';
import { stopped } from '../access/organization.ts';

/** Why no analysis was made. */
export type SkipReason =
  /** The installation is suspended, or was taken away; or the organization is being removed. */
  | 'suspended'
  | 'uninstalled'
  /** The App may not see the repository (any more), or it is gone. */
  | 'repository_gone'
  | 'archived'
  /** There is no role or no state bucket to analyse with. */
  | 'not_configured'
  /** Findings and verdicts take as much as they may. */
  | 'quota_exceeded'
  /** A newer commit of the same pull request or branch is known already. */
  | 'outdated';

/** Why no analysis is made of this. People who ask by API are not kept from what they see. */
export async function unfit(
  db: Executor,
  { org_id, repo_id, trigger }: { org_id: string; repo_id: string | null; trigger: Trigger },
): Promise<SkipReason | undefined> {
  const byItself = trigger.kind !== 'api';
  const away = byItself ? stopped(await getOrganization(db, org_id)) : undefined;
  if (away) return away;
  if (repo_id !== null) {
    const repository = await getRepository(db, { org_id }, repo_id);
    if (!repository || repository.removed_at !== null) return 'repository_gone';
    if (byItself && repository.archived) return 'archived';
  }
  const cloud = await getCloudConfig(db, org_id, 'aws');
  return cloud?.role_arn && cloud.state_bucket ? undefined : 'not_configured';
}
