import type { RateLimiter } from '../rate-limit/limiter.ts';
import type { ProviderProcess } from '../process/process.ts';
import type { ProviderConfig } from '../contract/types.ts';
import type { FairQueue } from '../../base/fair-queue.ts';

/** The process that work needs: a binary with a configuration. */
export type Setup<B extends object> = { readonly binary: B; readonly config: ProviderConfig; readonly key: string };

/** A piece of work on a process. */
export type Claim<B extends object> = {
  setup: Setup<B>;
  /** The caller: several callers are served in turn. */
  by: object;
  /** Nothing else runs in its process at the same time. */
  alone?: boolean;
  /** The rate limiter that it counts against. */
  pace?: { limiter: RateLimiter; type: string };
  signal: AbortSignal | undefined;
};

/** Shares this instance's processes. Work for one setup shares a process; more setups than processes take turns. */
export type Pool<B extends object> = {
  /** Rejects with the signal's reason when that aborts before its turn; running work is not interrupted. */
  run<T>(claim: Claim<B>, work: (process: ProviderProcess) => Promise<T>): Promise<T>;
  /** Ends a process as soon as its running work has ended; no new work starts in it. */
  retire(process: ProviderProcess): void;
  /** Ends every process. Waiting and later work is refused. */
  close(): Promise<void>;
};

export type PoolOptions<B> = {
  /** Creates a process of this binary, without launching it. */
  open: (binary: B) => ProviderProcess;
  /** The error for work after the pool is closed. */
  refusal: (binary: B) => Error;
  /** The maximum number of processes. */
  processes: number;
  /** The maximum number of concurrent pieces of work in one process. */
  concurrency: number;
  /** A process without work is stopped after this time. */
  idleMs: number;
  /** How long a setup with work may keep others out of its process. */
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
  /** No work starts here until the running work has ended: for another setup's turn, or a new process. */
  leaving: boolean;
  retiring: boolean;
  /** The process is being ended. */
  busy: boolean;
  idle?: NodeJS.Timeout;
};
