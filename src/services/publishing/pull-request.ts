import type { Trigger } from '../../drift/analysis.ts';
import { bounded } from '../../report/bounded.ts';
import { COMMENT_MARKER, pullRequestReport, rootsSentence } from '../../report/pull-request/report.ts';
import { untouchedVerdict, verdictOf } from '../../report/pull-request/verdict.ts';
import { viewOf } from '../../report/pull-request/view.ts';
import type { States } from '../../report/told.ts';
import { getRequest } from '../../store/queries/analysis-requests.ts';
import type { AnalysisRow } from '../../store/queries/analyses.ts';
import { listStateKeys } from '../../store/queries/states.ts';
import { countOpenIncidents } from '../../store/queries/told.ts';
import { mappingOf, type Mapping } from '../state-mapping/mapping.ts';
import { repositoryMapping } from '../state-mapping/repository-mapping.ts';
import { touchByPull } from '../state-mapping/touch.ts';
import { endOlderChecks, writeCheck, type Check } from './check.ts';
import { writeComment, type Comment } from './comment.ts';
import type { HeldPlace, Place } from './place.ts';
import { readTold } from './told.ts';

/** What is to be written to a pull request: `comment` where the comment is to say something else. */
type Writing = { check: Check; comment?: Comment };

const LOOKING = {
  title: 'Looking for drift',
  summary: 'Plumbline compares the states that this pull request touches with the cloud.',
};
const NOBODY_WAITS = {
  closed: 'The pull request was closed before it was looked at',
  superseded: 'A newer commit took its place',
} as const;

/** The repository's states of an analysis. */
const ownOf = (mapping: Mapping, row: AnalysisRow, repoId: string): States => {
  const noted = new Set(row.states.flatMap(({ key, repo_id: id }) => (id === repoId ? [key] : [])));
  return (key) => noted.has(key) || mapping.of(key)?.repo_id === repoId;
};

/** What a pull request touches, as is known now. */
async function touchOf(place: Place, number: number) {
  const { db, scope, repo_id, client, repository } = place;
  const mapped = await repositoryMapping(db, scope, repo_id);
  const changed = await client.listPullRequestFiles(repository, number);
  return { mapped, touch: await touchByPull(place, mapped, await listStateKeys(db, scope), changed) };
}

/** A pull request that touches no state: what is known of others that have drifted. */
async function untouched(place: Place, number: number): Promise<Writing> {
  const { db, scope } = place;
  const { mapped, touch } = await touchOf(place, number);
  const open = [...(await countOpenIncidents(db, scope))].filter(([key]) => mapped.owns(key));
  const { conclusion, title } = untouchedVerdict(open.reduce((sum, [, count]) => sum + count, 0));
  const roots = touch === 'everything' ? [] : touch.roots;
  const nothing =
    'No file of this pull request belongs to a state that Plumbline knows, so nothing was compared for it.';
  const summary = bounded([nothing, ...(roots.length > 0 ? [rootsSentence(roots)] : [])]);
  return {
    check: { analysis_id: null, status: 'completed', conclusion, output: { title, summary } },
    comment: { analysis_id: null, drift: false, body: bounded([`## ${title}`, summary, COMMENT_MARKER]) },
  };
}

/** What an analysis says of a pull request, as far as it has come. */
async function saidBy(
  place: Place,
  row: AnalysisRow,
  { number, sha }: { number: number; sha: string },
): Promise<Writing> {
  const { db, scope, repo_id, organization, publicUrl } = place;
  if (row.status === 'queued' || row.status === 'running')
    return { check: { analysis_id: row.id, status: 'in_progress', output: LOOKING } };
  const { mapped, touch } = await touchOf(place, number);
  const own = ownOf(mapped.mapping, row, repo_id);
  const { states: touched, roots } = touch === 'everything' ? { states: touch, roots: [] } : touch;
  const view = viewOf(await readTold(db, scope, row, own), { own, touched, roots });
  const verdict = verdictOf(view, organization.check_fails_at);
  const { title, summary, text, comment } = pullRequestReport(view, verdict, { sha, publicUrl });
  const output = { title, summary, ...(text !== undefined && { text }) };
  const { conclusion } = verdict;
  const check: Check = { analysis_id: row.id, status: 'completed', conclusion, output };
  // One that failed says nothing of drift: what the comment says is the latest that is known.
  if (row.status === 'failed' || row.status === 'canceled') return { check };
  return { check, comment: { analysis_id: row.id, drift: view.touched.drifted.length > 0, body: comment } };
}

/** Why nobody waits for a request any more; undefined where somebody does. */
async function droppedAs({ db, scope }: Place, requestId: string | null): Promise<string | undefined> {
  const request = requestId === null ? undefined : await getRequest(db, scope, requestId);
  return request?.dropped_as == null ? undefined : NOBODY_WAITS[request.dropped_as];
}

type Told = { trigger: Trigger; request_id: string | null };

/**
 * Has the check and the comment of a pull request say how it stands: with an analysis, or without one that it touches no
 * state. Only its newest commit is told of; checks of others that wait are ended. Each is tried by `attempt`, since the App may
 * be allowed the one and not the other. Inside `alone`.
 */
export async function publishPullRequest(
  place: HeldPlace,
  number: number,
  row: AnalysisRow | undefined,
  { trigger, request_id }: Told,
  attempt: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { client, repository } = place;
  const pull = await client.getPullRequest(repository, number);
  const newest = { pull_request: number, sha: pull.head.sha };
  await attempt(() => endOlderChecks(place, newest));
  if (trigger.sha !== undefined && trigger.sha !== newest.sha) return;
  const dropped = await droppedAs(place, request_id);
  if (dropped !== undefined) {
    const output = { title: dropped, summary: 'Nothing is said about drift.' };
    const check: Check = { analysis_id: row?.id ?? null, status: 'completed', conclusion: 'neutral', output };
    return attempt(() => writeCheck(place, newest, check));
  }
  const { check, comment } = row
    ? await saidBy(place, row, { number, sha: newest.sha })
    : await untouched(place, number);
  await attempt(() => writeCheck(place, newest, check));
  if (comment && pull.state === 'open') await attempt(() => writeComment(place, number, comment));
}

/** The repository's states of an analysis, as they are mapped now. */
export async function ownStates({ db, scope, repo_id }: Place, row: AnalysisRow): Promise<States> {
  return ownOf(await mappingOf(db, scope), row, repo_id);
}
