import type { Trigger } from '../../engine/model/analysis.ts';
import { bounded } from '../../texts/bounded.ts';
import { COMMENT_MARKER, pullRequestReport, rootsSentence } from '../../texts/pull-request/report.ts';
import { publicPullRequestReport, publicRootsSentence } from '../../texts/pull-request/public.ts';
import { untouchedVerdict, verdictOf } from '../../texts/pull-request/verdict.ts';
import { viewOf } from '../../texts/pull-request/view.ts';
import type { States } from '../../texts/reported.ts';
import { getRequest } from '../../store/queries/analysis-requests.ts';
import type { AnalysisRow } from '../../store/queries/analyses.ts';
import { listStateKeys } from '../../store/queries/states.ts';
import { countOpenIncidents } from '../../store/queries/incidents.ts';
import { mappingOf, type Mapping } from '../ownership/mapping.ts';
import { repositoryMapping } from '../state-mapping/repository-mapping.ts';
import { touchByPull } from '../state-mapping/at-head.ts';
import { endOlderChecks, withdrawChecks, writeCheck, writeFirstCheck, type Check, type CheckOutput } from './check.ts';
import { withdrawComment, writeComment, type Comment } from './comment.ts';
import type { HeldDestination, Destination } from './destination.ts';
import { showAs, showToAll } from './show.ts';
import { readReport } from './read-report.ts';

/** The check and the comment to write to a pull request; without `comment`, the comment stays as it is. */
type Writing = { check: Check; comment?: Comment };

const CHECKING = showToAll({
  title: 'Checking for drift',
  summary: 'Plumbline compares the states that this pull request touches with the cloud.',
});
const NOBODY_WAITS = {
  closed: 'The pull request was closed before it was analysed',
  superseded: 'Replaced by a newer commit',
} as const;

const HELD: Check = {
  analysis_id: null,
  status: 'completed',
  conclusion: 'neutral',
  output: showToAll({
    title: 'Not checked: waits for a maintainer',
    summary:
      'This pull request comes from a fork, or from somebody without write access. Nothing of it was read. To check it, somebody with write access comments `plumbline scan`, once more after each push.',
  }),
};

/** The states of a repository by the current mapping; states that it has lost since the analysis are not reported. */
const ownOf =
  (mapping: Mapping, repoId: string): States =>
  (key) =>
    mapping.of(key)?.repo_id === repoId;

/** The states that a pull request touches, by the current mapping. */
async function touchOf(destination: Destination, number: number) {
  const { tenant, repo_id, client, repository } = destination;
  const mapped = await repositoryMapping(tenant, repo_id);
  const changed = await client.listPullRequestFiles(repository, number);
  const keys = await listStateKeys(tenant);
  const touch = await touchByPull(destination, mapped, keys, changed);
  const isWaiting = (key: string) => mapped.triggers(key) && !mapped.owns(key);
  const waiting = keys.filter((key) => isWaiting(key) && (touch === 'everything' || touch.states(key))).length;
  return { mapped, touch, waiting };
}

/** The report of a pull request that touches no state: known drift of the repository's other states. */
async function untouched(destination: Destination, number: number): Promise<Writing> {
  const { tenant } = destination;
  const { mapped, touch } = await touchOf(destination, number);
  const open = [...(await countOpenIncidents(tenant))].filter(([key]) => mapped.owns(key));
  const { conclusion, title } = untouchedVerdict(open.reduce((sum, [, count]) => sum + count, 0));
  const roots = touch === 'everything' ? [] : touch.roots;
  const nothing =
    'No file of this pull request belongs to a state that Plumbline knows, so nothing was compared for it.';
  const summaryWith = (sentence: (names: readonly string[]) => string) =>
    bounded([nothing, ...(roots.length > 0 ? [sentence(roots)] : [])]);
  const summary = {
    details: () => summaryWith(rootsSentence),
    public: () => summaryWith(publicRootsSentence),
  };
  const outputOf = (text: string): CheckOutput => ({ title, summary: text });
  const bodyOf = (text: string) => bounded([`## ${title}`, text, COMMENT_MARKER]);
  return {
    check: { analysis_id: null, status: 'completed', conclusion, output: showAs(destination, summary, outputOf) },
    comment: { analysis_id: null, drift: false, body: showAs(destination, summary, bodyOf) },
  };
}

