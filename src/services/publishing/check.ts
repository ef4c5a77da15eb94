import { digestOf } from '../../base/digest.ts';
import { unlessGone } from '../../base/code-host.ts';
import { analysisUrl } from '../../texts/links.ts';
import {
  detailedChecks,
  getPublication,
  isKnownCheck,
  savePublication,
  unfinishedChecks,
  type PublicationRow,
} from '../../store/queries/publications.ts';
import type { CheckRun, ShownCheck, Shown } from '../codehosts/port.ts';
import { isNewer, type HeldDestination, type Destination } from './destination.ts';
import { showToAll } from './show.ts';

const CHECK_NAME = 'Plumbline';

/** The text of a check, and its analysis. */
export type Check = Pick<CheckRun, 'status' | 'conclusion'> & {
  output: Shown<CheckOutput>;
  analysis_id: string | null;
};
export type CheckOutput = NonNullable<CheckRun['output']>;

/** The commit and pull request of a check. */
export type CheckSubject = { pull_request: number; sha: string };

const NEWER = showToAll({
  title: 'Replaced by a newer commit',
  summary: 'This commit is not the newest of its pull request any more.',
});
const WITHDRAWN = showToAll({
  title: 'Details were taken back',
  summary: 'This repository is public now. People of the organization find the details in Plumbline.',
});

const subjectOf = ({ pull_request, sha }: CheckSubject) => `${pull_request}/${sha}`;
const keyOf = ({ repo_id }: Destination, subject: CheckSubject) =>
  ({ repo_id, kind: 'check', subject: subjectOf(subject) }) as const;

/**
 * Finds a check that the App created and perhaps did not store; not that of another pull request with the same commit.
 */
async function findUnnoted(
  { client, repository, tenant, repo_id }: Destination,
  sha: string,
): Promise<number | undefined> {
  const found = await client.findCheckRun(repository, sha, CHECK_NAME);
  return found && !(await isKnownCheck(tenant, repo_id, found.id)) ? found.id : undefined;
}

async function put(
  destination: HeldDestination,
  sha: string,
  id: number | undefined,
  check: ShownCheck,
): Promise<number> {
  const { client, repository, assertHeld } = destination;
  const isUpdated =
    id !== undefined && (await unlessGone(() => client.updateCheckRun(repository, id, check).then(() => true)));
  if (isUpdated) return id;
  await assertHeld();
  return client.createCheckRun(repository, { ...check, head_sha: sha });
}

/** Creates or updates the check of a commit. Keeps the report of a later analysis. Call it inside `withLease`. */
export async function writeCheck(destination: HeldDestination, subject: CheckSubject, report: Check): Promise<void> {
  const { tenant, publicUrl } = destination;
  const key = keyOf(destination, subject);
  const row = await getPublication(tenant, key);
  const { analysis_id, ...said } = report;
  if (isNewer(row, analysis_id)) return;
  const check = {
    name: CHECK_NAME,
    ...said,
    ...(analysis_id !== null && { external_id: analysis_id }),
    ...(analysis_id !== null && publicUrl !== undefined && { details_url: analysisUrl(analysis_id, publicUrl) }),
  };
  const digest = digestOf(check);
  const known = row?.external_id ?? undefined;
  if (known !== undefined && row?.digest === digest) return;
  const id = await put(destination, subject.sha, known ?? (await findUnnoted(destination, subject.sha)), check);
  const status = said.status === 'completed' ? 'completed' : 'in_progress';
  // Without an analysis there are no states and clouds to report.
  const details = destination.details && analysis_id !== null;
  await savePublication(tenant, { ...key, external_id: id, analysis_id, status, digest, details });
}

/** Creates the check of a commit that has none, so that no requested report is replaced. Call it inside `withLease`. */
export async function writeFirstCheck(
  destination: HeldDestination,
  subject: CheckSubject,
  report: Check,
): Promise<void> {
  const { tenant } = destination;
  if (!(await getPublication(tenant, keyOf(destination, subject)))) await writeCheck(destination, subject, report);
}

/** Ends the pending checks of a pull request's older commits; nothing else would. Call it inside `withLease`. */
export async function endOlderChecks(destination: Destination, newest: CheckSubject): Promise<void> {
  const { tenant, repo_id } = destination;
  await replaceText(destination, await unfinishedChecks(tenant, repo_id, newest.pull_request), NEWER, newest);
}

/** Removes the details from a pull request's checks, except `kept`, which is rewritten. Call it inside `withLease`. */
export async function withdrawChecks(
  destination: Destination,
  pullRequest: number,
  kept: CheckSubject | undefined,
): Promise<void> {
  const { tenant, repo_id, details } = destination;
  if (!details) await replaceText(destination, await detailedChecks(tenant, repo_id, pullRequest), WITHDRAWN, kept);
}

async function replaceText(
  { tenant, client, repository }: Destination,
  rows: readonly PublicationRow[],
  output: Check['output'],
  kept: CheckSubject | undefined,
): Promise<void> {
  const check = { name: CHECK_NAME, status: 'completed', conclusion: 'neutral', output } as const;
  for (const row of rows) {
    const { external_id: id } = row;
    if (id === null || (kept && row.subject === subjectOf(kept))) continue;
    await unlessGone(() => client.updateCheckRun(repository, id, check));
    await savePublication(tenant, { ...row, status: 'completed', digest: null, details: false });
  }
}
