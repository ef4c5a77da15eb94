import { setTimeout as sleep } from 'node:timers/promises';
import { attemptRead } from './attempt.ts';
import type { Attempt, AttemptOptions } from './attempt.ts';
import type { Blame } from './blame.ts';
import type { Lane } from './pace/lanes.ts';
import type { Claim, Pool } from './pool/types.ts';
import type { ReadOutcome, ReadRequest } from './types.ts';

export type ReadingOptions = AttemptOptions & {
  pool: Pool<object>;
  claim: Omit<Claim<object>, 'alone' | 'pace' | 'signal'>;
  /** As it is named to people. */
  provider: string;
  blame: Blame;
  lane: (type: string) => Lane;
  onThrottle: () => void;
  /** How long the first wait after a throttle is; each further one is twice as long. */
  throttleMs: number;
};

/** How often a read that was throttled is tried again: with the first wait of 1 s, seven seconds at most. */
const THROTTLE_RETRIES = 3;

/** How often a process may die under a read that has it for itself. */
const LIVES_ALONE = 2;

/**
 * Reads one instance as often as it takes to know. Under a process that died it is read again, with nothing beside it, in
 * a new one: the innocent get their answer, and the one that kills the process twice more is blamed. What the cloud
 * throttled is tried again after a while. Rejects only with the reason of `signal`.
 */
export async function readPatiently(
  options: ReadingOptions,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  let waitMs = options.throttleMs;
  for (let retry = 0; ; retry += 1) {
    const outcome = await readThroughCrashes(options, request, signal);
    if (outcome.status !== 'unreadable' || outcome.reason !== 'throttled') return outcome;
    options.onThrottle();
    if (retry === THROTTLE_RETRIES) return outcome;
    // Full jitter: those who were throttled together do not come back together.
    await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => signal.throwIfAborted());
    waitMs *= 2;
  }
}

async function readThroughCrashes(
  options: ReadingOptions,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const { blame, provider } = options;
  const refused = givenUp(options, request);
  if (refused !== undefined) return refused;
  const together = await readOnce(options, request, signal);
  if ('outcome' in together) return together.outcome;
  let { how } = together;
  for (let life = 1; life <= LIVES_ALONE; life += 1) {
    const alone = await readOnce(options, request, signal, true);
    if ('outcome' in alone) return alone.outcome;
    how = alone.how;
  }
  blame.guilty(request.type);
  const detail = `The provider ${provider} crashed while reading this resource, ${LIVES_ALONE} times with nothing else to do (it ${how}). Other resources are not affected; try another version of the provider.`;
  return { status: 'unreadable', reason: 'provider_error', detail };
}

function givenUp({ blame }: ReadingOptions, { type }: ReadRequest): ReadOutcome | undefined {
  const given = blame.givenUp(type);
  return given && { status: 'unreadable', reason: given.reason, detail: given.why };
}

function readOnce(options: ReadingOptions, request: ReadRequest, signal: AbortSignal, alone = false): Promise<Attempt> {
  const { pool, blame, claim } = options;
  const { type } = request;
  const lane = options.lane(type);
  const how = alone ? { alone } : { pace: { lane, type } };
  return pool.run({ ...claim, ...how, signal }, async (process) => {
    let throttled = false;
    try {
      // It may have been given up while this waited for its turn.
      const refused = givenUp(options, request);
      if (refused !== undefined) return { outcome: refused };
      const attempt = await attemptRead(process, request, options, signal);
      if ('died' in attempt) blame.died(attempt.died);
      else if (attempt.hung !== undefined) {
        if (blame.hung(type)) attempt.hung.kill('hang');
      } else blame.answered(type);
      throttled = 'outcome' in attempt && 'reason' in attempt.outcome && attempt.outcome.reason === 'throttled';
      return attempt;
    } finally {
      if (!alone) lane.done(throttled);
    }
  });
}
