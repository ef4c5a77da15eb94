import type { Duplex } from 'node:stream';
import type { KyselyTransactionLike, PGliteLike } from 'pg-boss';

/** The database of the queue and the rows (`Store.boss`). `stream` opens connections to it. */
export type QueueDatabase =
  | { kind: 'postgres'; url: string; stream?: () => Duplex }
  | { kind: 'embedded'; pglite: PGliteLike };

/** The queues' names, with the type of each queue's messages. */
export type JobTypes = Record<string, object>;

export type QueueSettings = {
  /** Tries after the first, before the job is kept as failed. Default 5. */
  retryLimit?: number;
  /** Seconds before the first retry; doubles with each. Default 1. */
  retryDelay?: number;
  /** Time limit of one try in seconds. Default 6 hours. */
  expireInSeconds?: number;
  /** The message field that names a message's group, unless its sender does. */
  groupBy?: string;
};

export type SendOptions = {
  /** The message's transaction: the message exists once it commits, and never otherwise. */
  db: KyselyTransactionLike;
  /** A second message with the same key is dropped while one waits or runs. */
  singletonKey?: string;
  retryLimit?: number;
  /** Messages of higher priority go first; equal ones in order. Default 0. */
  priority?: number;
  /** The earliest start. */
  startAfter?: Date;
  /** The group (`WorkOptions.perGroup`), where no field of the message names it (`QueueSettings.groupBy`). */
  group?: string;
};

export type JobContext = {
  jobId: string;
  /** Aborted when the queue stops, or when another process took the job. */
  signal: AbortSignal;
  /** 1 for the first try. */
  attempt: number;
  /** Whether this is the last try. */
  last: boolean;
};

export type WorkOptions = {
  /** Concurrent jobs of this queue in this process. Default 1. */
  concurrency?: number;
  /** Concurrent jobs of one group in this process. Default: `concurrency`. */
  perGroup?: number;
};

/** The status of a queue, over all processes. */
export type QueueStatus = {
  name: string;
  waiting: number;
  active: number;
  failed: number;
  waiting_since: Date | null;
};

export type Queue<Jobs extends JobTypes> = {
  /**
   * Installs or migrates the queue's tables and declares the queues (`declareQueues`). Call it before `send` and `work`.
   */
  start(): Promise<void>;
  /** Sends a message; returns the job's id, or null when a message with the same `singletonKey` exists. */
  send<Name extends keyof Jobs & string>(name: Name, data: Jobs[Name], options: SendOptions): Promise<string | null>;
  /** Sends several messages in one statement; drops those whose `singletonKey` exists. */
  sendAll<Name extends keyof Jobs & string>(
    name: Name,
    messages: readonly ({ data: Jobs[Name]; singletonKey: string } & Pick<SendOptions, 'priority'>)[],
    options: Pick<SendOptions, 'db'>,
  ): Promise<void>;
  /** Works on jobs as they arrive. A job whose handler throws is tried again. */
  work<Name extends keyof Jobs & string>(
    name: Name,
    options: WorkOptions,
    handler: (data: Jobs[Name], context: JobContext) => Promise<void>,
  ): Promise<void>;
  /** The number of waiting, active and failed messages. */
  depth(name: keyof Jobs & string): Promise<{ waiting: number; active: number; failed: number }>;
  /** The status of every queue; `waiting_since` is when its oldest due message came due. */
  statuses(): Promise<QueueStatus[]>;
  /** The messages that were given up: every try failed, or the process of the last try was killed. */
  givenUp<Name extends keyof Jobs & string>(name: Name): Promise<Jobs[Name][]>;
  /** Deletes the messages about this organization, except active ones. */
  forget(about: { org_id: string }): Promise<void>;
  /** Takes no more jobs, waits for active ones, and returns unfinished ones to the queue. */
  stop(options: { graceTimeoutMs: number }): Promise<void>;
};
