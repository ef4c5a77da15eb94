import type { Duplex } from 'node:stream';
import type { KyselyTransactionLike, PGliteLike } from 'pg-boss';

/** The database that the queue lives in, which is the one that the rows live in: `Store.boss`. `stream` makes connections to it. */
export type QueueDatabase =
  | { kind: 'postgres'; url: string; stream?: () => Duplex }
  | { kind: 'embedded'; pglite: PGliteLike };

/** The jobs there are: each queue's name with what its messages hold. */
export type JobTypes = Record<string, object>;

export type QueueSettings = {
  /** Tries after the first, before the job is kept as failed. Default 5. */
  retryLimit?: number;
  /** Seconds before the first retry; doubles with each. Default 1. */
  retryDelay?: number;
  /** Seconds that one try may take. Default 6 hours. */
  expireInSeconds?: number;
  /** The field of its messages that says which group one belongs to, unless its sender does. */
  groupBy?: string;
};

export type SendOptions = {
  /** The transaction that the message belongs to: it is there when that commits, and never otherwise. */
  db: KyselyTransactionLike;
  /** A second message with the same key is dropped while one waits or runs. */
  singletonKey?: string;
  retryLimit?: number;
  /** Messages of higher priority go first, those of one priority in their order. Default 0. */
  priority?: number;
  /** Not before this. */
  startAfter?: Date;
  /** The group (`WorkOptions.perGroup`), where no field of the message names it (`QueueSettings.groupBy`). */
  group?: string;
};

export type JobContext = {
  jobId: string;
  /** Aborted when the queue stops or when the job was taken away from this process. */
  signal: AbortSignal;
  /** 1 for the first try. */
  attempt: number;
  /** No further try follows when this one throws. */
  last: boolean;
};

export type WorkOptions = {
  /** Jobs of this queue that this process runs at once. Default 1. */
  concurrency?: number;
  /** How many messages of one group run at once in this process. As many as `concurrency` allows unless it is given. */
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
  /** Installs or migrates the queue's tables and declares the queues (`declareQueues`). Before any `send` or `work`. */
  start(): Promise<void>;
  /** Writes a message; answers the job's id, or null when `singletonKey` says that one is there already. */
  send<Name extends keyof Jobs & string>(name: Name, data: Jobs[Name], options: SendOptions): Promise<string | null>;
  /** Writes several messages in one statement; those whose `singletonKey` is there already are dropped. */
  sendAll<Name extends keyof Jobs & string>(
    name: Name,
    messages: readonly ({ data: Jobs[Name]; singletonKey: string } & Pick<SendOptions, 'priority'>)[],
    options: Pick<SendOptions, 'db'>,
  ): Promise<void>;
  /** Takes jobs as they come. A handler that throws has its job tried again. */
  work<Name extends keyof Jobs & string>(
    name: Name,
    options: WorkOptions,
    handler: (data: Jobs[Name], context: JobContext) => Promise<void>,
  ): Promise<void>;
  /** Counts the messages that wait, run, and have failed. */
  depth(name: keyof Jobs & string): Promise<{ waiting: number; active: number; failed: number }>;
  /** The status of every queue; `waiting_since` is when its oldest due message came due. */
  statuses(): Promise<QueueStatus[]>;
  /** The messages that were given up: every try failed, or the process that ran the last one was killed. */
  givenUp<Name extends keyof Jobs & string>(name: Name): Promise<Jobs[Name][]>;
  /** Removes the messages about this organization, but those that are being worked on. */
  forget(about: { org_id: string }): Promise<void>;
  /** Takes no more jobs, waits for those that run, and gives back what has not ended by then. */
  stop(options: { graceTimeoutMs: number }): Promise<void>;
};
