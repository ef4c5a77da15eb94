import { getOrganization } from '../../store/queries/organizations.ts';
import { getRepository, type RepositoryRow } from '../../store/queries/repositories.ts';
import { listStateKeys } from '../../store/queries/states.ts';
import { listOfTarget, lockRequests } from '../../store/queries/analysis-requests.ts';
import { databaseTime } from '../../store/clock.ts';
import { scoped, type Trx } from '../../store/scope.ts';
import type { Trigger } from '../../engine/model/analysis.ts';
import { transact } from '../../store/transact.ts';
import type { SendOptions, JobContext } from '../../jobs/types.ts';
import type { Base } from '../base/context.ts';
import type { WithQuotas } from '../quotas/quotas.ts';
import { CodeHostProblem, type WithApps, type InstallationClient } from '../codehosts/port.ts';
import type { WithStates } from '../state-sources/open.ts';
import { saveHostError } from '../codehosts/status.ts';
import { repositoryMapping, type RepositoryMapping } from '../state-mapping/repository-mapping.ts';
import { touchBy, touchByPull, type Touch } from '../state-mapping/at-head.ts';
import type { TriggerJob, MapJob } from '../base/jobs.ts';
import { stopped } from '../access/organization.ts';
import { readRepository } from '../state-mapping/read-repository.ts';
import { drop, dropClosed, requestRun } from './request.ts';
import { findFresh } from './fresh.ts';
import { findTarget, isTarget, type NoTarget, type Target } from './target.ts';

type Deps = Base & WithApps & WithStates & WithQuotas;

/**
 * Handles an event of the code host: reads the current state there, and requests an analysis if the change touches
 * states. A lasting refusal of the code host becomes the repository's status. All other errors are thrown, for a retry.
 */
export async function followTrigger(services: Deps, job: TriggerJob, signal: AbortSignal): Promise<void> {
  const { db } = services.store;
  const org = await getOrganization(db, job.org_id);
  const tenant = scoped(db, { org_id: job.org_id });
  const repository = await getRepository(tenant, job.repo_id);
  if (!org?.installation_id || stopped(org) || !repository || repository.removed_at || repository.archived) return;
  const client = services.apps.get(repository.codehost)?.as(org.installation_id);
  if (!client) return;
  try {
    await handleEvent(services, job, { repository, client }, signal);
    await saveHostError(tenant, repository.id, null);
  } catch (error) {
    if (!(error instanceof CodeHostProblem)) throw error;
    await saveHostError(tenant, repository.id, error);
    if (error.isTemporary) throw error;
  }
}

type Found = { repository: RepositoryRow; client: InstallationClient };

async function handleEvent(
  services: Deps,
  job: TriggerJob,
  { repository, client }: Found,
  signal: AbortSignal,
): Promise<void> {
  const { db } = services.store;
  const { org_id, repo_id } = job;
  const scope = { org_id };
  // Taken before the code host is read, so that a later reader sees nothing older.
  const seen_at = await databaseTime(db);
  const found = await findTarget({ db, client, repository }, job);
  if (found === 'nothing') return;
  if ('held' in found) return hold(services, job, found.held, seen_at);
  if (!isTarget(found)) {
    await transact(services.store, (trx) => dropClosed(trx, services, { org_id, repo_id, pull_request: found.closed }));
    return;
  }
  const { trigger, key } = found;
  const tenant = scoped(db, scope);
  const mapping = await repositoryMapping(tenant, repo_id);
  const states = await listStateKeys(tenant);
  const { changed } = found;
  const touch =
    changed && trigger.pull_request !== undefined
      ? await touchByPull({ tenant, client, repository: repository.full_name }, mapping, states, changed)
      : touchBy(mapping, states, changed);
  if (!isTouched(mapping, states, touch)) return untouched(services, job, found, seen_at);
  const fresh = await findFresh(services, { org_id, repo_id }, signal);
  await transact(services.store, async (trx) => {
    const request = { org_id, repo_id, trigger, key, seen_at, ...(fresh !== undefined && { fresh }) };
    const answer = await requestRun(trx, services, request);
    if ('skipped' in answer && answer.skipped === 'not_configured') await publishNothing(trx, services, job, found);
  });
}

/**
 * Reports, on a pull request or in response to a request, that no state is touched. Drops requests for older commits.
 */
