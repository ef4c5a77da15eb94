import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, fromPglite, PgBoss, type ConstructorOptions, type KyselyTransactionLike } from 'pg-boss';
import { declareQueues } from './declare.ts';
import { wakeWhenDue } from './due.ts';
import type { JobTypes, Queue, QueueDatabase, QueueSettings, QueueStatus } from './types.ts';

/** A worker without a heartbeat for this long counts as dead, and its job goes to another. pg-boss's minimum. */
const HEARTBEAT_SECONDS = 10;
const SUPERVISE_SECONDS = 4;
/** How long a handler may take to stop after its signal was aborted. */
const ABANDON_MS = 2_000;

export type QueueOptions<Jobs extends JobTypes> = {
  queues: { [Name in keyof Jobs & string]: QueueSettings };
  /** Logs background errors: a lost connection, a warning. */
  onError: (error: unknown) => void;
};

/**
 * A queue in the database of the rows. A message is written in the same transaction as the row that it is about, and
 * delivered at least once, until a handler succeeds or its tries are used up; then it is kept as failed.
 */
export function createQueue<Jobs extends JobTypes>(
  database: QueueDatabase,
  { queues, onError }: QueueOptions<Jobs>,
): Queue<Jobs> {
  const boss = new PgBoss({ ...connection(database), ...settings });
  boss.on('error', onError);
  boss.on('warning', (warning) => onError(new Error(warning.message)));
  const embedded = database.kind === 'embedded';
  const workers = new Map<string, string[]>();
  let stopWaking = () => {};

  async function statusesOf(names: string[]): Promise<QueueStatus[]> {
    const { rows } = await boss.getDb().executeSql(STATUSES, [names]);
    return rows as QueueStatus[];
  }

  return {
    async start() {
      await boss.start();
      await declareQueues(boss, queues, embedded ? null : HEARTBEAT_SECONDS);
      if (embedded) await giveBack(boss, Object.keys(queues));
      stopWaking = wakeWhenDue(boss, workers, onError);
    },

    send: sendingTo(boss, queues),

    async sendAll(name, messages, { db }) {
      const jobs = messages.map((message) => ({ ...message, ...grouped(queues[name], message.data) }));
      await boss.insert(name, jobs, { db: fromKysely(db) });
    },

    async work(name, { concurrency = 1, perGroup }, handler) {
      const limited = perGroup !== undefined && { localGroupConcurrency: Math.min(perGroup, concurrency) };
      const options = { ...WORK, localConcurrency: concurrency, ...limited };
      await boss.work<Jobs[typeof name], void, typeof WORK>(name, options, async ([job]) => {
        if (!job) return;
        const { id: jobId, data, signal, retryCount, retryLimit } = job;
        try {
          await handler(data, { jobId, signal, attempt: retryCount + 1, last: retryCount >= retryLimit });
        } finally {
          // More messages may wait, of this group too: fetch at once, not at the next poll.
          for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
        }
      });
      // pg-boss returns only the first worker's id.
      const ids = boss.getWipData().filter((worker) => worker.name === name);
      workers.set(
        name,
        ids.map(({ id }) => id),
      );
    },

    async depth(name) {
      const [status] = await statusesOf([name]);
      const { waiting, active, failed } = status!;
      return { waiting, active, failed };
    },

    statuses: () => statusesOf(Object.keys(queues)),

    async givenUp(name) {
      const { rows } = await boss.getDb().executeSql(GIVEN_UP, [name]);
      return rows.map((row) => (row as { data: Jobs[typeof name] }).data);
    },

    async forget({ org_id: orgId }) {
      await boss.getDb().executeSql(FORGET, [orgId]);
    },

    async stop({ graceTimeoutMs }) {
      stopWaking();
      await boss.stop({ graceful: graceTimeoutMs > 0, timeout: graceTimeoutMs, close: false });
      // Cut-off handlers still store how they ended; the connections stay open until then.
      const drained = Promise.all(Object.keys(queues).map((name) => boss.offWork(name, { wait: true })));
      await Promise.race([drained, sleep(ABANDON_MS, undefined, { ref: false })]);
      await boss.stop({ close: true });
    },
  };
}

