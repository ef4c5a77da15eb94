import { COMMENT_MARKER } from '../../texts/pull-request/report.ts';
import { detailedChecks, getPublication, savePublication } from '../../store/queries/publications.ts';
import { CHECK_NAME, unlessGone, type CheckSubject } from './check.ts';
import type { HeldDestination, Destination } from './destination.ts';
import { showToAll } from './show.ts';

const WITHDRAWN = showToAll({
  title: 'Details were taken back',
  summary: 'This repository is public now. People of the organization find the details in Plumbline.',
});

/**
 * Deletes the comment of a pull request that holds details which may not stand there any more: an edited one would keep them in its
 * history, for everybody to read. Inside `withLease`.
 */
export async function withdrawComment(
  { assertHeld, ...destination }: HeldDestination,
  pullRequest: number,
): Promise<void> {
  const { db, scope, repo_id, client, repository, details } = destination;
  const key = { repo_id, kind: 'comment', subject: String(pullRequest) } as const;
  const row = details ? undefined : await getPublication(db, scope, key);
  if (!row?.details) return;
  await assertHeld();
  const id = row.external_id ?? (await client.findComment(repository, pullRequest, COMMENT_MARKER));
  if (id !== undefined) await client.deleteComment(repository, id).catch(unlessGone);
  await savePublication(db, scope, { ...row, external_id: null, status: 'none', digest: null, details: false });
}

/** Takes the details out of the checks of a pull request but the one of `kept`, which is written anew. Inside `withLease`. */
export async function withdrawChecks(
  destination: Destination,
  pullRequest: number,
  kept: CheckSubject | undefined,
): Promise<void> {
  const { db, scope, repo_id, client, repository, details } = destination;
  if (details) return;
  for (const row of await detailedChecks(db, scope, repo_id, pullRequest)) {
    if (row.external_id === null || row.subject === `${kept?.pull_request}/${kept?.sha}`) continue;
    const check = { name: CHECK_NAME, status: 'completed', conclusion: 'neutral', output: WITHDRAWN } as const;
    await client.updateCheckRun(repository, row.external_id, check).catch(unlessGone);
    await savePublication(db, scope, { ...row, status: 'completed', digest: null, details: false });
  }
}
