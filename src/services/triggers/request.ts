import { newId } from '../../base/ids.ts';
import { emptyCounts, type Trigger } from '../../engine/model/analysis.ts';
import {
  countUnfinished,
  insertAnalysis,
  lockAnalysis,
  endAsCanceled,
  type AnalysisRow,
} from '../../store/queries/analyses.ts';
import {
  findRequest,
  holdWaiting,
  insertRequest,
  listOfTarget,
  lockRequests,
  replaceTrigger,
  dropRequests,
  isWanted,
  type AnalysisRequestRow,
} from '../../store/queries/analysis-requests.ts';
import { getOrganization } from '../../store/queries/organizations.ts';
import { requestInventory } from '../../store/queries/inventories.ts';
import { getRepository } from '../../store/queries/repositories.ts';
import { scoped, type Executor, type Trx } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';
import type { WithQuotas } from '../quotas/quotas.ts';
import { stopped } from '../access/organization.ts';
import { hasStates } from '../state-sources/open.ts';

type Deps = Pick<Base, 'queue'> & WithQuotas;

export type RunRequest = {
  org_id: string;
  /** The repository whose states are checked; null for all of the organization. */
  repo_id: string | null;
  trigger: Trigger;
  state_prefix?: string | null;
  /** Also takes an inventory of what no state has. */
  unmanaged?: boolean;
  /** Identifies the request, so that a repeated event does not request another analysis. */
  key?: string;
  /** The time, by the database's clock, before the code host was read for the commit. */
  seen_at?: Date;
  /** A recent analysis of the same states that can answer the request, unless it asks for an inventory. */
  fresh?: string;
  /** The key of an analysis of its own, which joins no waiting one. */
  idempotency_key?: string;
};

/** `reused`: an existing analysis answers the request. */
export type Requested = { analysis_id: string; request_id: string; reused: boolean };

/** Triggers whose status is published at the code host. */
const SHOWN: readonly Trigger['kind'][] = ['push', 'pull_request', 'comment', 'rerequest'];
/** Triggers for the newest commit of a branch or pull request; a repeated check may be for an older one. */
const OF_THE_HEAD: readonly Trigger['kind'][] = ['push', 'pull_request', 'comment'];
/** All other triggers come first, since somebody waits for them. */
const SCHEDULED_PRIORITY = -1_000;

/**
 * Requests an analysis, or returns the reason for not running one. Equal waiting requests share an analysis. A newer
 * commit replaces a waiting older one of the same branch or pull request. Call it in the transaction that stores the
 * cause of the request. Throws a violation of the unique index `analyses_idempotency_key`.
 */
export async function requestRun(
  trx: Trx,
  services: Deps,
  request: RunRequest,
): Promise<Requested | { skipped: SkipReason }> {
  const { org_id, repo_id, trigger, key } = request;
  await lockRequests(trx, org_id);
  const reason = await unfit(trx, request);
  if (reason) return { skipped: reason };
  const tenant = scoped(trx, { org_id });
  if ((await services.quotas.take(tenant, 'bytes', 1)) === 0) return { skipped: 'quota_exceeded' };
  const known = key === undefined ? undefined : await findRequest(tenant, key);
  if (known) return { analysis_id: known.analysis_id, request_id: known.id, reused: true };
  const older = await olderOf(trx, request);
  if (!older) return { skipped: 'outdated' };
  const found = await existing(trx, request);
  const analysis = found ?? (await create(trx, services, request));
  if (request.unmanaged) await requestInventory(tenant, analysis.id);
  // The check keeps the id of a completed analysis, so a further request would have this key: it is not stored, so that
  // the request counts as new. A new analysis changes the id, and so the key.
  const isOver = trigger.kind === 'rerequest' && analysis.status === 'completed';
  const { id } = await insertRequest(trx, {
    id: newId('req'),
    org_id,
    analysis_id: analysis.id,
    repo_id,
    trigger: JSON.stringify(trigger),
    key: isOver ? null : (key ?? null),
    seen_at: request.seen_at ?? null,
  });
  for (const one of older)
    if (one.analysis_id === analysis.id) await replaceTrigger(tenant, analysis.id, { from: one.trigger, to: trigger });
  await drop(trx, services, older, 'superseded');
  if (SHOWN.includes(trigger.kind)) {
    const message = { org_id, repo_id, analysis_id: analysis.id, request_id: id, trigger };
    await services.queue.send('publish', message, { db: trx, singletonKey: `${id}/asked` });
  }
  return { analysis_id: analysis.id, request_id: id, reused: found !== undefined };
}

/** Waiting requests for other commits of the same branch or pull request; undefined if one of these is newer. */
async function olderOf(
  trx: Trx,
  { org_id, repo_id, trigger, seen_at: seenAt }: RunRequest,
): Promise<AnalysisRequestRow[] | undefined> {
  if (repo_id === null || seenAt === undefined || !OF_THE_HEAD.includes(trigger.kind)) return [];
  const others = (await listOfTarget(scoped(trx, { org_id }), { repo_id, trigger })).filter(
    (one) => one.trigger.sha !== trigger.sha && OF_THE_HEAD.includes(one.trigger.kind),
  );
  if (others.some((one) => one.seen_at !== null && one.seen_at > seenAt)) return undefined;
  return others.filter(({ status }) => status === 'queued');
}