/** The group of a message, as an option of pg-boss. */
function grouped({ groupBy }: QueueSettings, data: object, group?: string): { group?: { id: string } } {
  const id = group ?? (groupBy === undefined ? undefined : (data as Record<string, string>)[groupBy]);
  return id === undefined ? {} : { group: { id } };
}

function sendingTo<Jobs extends JobTypes>(boss: PgBoss, queues: QueueOptions<Jobs>['queues']): Queue<Jobs>['send'] {
  return (name, data, { db, singletonKey = randomUUID(), retryLimit, priority = 0, startAfter, group }) =>
    boss.send(name, data, {
      db: fromKysely(db),
      singletonKey,
      priority,
      ...(retryLimit !== undefined && { retryLimit }),
      ...(startAfter && { startAfter }),
      ...grouped(queues[name], data, group),
    });
}

/** Sends messages to a queue that another process created and works on. Reads the queue's settings now, through `db`. */
export async function openSender<Jobs extends JobTypes>(
  db: KyselyTransactionLike,
  { queues, onError }: QueueOptions<Jobs>,
): Promise<Pick<Queue<Jobs>, 'send'> & { stop(): Promise<void> }> {
  const boss = new PgBoss({ db: fromKysely(db), migrate: false, schedule: false, supervise: false });
  boss.on('error', onError);
  await boss.start();
  return { send: sendingTo(boss, queues), stop: () => boss.stop({ graceful: false, close: false }) };
}

const WORK = {
  includeMetadata: true,
  // Workers need not poll: notifications wake them, and `wakeWhenDue` finds messages that come due without one.
  pollingIntervalSeconds: 60,
  notifyPollingIntervalSeconds: 60,
} as const;

const settings: ConstructorOptions = {
  schedule: false,
  superviseIntervalSeconds: SUPERVISE_SECONDS,
  monitorIntervalSeconds: SUPERVISE_SECONDS,
  useListenNotify: true,
};

function connection(database: QueueDatabase): ConstructorOptions {
  if (database.kind === 'embedded') return { db: fromPglite(database.pglite), backend: 'pglite', monitorVacuum: false };
  const { url: connectionString, stream } = database;
  // pg-boss passes all connection options to the driver, including those that its types lack.
  const further: object = stream ? { stream } : {};
  return { connectionString, application_name: 'plumbline-jobs', max: 4, connectionTimeoutMillis: 5_000, ...further };
}

/**
 * Returns active jobs to the queue. The embedded database has one process, so at its start nobody runs a job: an active
 * one belonged to a killed process. It waits again at once, or fails if that was its last try.
 */
async function giveBack(boss: PgBoss, names: string[]): Promise<void> {
  await boss.getDb().executeSql(GIVE_BACK, [names]);
}

const GIVE_BACK = `
  update pgboss.job set
    state = case when retry_count < retry_limit then 'retry' else 'failed' end::pgboss.job_state,
    completed_on = case when retry_count < retry_limit then null else now() end,
    output = '{"message": "the process that ran it ended"}',
    start_after = now()
  where name = any($1) and state = 'active'`;

const FORGET = `delete from pgboss.job where data->>'org_id' = $1 and state <> 'active'`;

const STATUSES = `
  select
    listed.name,
    count(*) filter (where state in ('created', 'retry'))::int as waiting,
    count(*) filter (where state = 'active')::int as active,
    count(*) filter (where state = 'failed')::int as failed,
    min(greatest(created_on, start_after)) filter (where state in ('created', 'retry') and start_after <= now()) as waiting_since
  from unnest($1::text[]) as listed (name)
  left join pgboss.job on job.name = listed.name and state in ('created', 'retry', 'active', 'failed')
  group by listed.name
  order by listed.name`;

const GIVEN_UP = `select data from pgboss.job where name = $1 and state = 'failed'`;
