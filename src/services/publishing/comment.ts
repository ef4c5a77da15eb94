import { digestOf } from '../../base/digest.ts';
import { unlessGone } from '../../base/code-host.ts';
import { COMMENT_MARKER } from '../../texts/pull-request/report.ts';
import { getPublication, savePublication, type PublicationRow } from '../../store/queries/publications.ts';
import type { Shown } from '../codehosts/port.ts';
import { isNewer, type HeldDestination } from './destination.ts';

/** The text of the comment on a pull request, its analysis, and whether it reports drift. */
export type Comment = { body: Shown<string>; analysis_id: string | null; drift: boolean };

/**
 * Creates the comment. A process may be suspended right before, lose its lease, and create a second one: the process
 * that created the later of two comments deletes it.
 */
async function create(destination: HeldDestination, pullRequest: number, body: Shown<string>): Promise<number> {
  const { client, repository, assertHeld } = destination;
  await assertHeld();
  const made = await client.createComment(repository, pullRequest, body);
  const first = (await client.findComment(repository, pullRequest, COMMENT_MARKER)) ?? made;
  if (first !== made) await client.deleteComment(repository, made);
  await assertHeld();
  if (first !== made) await client.updateComment(repository, first, body);
  return first;
}

const commentKey = ({ repo_id }: HeldDestination, pullRequest: number) =>
  ({ repo_id, kind: 'comment', subject: String(pullRequest) }) as const;

/** Updates the comment, whether or not its id was stored; undefined if there is none. */
async function updateExisting(
  { client, repository }: HeldDestination,
  pullRequest: number,
  row: PublicationRow | undefined,
  body: Shown<string>,
): Promise<number | undefined> {
  const id = row?.external_id ?? (await client.findComment(repository, pullRequest, COMMENT_MARKER));
  return id === undefined ? undefined : unlessGone(() => client.updateComment(repository, id, body).then(() => id));
}

/**
 * Creates or updates the only comment of a pull request. It is created only if there is drift, and kept up to date from
 * then on. Keeps the report of a later analysis. Call it inside `withLease`.
 */
export async function writeComment(
  destination: HeldDestination,
  pullRequest: number,
  { body, analysis_id, drift }: Comment,
): Promise<void> {
  const { tenant, assertHeld, details } = destination;
  const key = commentKey(destination, pullRequest);
  const row = await getPublication(tenant, key);
  // Without drift, only a comment that reported drift is rewritten.
  if (!row && !drift) return;
  if (isNewer(row, analysis_id)) return;
  const digest = digestOf(body);
  if (row?.external_id != null && row.digest === digest) return;
  const status: 'drift' | 'none' = drift ? 'drift' : 'none';
  const written = { ...key, analysis_id, status, details };
  await assertHeld();
  // Stored first, so that a comment that was created and not stored is found, whatever its text.
  if (!row) await savePublication(tenant, { ...written, external_id: null, digest: null });
  let id = await updateExisting(destination, pullRequest, row, body);
  if (id === undefined && drift) id = await create(destination, pullRequest, body);
  await savePublication(tenant, { ...written, external_id: id ?? null, digest: id === undefined ? null : digest });
}

/**
 * Deletes a pull request's comment if its details may no longer be shown: an edited comment would keep them in its
 * public history. Call it inside `withLease`.
 */
export async function withdrawComment(destination: HeldDestination, pullRequest: number): Promise<void> {
  const { assertHeld, tenant, client, repository, details } = destination;
  const row = details ? undefined : await getPublication(tenant, commentKey(destination, pullRequest));
  if (!row?.details) return;
  await assertHeld();
  const id = row.external_id ?? (await client.findComment(repository, pullRequest, COMMENT_MARKER));
  if (id !== undefined) await unlessGone(() => client.deleteComment(repository, id));
  await savePublication(tenant, { ...row, external_id: null, status: 'none', digest: null, details: false });
}