/** An existing analysis that answers the request: an equal waiting one, or a recent one. */
async function existing(
  trx: Trx,
  { org_id, repo_id, state_prefix = null, fresh, unmanaged = false, idempotency_key: own }: RunRequest,
): Promise<AnalysisRow | undefined> {
  if (own !== undefined) return undefined;
  const tenant = scoped(trx, { org_id });
  const waiting = await holdWaiting(tenant, { repo_id, state_prefix });
  if (waiting || fresh === undefined || unmanaged) return waiting;
  const row = await lockAnalysis(tenant, fresh);
  return row?.status === 'running' || row?.status === 'completed' ? row : undefined;
}

/** Creates the analysis and its job in one transaction: never one without the other. */
async function create(trx: Trx, { queue }: Deps, request: RunRequest): Promise<AnalysisRow> {
  const { org_id, repo_id, trigger, state_prefix = null, idempotency_key = null } = request;
  const row = await insertAnalysis(trx, {
    id: newId('an'),
    org_id,
    repo_id,
    trigger: JSON.stringify(trigger),
    state_prefix,
    idempotency_key,
    status: 'queued',
    severity: 'none',
    counts: JSON.stringify(emptyCounts()),
    states: '[]',
  });
  // A lower priority with each unfinished analysis of the organization: the first of another one goes before the rest.
  const rank = trigger.kind === 'schedule' ? SCHEDULED_PRIORITY : 1;
  const priority = rank - (await countUnfinished(scoped(trx, { org_id })));
  await queue.send('analysis', { analysis_id: row.id, org_id }, { db: trx, priority });
  return row;
}

const SUMMARY = { superseded: 'Replaced by a newer commit.', closed: 'Its pull request was closed.' } as const;

/**
 * Drops requests that nobody waits for any more, reports that at the code host, and cancels queued analyses without
 * other requests. Call it in a transaction that holds the lock on the organization's requests.
 */
export async function drop(
  trx: Trx,
  { queue }: Pick<Base, 'queue'>,
  requests: readonly AnalysisRequestRow[],
  as: 'superseded' | 'closed',
): Promise<void> {
  for (const { id, org_id, repo_id, analysis_id, trigger } of requests) {
    const tenant = scoped(trx, { org_id });
    await dropRequests(tenant, [id], as);
    const message = { org_id, repo_id, analysis_id, request_id: id, trigger };
    await queue.send('publish', message, { db: trx, singletonKey: `${id}/dropped` });
    const analysis = await lockAnalysis(tenant, analysis_id);
    if (analysis?.status !== 'queued' || (await isWanted(tenant, analysis_id))) continue;
    await endAsCanceled(tenant, analysis_id, {
      finished_at: new Date(),
      counts: emptyCounts(),
      severity: 'none',
      ai_summary: `Canceled before anything was compared. ${SUMMARY[as]}`,
    });
  }
}

/**
 * Drops all requests of a closed pull request, even answered ones, so that it is analysed again when it is reopened.
 */
export async function dropClosed(
  trx: Trx,
  deps: Deps,
  { org_id, repo_id, pull_request }: { org_id: string; repo_id: string; pull_request: number },
): Promise<void> {
  await lockRequests(trx, org_id);
  const tenant = scoped(trx, { org_id });
  const known = await listOfTarget(tenant, { repo_id, trigger: { pull_request } });
  const waiting = known.filter(({ status }) => status === 'queued');
  await drop(trx, deps, waiting, 'closed');
  const rest = known.filter((one) => !waiting.includes(one)).map(({ id }) => id);
  await dropRequests(tenant, rest, 'closed');
}

/** The reason why no analysis was created. */
type SkipReason =
  /** The installation is suspended or uninstalled, or the organization is being deleted. */
  | 'suspended'
  | 'uninstalled'
  /** The App cannot see the repository (any more), or it was deleted. */
  | 'repository_gone'
  | 'archived'
  /** There are no states to analyse: no role with a bucket, and no other source. */
  | 'not_configured'
  /** Findings and verdicts have used up their quota. */
  | 'quota_exceeded'
  /** A newer commit of the same pull request or branch is known already. */
  | 'outdated';

/**
 * The reason for not running an analysis. Requests by API ignore a suspended or uninstalled App and an archived
 * repository: their callers see the states anyway.
 */
async function unfit(
  db: Executor,
  { org_id, repo_id, trigger }: { org_id: string; repo_id: string | null; trigger: Trigger },
): Promise<SkipReason | undefined> {
  const byItself = trigger.kind !== 'api';
  const away = byItself ? stopped(await getOrganization(db, org_id)) : undefined;
  if (away) return away;
  const tenant = scoped(db, { org_id });
  if (repo_id !== null) {
    const repository = await getRepository(tenant, repo_id);
    if (!repository || repository.removed_at !== null) return 'repository_gone';
    if (byItself && repository.archived) return 'archived';
  }
  return (await hasStates(tenant)) ? undefined : 'not_configured';
}
