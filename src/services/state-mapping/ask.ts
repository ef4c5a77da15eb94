import { FACTS_VERSION } from '../../engine/mapping/types.ts';
import type { SendOptions } from '../../jobs/types.ts';
import { listStale } from '../../store/queries/repository-readings.ts';
import type { Tenant } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';
import type { MapJob } from '../base/jobs.ts';

/**
 * `mark` identifies the content to read: the commits of a push, or the name of the branch. Equal marks are queued once.
 */
type ReadingAsked = MapJob & { mark: string };

/** An analysis waits for the read after a push; none waits for the thousand repositories of a new installation. */
const FOLLOWED_PRIORITY = 1;

/**
 * Queues reads of repositories for their claims: after they became accessible, and when their default branch or its
 * content may have changed. Call it in the transaction of the cause.
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
    // With the repository alone as the key, a push during a read would not be queued.
    singletonKey: `${repo_id}/${mark}`,
  }));
  await queue.sendAll('map', jobs, { db });
}

/**
 * Queues reads of an organization's repositories that were never read, or from another branch than the current default,
 * or by an earlier version.
 */
export async function askForStale(queue: Base['queue'], tenant: Tenant): Promise<void> {
  const stale = await listStale(tenant, FACTS_VERSION);
  const asked = stale.map(({ id, branch }) => ({ ...tenant.scope, repo_id: id, mark: branch }));
  await askToMap(queue, tenant.db, asked);
}
