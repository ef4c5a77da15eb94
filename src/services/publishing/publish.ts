import { CodeHostProblem } from '../../base/code-host.ts';
import { getAnalysis, type AnalysisRow } from '../../store/queries/analyses.ts';
import { getOrganization } from '../../store/queries/organizations.ts';
import { getPublication, listWithIssue } from '../../store/queries/publications.ts';
import { scoped } from '../../store/scope.ts';
import { listRequests } from '../../store/queries/analysis-requests.ts';
import type { Base } from '../base/context.ts';
import { saveHostError } from '../codehosts/status.ts';
import type { AnalysisEnded } from '../base/analysis-ended.ts';
import type { Jobs } from '../base/jobs.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { writeIssue } from './issue.ts';
import { destinationOf, type Destination, type DestinationDeps } from './destination.ts';
import { isWaiting, ownStates, publishPullRequest } from './pull-request.ts';
import { readReport } from './read-report.ts';
import { withLease, type AssertHeld } from './lease.ts';

type Job = Jobs['publish'];
type Deps = DestinationDeps &
  Pick<Base, 'queue'> & {
    /** Logs refusals of the code host; the work continues. */
    onProblem: (problem: CodeHostProblem, about: { repository: string }) => void;
  };

/** Delays before a retry: while another process holds the lease, and for a rate limit without a reset time. */
const BUSY_MS = 2_000;
const LIMITED_MS = 60_000;

const later = ({ store, queue }: Deps, job: Job, at: Date) =>
  store.db.transaction().execute((trx) => queue.send('publish', job, { db: trx, startAfter: at }));

const hasEnded = (row: AnalysisRow | undefined): row is AnalysisRow =>
  row?.status === 'completed' || row?.status === 'partial';

/**
 * Publishes the status of a request at the code host: the check and the comment of a pull request, the issue of a
 * repository. It can be repeated any number of times, by several processes at once, and after a crash: it finds what
 * exists already. Throws `CodeHostProblem` `unavailable`, so that the queue retries.
 */
export async function publish(deps: Deps, job: Job): Promise<void> {
  const tenant = scoped(deps.store.db, { org_id: job.org_id });
  const row = job.analysis_id === null ? undefined : await getAnalysis(tenant, job.analysis_id);
  if (job.analysis_id !== null && !row) return;
  if (job.repo_id === null) return spread(deps, job, row);
  const refused: CodeHostProblem[] = [];
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      // A lasting refusal is stored, and the rest continues.
      if (!(error instanceof CodeHostProblem) || error.isTemporary) throw error;
      refused.push(error);
    }
  };
  let destination: Destination | undefined;
  try {
    destination = await destinationOf(deps, tenant, job.repo_id);
    if (!destination) return;
    const done = await write(deps, destination, job, row, attempt);
    if (!done) return void (await later(deps, job, new Date(Date.now() + BUSY_MS)));
  } catch (error) {
    if (!(error instanceof CodeHostProblem) || error.code !== 'rate_limited') throw error;
    return void (await later(deps, job, error.retry_at ?? new Date(Date.now() + LIMITED_MS)));
  }
  for (const problem of refused) deps.onProblem(problem, { repository: destination.repository });
  await saveHostError(tenant, destination.repo_id, refused[0] ?? null);
}

type Attempt = (work: () => Promise<void>) => Promise<void>;

/** Returns false if another process holds the lease. */
async function write(
  deps: Deps,
  destination: Destination,
  job: Job,
  row: AnalysisRow | undefined,
  attempt: Attempt,
): Promise<boolean> {
  const { tenant, repo_id } = destination;
  const number = job.trigger.pull_request;
  if (number !== undefined) {
    const target = { repo_id, thread: `pull/${number}` };
    const work = (assertHeld: AssertHeld) =>
      attempt(() => publishPullRequest({ ...destination, assertHeld }, number, row, job, attempt));
    if (!(await withLease(tenant, target, work))) return false;
  }
  if (!hasEnded(row) || row.state_prefix !== null || !(await hasIssueToWrite(destination))) return true;
  if (row.repo_id !== null && row.repo_id !== repo_id) return true;
  return withLease(tenant, { repo_id, thread: 'issue' }, async (assertHeld) => {
    const own = await ownStates(destination);
    // Drift must not look resolved because nobody has accepted the repository's claims yet.
    if (await isWaiting(destination, row)) return;
    const report = await readReport(tenant, row, own);
    await attempt(() => writeIssue({ ...destination, assertHeld }, report, own));
  });
}

/** True if the repository should have an issue, or has one with details that may no longer be shown. */
async function hasIssueToWrite({ tenant, repo_id, organization, details }: Destination): Promise<boolean> {
  if (organization.drift_issues) return true;
  const row = details ? undefined : await getPublication(tenant, { repo_id, kind: 'issue', subject: '' });
  return row?.details === true && row.external_id !== null;
}

/** Publishes an analysis of the whole organization in each repository that owns states of it, or has an issue. */
async function spread(deps: Deps, job: Job, row: AnalysisRow | undefined): Promise<void> {
  const { store, queue } = deps;
  const organization = await getOrganization(store.db, job.org_id);
  if (!hasEnded(row) || !organization?.drift_issues) return;
  const tenant = scoped(store.db, { org_id: job.org_id });
  const mapping = await mappingOf(tenant);
  const owners = row.states.flatMap(({ key }) => mapping.of(key)?.repo_id ?? []);
  const repositories = [...new Set([...owners, ...(await listWithIssue(tenant))])];
  const messages = repositories.map((repo_id) => ({
    data: { ...job, repo_id },
    singletonKey: `${job.request_id ?? row.id}/${repo_id}`,
  }));
  if (messages.length > 0)
    await store.db.transaction().execute((trx) => queue.sendAll('publish', messages, { db: trx }));
}

/** Queues a `publish` message for every request of an analysis that has ended. */
export async function publishEnd({ tenant, queue, id: analysis_id }: AnalysisEnded): Promise<void> {
  for (const { id, repo_id, trigger, dropped_as: dropped } of await listRequests(tenant, analysis_id)) {
    if (dropped !== null) continue;
    const message = { ...tenant.scope, repo_id, analysis_id, request_id: id, trigger };
    await queue.send('publish', message, { db: tenant.db, singletonKey: `${id}/ended` });
  }
}
