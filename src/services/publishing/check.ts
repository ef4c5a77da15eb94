import { digestOf } from '../../base/digest.ts';
import { CodeHostProblem } from '../../base/code-host.ts';
import { analysisUrl } from '../../texts/links.ts';
import {
  getPublication,
  isKnownCheck,
  savePublication,
  unfinishedChecks,
  type PublicationRow,
} from '../../store/queries/publications.ts';
import type { CheckRun, ShownCheck, Shown } from '../codehosts/port.ts';
import type { HeldDestination, Destination } from './destination.ts';
import { showToAll } from './show.ts';

export const CHECK_NAME = 'Plumbline';

/** Ignores the error that the code host does not have what is to be changed any more; rethrows every other one. */
export const unlessGone = (error: unknown): void => {
  if (!(error instanceof CodeHostProblem) || error.code !== 'gone') throw error;
};

/** The text of a check, and its analysis. */
export type Check = Pick<CheckRun, 'status' | 'conclusion'> & {
  output: Shown<CheckOutput>;
  analysis_id: string | null;
};
export type CheckOutput = NonNullable<CheckRun['output']>;

/** The commit and pull request of a check. */
export type CheckSubject = { pull_request: number; sha: string };

const NEWER: Check = {
  analysis_id: null,
  status: 'completed',
  conclusion: 'neutral',
  output: showToAll({
    title: 'A newer commit took its place',
    summary: 'This commit is not the newest of its pull request any more.',
  }),
};

/** Finds the check that the App created, which may not have been stored; not that of another pull request with the same commit. */
async function findUnnoted(
  { client, repository, db, scope, repo_id }: Destination,
  sha: string,
): Promise<number | undefined> {
  const found = await client.findCheckRun(repository, sha, CHECK_NAME);
  return found && !(await isKnownCheck(db, scope, repo_id, found.id)) ? found.id : undefined;
}

async function put(
  destination: HeldDestination,
  sha: string,
  id: number | undefined,
  check: ShownCheck,
): Promise<number> {
  const { client, repository, assertHeld } = destination;
  if (id !== undefined)
    try {
      await client.updateCheckRun(repository, id, check);
      return id;
    } catch (error) {
      unlessGone(error);
    }
  await assertHeld();
  return client.createCheckRun(repository, { ...check, head_sha: sha });
}

/**
 * Creates or updates the check of a commit. The report of a later analysis stays. Inside `withLease`.
 */
export async function writeCheck(
  destination: HeldDestination,
  { pull_request, sha }: CheckSubject,
  report: Check,
): Promise<void> {
  const { db, scope, repo_id, publicUrl } = destination;
  const key = { repo_id, kind: 'check', subject: `${pull_request}/${sha}` } as const;
  const row = await getPublication(db, scope, key);
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
  const id = await put(destination, sha, known ?? (await findUnnoted(destination, sha)), check);
  const status = said.status === 'completed' ? 'completed' : 'in_progress';
  // Without an analysis there are no states and clouds to report.
  const details = destination.details && analysis_id !== null;
  await savePublication(db, scope, { ...key, external_id: id, analysis_id, status, digest, details });
}

/** Creates the check of a commit that has none yet, so that no report that somebody asked for is replaced. Inside `withLease`. */
export async function writeFirstCheck(
  destination: HeldDestination,
  subject: CheckSubject,
  report: Check,
): Promise<void> {
  const key = {
    repo_id: destination.repo_id,
    kind: 'check',
    subject: `${subject.pull_request}/${subject.sha}`,
  } as const;
  if (!(await getPublication(destination.db, destination.scope, key))) await writeCheck(destination, subject, report);
}

/** Whether the check already reports a later analysis. */
export const isNewer = (row: PublicationRow | undefined, analysisId: string | null): boolean =>
  row?.analysis_id != null && analysisId !== null && row.analysis_id > analysisId;

/** Ends the checks of a pull request that wait on commits which are not its newest any more; nobody else would. Inside `withLease`. */
export async function endOlderChecks(destination: Destination, { pull_request, sha }: CheckSubject): Promise<void> {
  const { db, scope, repo_id, client, repository } = destination;
  for (const row of await unfinishedChecks(db, scope, repo_id, pull_request)) {
    if (row.subject === `${pull_request}/${sha}` || row.external_id === null) continue;
    const { analysis_id: _, ...said } = NEWER;
    await client.updateCheckRun(repository, row.external_id, { name: CHECK_NAME, ...said }).catch(unlessGone);
    await savePublication(db, scope, { ...row, status: 'completed', digest: null, details: false });
  }
}
