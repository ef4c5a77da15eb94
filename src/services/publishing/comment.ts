import { CodeHostProblem } from '../../base/code-host.ts';
import { COMMENT_MARKER } from '../../report/pull-request/report.ts';
import { getPublication, savePublication } from '../../store/queries/publications.ts';
import { isNewer } from './check.ts';
import { digestOf, type Place } from './place.ts';

/** What the comment of a pull request is to say, of which analysis, and whether that is drift. */
export type Comment = { body: string; analysis_id: string | null; drift: boolean };

async function update({ client, repository }: Place, id: number, body: string): Promise<boolean> {
  try {
    await client.updateComment(repository, id, body);
    return true;
  } catch (error) {
    if (error instanceof CodeHostProblem && error.code === 'gone') return false;
    throw error;
  }
}

/**
 * Has the one comment of a pull request say this. It is made where there is drift, and only then; once it is there it is kept
 * true. What a later analysis said stays. Inside `alone`.
 */
export async function writeComment(
  place: Place,
  pullRequest: number,
  { body, analysis_id, drift }: Comment,
): Promise<void> {
  const { db, scope, repo_id, client, repository } = place;
  const key = { repo_id, kind: 'comment', subject: String(pullRequest) } as const;
  const row = await getPublication(db, scope, key);
  if (isNewer(row, analysis_id) || (!row && !drift)) return;
  const digest = digestOf(body);
  if (row?.external_id != null && row.digest === digest) return;
  const facts = { ...key, analysis_id, status: drift ? ('drift' as const) : ('none' as const) };
  // Before it is made, so that one which was made and not noted is looked for, whatever there is to say then.
  if (!row) await savePublication(db, scope, { ...facts, external_id: null, digest: null });
  const known = row?.external_id ?? (await client.findComment(repository, pullRequest, COMMENT_MARKER));
  let id = known !== undefined && (await update(place, known, body)) ? known : undefined;
  if (id === undefined && drift) id = await client.createComment(repository, pullRequest, body);
  await savePublication(db, scope, { ...facts, external_id: id ?? null, digest: id === undefined ? null : digest });
}
