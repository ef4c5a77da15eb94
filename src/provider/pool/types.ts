import type { RateLimiter } from '../rate-limit/limiter.ts';
import type { ProviderProcess } from '../process/process.ts';
import type { ProviderConfig } from '../contract/types.ts';
import type { FairQueue } from '../../base/fair-queue.ts';

/** The process that a piece of work needs: one binary, configured in one way. */
export type Setup<B extends object> = { readonly binary: B; readonly config: ProviderConfig; readonly key: string };

/** A piece of work on a process. */
export type Claim<B extends object> = {
  setup: Setup<B>;
  /** The caller: several callers are served in turn. */
  by: object;
  /** Nothing else runs in its process meanwhile. */
  alone?: boolean;
  /** The rate limiter that it draws on. */
  pace?: { limiter: RateLimiter; type: string };
  signal: AbortSignal | undefined;
};

/**
 * The processes of this instance, and who may use them. Work for one setup shares a process; where there are more setups
 * than processes, they take turns in them.
 */
export type Pool<B extends object> = {
  /** Rejects with the signal's reason when that comes before its turn; work that has begun is not interrupted. */
  run<T>(claim: Claim<B>, work: (process: ProviderProcess) => Promise<T>): Promise<T>;
  /** Ends a process as soon as nothing runs in it any more, and lets nothing begin there until then. */
  retire(process: ProviderProcess): void;
  /** Ends every process. Work that still waits is refused, and so is what comes afterwards. */
  close(): Promise<void>;
};

export type PoolOptions<B> = {
  /** A process of this binary, not launched yet. */
  open: (binary: B) => ProviderProcess;
  /** The error for work that comes after the pool is closed. */
  refusal: (binary: B) => Error;
  /** Processes at once. */
  processes: number;
  /** Pieces of work at once in one process. */
  concurrency: number;
  /** A process without work is stopped after this time. */
  idleMs: number;
  /** How long a setup may keep others out of its process while it has work. */
  quantumMs: number;
};

export type Entry = Omit<Claim<object>, 'setup'> & { begin(process: ProviderProcess): void; refuse(why: Error): void };

/** The work that waits for one setup. */
export type SetupQueue<B extends object> = {
  setup: Setup<B>;
  shared: FairQueue<Entry>;
  alone: Entry[];
  slot: Slot<B> | undefined;
};

/** A process slot, and the queue that it serves. */
export type Slot<B extends object> = {
  binary: B;
  process: ProviderProcess;
  queue: SetupQueue<B> | undefined;
  since: number;
  /** When the last piece of work ended. */
  rested: number;
  active: number;
  exclusive: boolean;
  /** Nothing begins here until nothing runs: for another setup's turn, or a fresh process. */
  leaving: boolean;
  retiring: boolean;
  /** The process is being ended. */
  busy: boolean;
  idle?: NodeJS.Timeout;
};
