import type { Progress } from '../../clouds/aws/gateway/call/types.ts';

export type PatienceLimits = {
  /** How long without progress until remaining reads are given up: with visible calls, and without. */
  stillMs: number;
  unseenStillMs: number;
  /** The same before the first answer: then the whole provider is slow, and its own error will give the reason. */
  firstMs: number;
  /** The age at which a read is checked for an early result. */
  earlyCheckMs: number;
};

export const PATIENCE: PatienceLimits = { stillMs: 4_000, unseenStillMs: 30_000, firstMs: 60_000, earlyCheckMs: 5_000 };

const TICK_MS = 250;

/** The error for a read that was given up: no answer came, and no other read made progress. */
export class GivenUp extends Error {
  readonly afterMs: number;

  /** `isAsking`: the cloud, not the provider, owes the answer. */
  constructor(afterMs: number, isAsking: boolean) {
    const seconds = Math.round(afterMs / 1000);
    super(
      isAsking
        ? `The cloud has not answered yet: not within ${seconds} s, and nothing else was left to wait for. The next analysis asks again.`
        : `The provider gave no answer within ${seconds} s, and nothing else was left to wait for: analyse again.`,
    );
    this.name = 'GivenUp';
    this.afterMs = afterMs;
  }
}

/** A pending read. */
export type PendingRead<T> = {
  answer: Promise<T>;
  /** The progress of its calls; absent where they are not visible. */
  progress?: Pick<Progress, 'moves' | 'isAsking'> | undefined;
  /** Returns the result where it is certain before the answer arrives. */
  early?: (() => T | undefined) | undefined;
};

/**
 * Waits for the answers of one analysis. Late answers are waited for as long as anything progresses. When nothing does
 * any more, they are given up, so that the analysis loses seconds and not minutes.
 */
export type Patience = {
  /** Resolves to the answer, or an early result. Rejects as the answer does, and with `GivenUp`. */
  wait<T>(pending: PendingRead<T>): Promise<T>;
};

type Waiting = Pick<PendingRead<unknown>, 'progress'> & {
  age: number;
  still: number;
  seen: number;
  settleEarly: () => boolean;
};

export function createPatience(limits: PatienceLimits): Patience {
  const waiting = new Map<Waiting, (late: GivenUp) => void>();
  let answered = 0;
  let timer: NodeJS.Timeout | undefined;

  const isOver = ({ still, progress }: Waiting): boolean =>
    still >= (answered === 0 ? limits.firstMs : progress === undefined ? limits.unseenStillMs : limits.stillMs);

  const tick = (): void => {
    for (const [one, giveUp] of waiting) {
      const seen = answered + (one.progress?.moves() ?? 0);
      one.still = seen === one.seen ? one.still + TICK_MS : 0;
      one.seen = seen;
      one.age += TICK_MS;
      const over = isOver(one);
      if ((over || one.age === limits.earlyCheckMs) && one.settleEarly()) continue;
      if (over) giveUp(new GivenUp(one.age, one.progress?.isAsking() ?? false));
    }
  };

  return {
    async wait<T>({ answer, progress, early }: PendingRead<T>) {
      const { promise: end, resolve, reject } = Promise.withResolvers<T>();
      const settleEarly = (): boolean => {
        const result = early?.();
        if (result !== undefined) resolve(result);
        return result !== undefined;
      };
      const one: Waiting = { age: 0, still: 0, seen: -1, progress, settleEarly };
      waiting.set(one, reject);
      timer ??= setInterval(tick, TICK_MS).unref();
      const settled = (): void => void (answered += 1);
      answer.then(settled, settled);
      answer.then(resolve, reject);
      try {
        return await end;
      } finally {
        waiting.delete(one);
        if (waiting.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      }
    },
  };
}
