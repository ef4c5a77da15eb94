import type { Transaction } from 'kysely';
import { newId } from '../../base/ids.ts';
import { emptyCounts, type Trigger } from '../../drift/analysis.ts';
import { countUnfinished, insertAnalysis, lockAnalysis, type AnalysisRow } from '../../store/queries/analyses.ts';
import {
  findRequest,
  holdWaiting,
  insertRequest,
  listOfTarget,
  lockRequests,
  replaceTrigger,
  type AnalysisRequestRow,
} from '../../store/queries/analysis-requests.ts';
import type { Tables } from '../../store/tables.ts';
import type { Base } from '../base/context.ts';
import type { WithQuotas } from '../quotas/quotas.ts';
import { drop } from './drop.ts';
import { unfit, type SkipReason } from './unfit.ts';

type Deps = Pick<Base, 'queue'> & WithQuotas;

export type RunRequest = {
  org_id: string;
  /** The repository whose states are looked at; null for all of the organization. */
  repo_id: string | null;
  trigger: Trigger;
  state_prefix?: string | null;
  /** Names what was asked for, so that the same event twice is one request. */
  key?: string;
  /** When the code host was asked for the commit of the trigger, by the database's clock. */
  seen_at?: Date;
  /** An analysis of the same states that is fresh enough to answer this. */
  fresh?: string;
  /** An analysis of its own, known by this; it joins none that waits. */
  idempotency_key?: string;
};

/** `reused`: the request is answered by an analysis that was there before. */
export type Requested = { analysis_id: string; request_id: string; reused: boolean };

/** People at the code host are told how these stand. */
const SHOWN: readonly Trigger['kind'][] = ['push', 'pull_request', 'comment', 'rerequest'];
/** These are about the newest commit of a branch or pull request; one that is done again may be an older one. */
const OF_THE_HEAD: readonly Trigger['kind'][] = ['push', 'pull_request', 'comment'];
/** Somebody waits for all others. */
const SCHEDULED_PRIORITY = -1_000;

/**
 * Asks for an analysis, or finds out why there is to be none. Equal requests that wait are one analysis; a newer commit takes
 * the place of an older one of the same branch or pull request that still waits. Inside a transaction, which is the one that
 * the reason for it is noted in. Unique violation: `analyses_idempotency_key`.
 */
export async function requestRun(
  trx: Transaction<Tables>,
  services: Deps,
  request: RunRequest,
): Promise<Requested | { skipped: SkipReason }> {
  const { org_id, repo_id, trigger, key } = request;
  const scope = { org_id };
  await lockRequests(trx, org_id);
  const reason = await unfit(trx, request);
  if (reason) return { skipped: reason };
  if ((await services.quotas.take(trx, scope, 'bytes', 1)) === 0) return { skipped: 'quota_exceeded' };
  const known = key === undefined ? undefined : await findRequest(trx, scope, key);
  if (known) return { analysis_id: known.analysis_id, request_id: known.id, reused: true };
  const older = await olderOf(trx, request);
  if (!older) return { skipped: 'outdated' };
  const found = await existing(trx, request);
  const analysis = found ?? (await create(trx, services, request));
  // The check stays about this analysis, and with that the mark of the next wish the same: whoever asks later wants another one.
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
    if (one.analysis_id === analysis.id)
      await replaceTrigger(trx, scope, analysis.id, { from: one.trigger, to: trigger });
  await drop(trx, services, older, 'superseded');
  if (SHOWN.includes(trigger.kind)) {
    const message = { org_id, repo_id, analysis_id: analysis.id, request_id: id, trigger };
    await services.queue.send('publish', message, { db: trx, singletonKey: `${id}/asked` });
  }
  return { analysis_id: analysis.id, request_id: id, reused: found !== undefined };
}

/** The requests that wait for other commits of the same branch or pull request; undefined where one of them is newer than this. */
async function olderOf(
  trx: Transaction<Tables>,
  { org_id, repo_id, trigger, seen_at: seenAt }: RunRequest,
): Promise<AnalysisRequestRow[] | undefined> {
  if (repo_id === null || seenAt === undefined || !OF_THE_HEAD.includes(trigger.kind)) return [];
  const others = (await listOfTarget(trx, { org_id }, { repo_id, trigger })).filter(
    (one) => one.trigger.sha !== trigger.sha && OF_THE_HEAD.includes(one.trigger.kind),
  );
  if (others.some((one) => one.seen_at !== null && one.seen_at > seenAt)) return undefined;
  return others.filter(({ status }) => status === 'queued');
}

/** An analysis that answers this as well: a fresh one, or one of the same that waits. */
async function existing(
  trx: Transaction<Tables>,
  { org_id, repo_id, state_prefix = null, fresh, idempotency_key: own }: RunRequest,
): Promise<AnalysisRow | undefined> {
  if (own !== undefined) return undefined;
  const scope = { org_id };
  const waiting = await holdWaiting(trx, scope, { repo_id, state_prefix });
  if (waiting || fresh === undefined) return waiting;
  const row = await lockAnalysis(trx, scope, fresh);
  return row?.status === 'running' || row?.status === 'completed' ? row : undefined;
}

/** The analysis and its job, in one transaction: there is never the one without the other. */
async function create(trx: Transaction<Tables>, { queue }: Deps, request: RunRequest): Promise<AnalysisRow> {
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
  // Whoever asks for a hundred waits for them; the first of another organization goes before the rest.
  const rank = trigger.kind === 'schedule' ? SCHEDULED_PRIORITY : 1;
  const priority = rank - (await countUnfinished(trx, org_id));
  await queue.send('analysis', { analysis_id: row.id, org_id }, { db: trx, priority });
  return row;
}
