import { FACTS_VERSION } from '../../engine/mapping/types.ts';
import type { SendOptions } from '../../jobs/types.ts';
import { listStale } from '../../store/queries/repository-readings.ts';
import type { Tenant } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';
import type { MapJob } from '../base/jobs.ts';

/** `mark` is what the reading has to have seen: the commits of a push, the name of the branch; an equal one waits once. */
type ReadingAsked = MapJob & { mark: string };

/** Somebody waits for what follows a push; nobody does for the thousand repositories of a new installation. */
const FOLLOWED_PRIORITY = 1;

/**
 * Has repositories be read for which states are theirs: after they came into sight, and when their default branch or what it
 * holds may have changed. In the transaction of what is asked for.
 */
export async function askToMap(
  queue: Base['queue'],
  db: SendOptions['db'],
  repositories: readonly ReadingAsked[],
): Promise<void> {
  if (repositories.length === 0) return;
  const jobs = repositories.map(({ org_id, repo_id, mark, afterwards }) => ({
    data: { org_id, repo_id, ...(afterwards && { afterwards }) },
    priority: afterwards ? FOLLOWED_PRIORITY : 0,
    // Not the repository alone: what is pushed while one is read would wait for nobody.
    singletonKey: `${repo_id}/${mark}`,
  }));
  await queue.sendAll('map', jobs, { db });
}

/** Has those of an organization's repositories be read that never were, of another branch than is the default one now, or by an earlier version. */
export async function askForStale(queue: Base['queue'], tenant: Tenant): Promise<void> {
  const stale = await listStale(tenant, FACTS_VERSION);
  const asked = stale.map(({ id, branch }) => ({ ...tenant.scope, repo_id: id, mark: branch }));
  await askToMap(queue, tenant.db, asked);
}