async function untouched(services: Deps, job: TriggerJob, target: Target, seenAt: Date): Promise<void> {
  const { org_id, repo_id } = job;
  const { trigger, asked } = target;
  if (trigger.pull_request === undefined && !asked) return;
  await transact(services.store, async (trx) => {
    await lockRequests(trx, org_id);
    if (trigger.kind === 'pull_request') {
      const known = await listOfTarget(scoped(trx, { org_id }), { repo_id, trigger });
      await dropOlder(trx, services, known, { trigger, seenAt });
    }
    await publishNothing(trx, services, job, target);
  });
}

/** Drops waiting requests for other commits that were seen earlier. */
async function dropOlder(
  trx: Trx,
  services: Deps,
  requests: Awaited<ReturnType<typeof listOfTarget>>,
  { trigger, seenAt }: { trigger: Trigger; seenAt: Date },
): Promise<void> {
  const older = requests.filter(
    ({ status, trigger: { sha }, seen_at: at }) =>
      status === 'queued' && sha !== trigger.sha && (at === null || at < seenAt),
  );
  await drop(trx, services, older, 'superseded');
}

/**
 * Marks a pull request as waiting for a person with write access in its check, and drops waiting requests for older
 * commits. Does nothing for a commit that was requested already, however late the event arrives.
 */
async function hold(
  services: Deps,
  job: TriggerJob,
  trigger: Extract<NoTarget, { held: unknown }>['held'],
  seenAt: Date,
): Promise<void> {
  const { org_id, repo_id } = job;
  await transact(services.store, async (trx) => {
    await lockRequests(trx, org_id);
    const known = await listOfTarget(scoped(trx, { org_id }), { repo_id, trigger });
    if (known.some(({ trigger: { sha } }) => sha === trigger.sha)) return;
    await dropOlder(trx, services, known, { trigger, seenAt });
    const key = `held/${trigger.pull_request}/${trigger.sha ?? ''}`;
    await publishNothing(trx, services, job, { trigger, key, held: true });
  });
}

async function publishNothing(
  trx: Trx,
  { queue }: Deps,
  { org_id, repo_id }: TriggerJob,
  { trigger, key, held }: Pick<Target, 'trigger' | 'key'> & { held?: true },
): Promise<void> {
  const message = { org_id, repo_id, analysis_id: null, request_id: null, trigger, ...(held && { held }) };
  await queue.send('publish', message, { db: trx, singletonKey: `${repo_id}/${key}` });
}

/** True if the change requires an analysis: never if the repository has no states. `states`: the organization's. */
function isTouched(repository: RepositoryMapping, states: readonly string[], touch: Touch | 'everything'): boolean {
  const own = states.filter((key) => repository.triggers(key));
  if (own.length === 0 && repository.directories.length === 0) return false;
  return touch === 'everything' || touch.roots.length > 0 || own.some(touch.states);
}

/** Applies after the first hour of attempts: an event is retried for about a day, as long as an outage may last. */
const PAUSE_MS = 30 * 60_000;
const MAX_POSTPONED = 46;
const TRIES = 2;

/**
 * Postpones an event that could not be handled in all attempts; it then uses the code host's state of that time.
 * Returns false after a day.
 */
export async function putOff({ store, queue }: Base, job: TriggerJob): Promise<boolean> {
  const put_off = (job.put_off ?? 0) + 1;
  if (put_off > MAX_POSTPONED) return false;
  const startAfter = new Date(Date.now() + PAUSE_MS);
  await store.db
    .transaction()
    .execute((trx) => queue.send('trigger', { ...job, put_off }, { db: trx, startAfter, retryLimit: TRIES }));
  return true;
}

/** Queues a job that handles an event, in the transaction `db`; `mark` deduplicates the event. */
export async function sendTriggerJob(
  queue: Base['queue'],
  db: SendOptions['db'],
  job: TriggerJob,
  mark: string,
): Promise<void> {
  const singletonKey = `${job.repo_id}/${job.event.kind}/${mark}`;
  await queue.send('trigger', job, { db, singletonKey });
}

/**
 * Reads a repository, and then handles the event that waits for it, so that a push is matched with the new
 * configuration. If the first attempt fails, the event is handled with the old configuration, and again after a later
 * success; equal results become one request. Throws as `readRepository` does.
 */
export async function mapRepository(
  deps: Base & WithApps,
  job: MapJob,
  run: Pick<JobContext, 'signal' | 'attempt' | 'last'>,
): Promise<void> {
  const { store, queue } = deps;
  const { afterwards } = job;
  const goOn = async () => {
    if (afterwards)
      await store.db.transaction().execute((trx) => sendTriggerJob(queue, trx, afterwards.job, afterwards.mark));
  };
  if (run.attempt === 2) await goOn();
  if ((await readRepository(deps, job, run)) === 'read') await goOn();
}