/** The report of an analysis on a pull request; while it runs, a pending check. */
async function reportOf(
  destination: Destination,
  row: AnalysisRow,
  { number, sha }: { number: number; sha: string },
): Promise<Writing> {
  const { tenant, repo_id, organization, publicUrl } = destination;
  if (row.status === 'queued' || row.status === 'running')
    return { check: { analysis_id: row.id, status: 'in_progress', output: CHECKING } };
  const { mapped, touch, waiting } = await touchOf(destination, number);
  const own = ownOf(mapped.mapping, repo_id);
  const { states: touched, roots } = touch === 'everything' ? { states: touch, roots: [] } : touch;
  const view = viewOf(await readReport(tenant, row, own), { own, touched, roots, waiting });
  const verdict = verdictOf(view, organization.check_fails_at);
  const about = { sha, publicUrl };
  const report = {
    details: () => pullRequestReport(view, verdict, about),
    public: () => publicPullRequestReport(view, verdict, about),
  };
  const output = showAs(destination, report, ({ title, summary, text }): CheckOutput => ({
    title,
    summary,
    ...(text !== undefined && { text }),
  }));
  const { conclusion } = verdict;
  const check: Check = { analysis_id: row.id, status: 'completed', conclusion, output };
  // A failed or canceled analysis says nothing about drift, so the comment keeps the latest known report.
  if (row.status === 'failed' || row.status === 'canceled') return { check };
  const body = showAs(destination, report, ({ comment }) => comment);
  return { check, comment: { analysis_id: row.id, drift: view.touched.drifted.length > 0, body } };
}

/** The reason why a request was dropped; undefined if it was not. */
async function droppedAs({ tenant }: Destination, requestId: string | null): Promise<string | undefined> {
  const request = requestId === null ? undefined : await getRequest(tenant, requestId);
  return request?.dropped_as == null ? undefined : NOBODY_WAITS[request.dropped_as];
}

type PublishRequest = { trigger: Trigger; request_id: string | null; held?: boolean };

/**
 * Writes the check and the comment of a pull request: the report of its analysis or, without one, that it touches no
 * state. Reports on the newest commit only, and ends pending checks of older ones. Each write goes through `attempt`,
 * since the App may be allowed one and not another. Call it inside `withLease`.
 */
export async function publishPullRequest(
  destination: HeldDestination,
  number: number,
  row: AnalysisRow | undefined,
  { trigger, request_id, held = false }: PublishRequest,
  attempt: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { client, repository } = destination;
  const pull = await client.getPullRequest(repository, number);
  const newest = { pull_request: number, sha: pull.head.sha };
  await attempt(() => endOlderChecks(destination, newest));
  const isAboutNewest = trigger.sha === undefined || trigger.sha === newest.sha;
  await attempt(() => withdrawChecks(destination, number, isAboutNewest ? newest : undefined));
  await attempt(() => withdrawComment(destination, number));
  if (!isAboutNewest) return;
  if (held) return attempt(() => writeFirstCheck(destination, newest, HELD));
  const dropped = await droppedAs(destination, request_id);
  if (dropped !== undefined) {
    const output = showToAll({ title: dropped, summary: 'Drift was not checked for this commit.' });
    const check: Check = { analysis_id: row?.id ?? null, status: 'completed', conclusion: 'neutral', output };
    return attempt(() => writeCheck(destination, newest, check));
  }
  const { check, comment } = row
    ? await reportOf(destination, row, { number, sha: newest.sha })
    : await untouched(destination, number);
  await attempt(() => writeCheck(destination, newest, check));
  if (comment && pull.state === 'open') await attempt(() => writeComment(destination, number, comment));
}

/** The states of a repository by the current mapping. */
export async function ownStates({ tenant, repo_id }: Destination): Promise<States> {
  return ownOf(await mappingOf(tenant), repo_id);
}

/** True if a repository has no state in an analysis, but unaccepted claims on some of its states. */
export async function isWaiting({ tenant, repo_id }: Destination, row: AnalysisRow): Promise<boolean> {
  const mapping = await mappingOf(tenant);
  const keys = row.states.map(({ key }) => key).filter((key) => mapping.triggeredBy(repo_id, key));
  return keys.length > 0 && keys.every((key) => mapping.of(key) === undefined);
}
