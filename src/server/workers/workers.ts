import type { Jobs } from '../../services/base/jobs.ts';
import type { ProviderEvent } from '../../provider/process/events.ts';
import { startWorker, type Run, type WorkerOptions, type WorkerProcess } from './worker-process.ts';

export type WorkersOptions = WorkerOptions & {
  /** How long a process stays that has nothing to do: its providers are warm, its memory is not anybody else's. */
  idleMs?: number;
};

/** Long enough for the next of an organization's analyses that wait; an idle one takes some 100 MB, and its providers as much again or more. */
const IDLE_MS = 5_000;

type Entry = { process: WorkerProcess; lastOrg: string | undefined; idle: NodeJS.Timeout | undefined; busy: boolean };

export type Workers = ReturnType<typeof createWorkers>;

/**
 * The processes that analyses run in: one for each that runs, made when it is needed. How many run at once is for the queue to say
 * that hands them out.
 */
export function createWorkers({ onReport, idleMs = IDLE_MS, ...options }: WorkersOptions) {
  const entries = new Set<Entry>();

  function start(): Entry {
    const providers = new Map<number, ProviderEvent>();
    const process = startWorker({
      ...options,
      onReport(report) {
        if (report.kind === 'provider') {
          const { kind, pid } = report.event;
          if (kind === 'launched') providers.set(pid, report.event);
          if (kind === 'ended') providers.delete(pid);
        }
        onReport(report);
      },
    });
    const entry: Entry = { process, lastOrg: undefined, idle: undefined, busy: false };
    entries.add(entry);
    void process.ended.then(() => {
      clearTimeout(entry.idle);
      entries.delete(entry);
      // Their guards end them with it; it cannot say so any more.
      for (const event of providers.values()) {
        onReport({ kind: 'memory', pid: event.pid, bytes: 0 });
        onReport({ kind: 'provider', event: { ...event, kind: 'ended', cause: 'stopped' } });
      }
    });
    return entry;
  }

  /** One that has the organization's providers warm, else any that has nothing to do, else a new one. */
  function take(orgId: string): Entry {
    const free = [...entries].filter(({ busy, process }) => !busy && process.alive());
    return free.find(({ lastOrg }) => lastOrg === orgId) ?? free[0] ?? start();
  }

  async function using<Result>(orgId: string, work: (process: WorkerProcess) => Promise<Result>): Promise<Result> {
    const entry = take(orgId);
    clearTimeout(entry.idle);
    entry.busy = true;
    entry.lastOrg = orgId;
    try {
      return await work(entry.process);
    } finally {
      entry.busy = false;
      entry.idle = setTimeout(() => {
        entry.busy = true;
        void entry.process.stop();
      }, idleMs).unref();
    }
  }

  return {
    run: (job: Jobs['analysis'], run: Run): Promise<void> => using(job.org_id, (process) => process.run(job, run)),
    /** Tries settings of a provider. How many at once is for the caller to say. */
    tryProvider: (settings: { org_id: string; name: string }, signal: AbortSignal) =>
      using(settings.org_id, (process) => process.tryProvider(settings, signal)),
    /** The ids of the processes that there are. */
    pids: (): number[] => [...entries].map(({ process }) => process.pid),
    /** Ends them all, those too that run something. */
    async close(): Promise<void> {
      await Promise.all([...entries].map(({ process }) => process.stop()));
    },
  };
}
