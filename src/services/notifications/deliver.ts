import { transact } from '../../store/transact.ts';
import type { Posted } from '../../base/poster.ts';
import { getHookDelivery, changeWaiting, type HookDeliveryRow } from '../../store/queries/hook-deliveries.ts';
import { disableHook, getHook, noteFailing, type HookRow } from '../../store/queries/hooks.ts';
import type { HookError } from '../../store/column-values.ts';
import { scoped, type Trx } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';
import { Unsealable, type WithVault } from '../secrets/vault.ts';
import { recordChange } from '../audit/audited.ts';
import type { Jobs } from '../base/jobs.ts';
import { openAddress, excerptOf, secretsAt, signedHeaders, type WithPoster } from './address.ts';
import { composeMessage, type HookMessage } from './message.ts';
import { nextTry, PATIENCE_MS, queueTry } from './send.ts';
import { slackMessage } from './slack.ts';

export type DeliverDeps = Base &
  WithVault &
  WithPoster & {
    /** The start of links in messages; without it there are none. */
    publicUrl: string | undefined;
    userAgent: string;
    /** Reports the result of an attempt: `delivered`, or its error code. */
    tried(outcome: string): void;
  };

/** The result of an attempt. `ours`: the receiver is not to blame. `isFinal`: no later attempt can change it. */
type Outcome = {
  error: HookError | null;
  ours?: boolean;
  isFinal?: boolean;
  posted?: Posted;
  excerpt?: string | null;
  body?: string;
};

const GONE = 410;

/**
 * Makes one attempt to deliver a message: sends it, and stores the result together with the job of the next attempt.
 * The request is made outside of any transaction. After an error the same attempt is repeated: a receiver may get a
 * message twice, with the same id.
 */
export async function deliver(deps: DeliverDeps, job: Jobs['notify'], signal: AbortSignal): Promise<void> {
  const tenant = scoped(deps.store.db, { org_id: job.org_id });
  const row = await getHookDelivery(tenant, job.id);
  if (row?.status !== 'waiting' || row.replays !== job.replay || row.attempts !== job.attempt - 1) return;
  const hook = await getHook(tenant, row.hook_id);
  if (!hook) return;
  const outcome = hook.enabled ? await attempt(deps, hook, row, signal) : DISABLED;
  const settled = await transact(deps.store, (trx) => settle(trx, deps, { job, hook, row, outcome }));
  if (settled) deps.tried(outcome.error?.code ?? 'delivered');
}

const ours = (code: string, detail: string, isFinal = true): Outcome => ({
  error: { code, detail },
  ours: true,
  isFinal,
});
const DISABLED = ours('disabled', 'The webhook is disabled.');
const FORGOTTEN = ours('forgotten', 'Its subject was deleted.');
const SEALED = ours(
  'secret_unreadable',
  'The address and secret were sealed with another PLUMBLINE_SECRETS_KEY than this instance has.',
  false,
);

async function attempt(deps: DeliverDeps, hook: HookRow, row: HookDeliveryRow, signal: AbortSignal): Promise<Outcome> {
  const now = new Date();
  let opened: { address: string; secrets: string[] };
  try {
    opened = { address: openAddress(deps.vault, hook), secrets: secretsAt(deps.vault, hook, now) };
  } catch (error) {
    if (error instanceof Unsealable) return SEALED;
    throw error;
  }
  const { address, secrets } = opened;
  const composed = row.body ?? (await composeMessage(deps.store.db, row, deps.publicUrl));
  if (composed === undefined) return FORGOTTEN;
  const message = typeof composed === 'string' ? composed : JSON.stringify(composed);
  const body = hook.format === 'slack' ? JSON.stringify(slackMessage(JSON.parse(message) as HookMessage)) : message;
  const headers = {
    'content-type': 'application/json',
    'user-agent': deps.userAgent,
    accept: '*/*',
    ...signedHeaders({ id: row.id, body }, secrets, now),
  };
  const posted = await deps.poster.post(address, { headers, body }, signal);
  const excerpt = posted.trouble ? excerptOf(posted.body, address, secrets) : null;
  return { error: posted.trouble, posted, excerpt, body: message };
}

type Settling = { job: Jobs['notify']; hook: HookRow; row: HookDeliveryRow; outcome: Outcome };

/** Stores the result of an attempt. Returns false if another process did, or if the attempt was superseded. */
async function settle(trx: Trx, deps: DeliverDeps, { job, hook, row, outcome }: Settling): Promise<boolean> {
  const { error, posted, excerpt = null, body } = outcome;
  const now = new Date();
  const gone = posted?.status === GONE;
  const over = error === null || gone || outcome.isFinal;
  const next = over ? undefined : nextTry(job.attempt, now, posted?.retryAfterMs ?? null);
  const tenant = scoped(trx, { org_id: row.org_id });
  const noted = await changeWaiting(tenant, job, {
    status: next ? 'waiting' : error ? 'failed' : 'delivered',
    attempts: job.attempt,
    last_attempt_at: now,
    next_attempt_at: next ?? null,
    response_status: posted?.status ?? null,
    duration_ms: posted?.durationMs ?? null,
    excerpt,
    error: error && JSON.stringify(error),
    ...(body !== undefined && { body }),
  });
  if (!noted) return false;
  if (next) await queueTry(trx, deps.queue, noted, next);
  if (error === null) await noteFailing(tenant, hook.id, null);
  else if (!outcome.ours) await saveHookError(trx, hook, { error, gone, givenUp: !next, now });
  return true;
}

/** Records that a hook fails. Disables it, with the reason, if its receiver is gone or it has failed for days. */
async function saveHookError(
  trx: Trx,
  hook: HookRow,
  { error, gone, givenUp, now }: { error: HookError; gone: boolean; givenUp: boolean; now: Date },
): Promise<void> {
  const scope = { org_id: hook.org_id };
  const tenant = scoped(trx, scope);
  await noteFailing(tenant, hook.id, now);
  const since = hook.failing_since ?? now;
  const lost = givenUp && now.getTime() - since.getTime() >= PATIENCE_MS;
  if (!gone && !lost) return;
  const reason = gone
    ? { code: 'gone', detail: 'The receiver answered 410: it wants nothing any more.' }
    : { code: 'failing', detail: `No message has arrived since ${since.toISOString()}. ${error.detail}` };
  if (!(await disableHook(tenant, hook.id, reason))) return;
  const target = { kind: 'webhook', id: hook.id };
  const detail = { url_hint: hook.url_hint, reason: reason.code, detail: reason.detail };
  const event = { ...scope, action: 'webhook.disable', target, detail } as const;
  await recordChange(trx, { principal: { kind: 'system', name: 'webhooks' }, request_id: null }, event);
}
