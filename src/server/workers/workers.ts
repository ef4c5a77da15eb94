import type { Jobs } from '../../services/base/jobs.ts';
import type { ProviderEvent } from '../../provider/process/events.ts';
import { startWorker, type Run, type WorkerOptions, type WorkerProcess } from './worker-process.ts';

export type WorkersOptions = WorkerOptions & {
  /** How long an idle process stays: its providers are warm, but nobody else can use its memory. */
  idleMs?: number;
};

/**
 * Enough for an organization's next waiting analysis. Idle, a process takes some 100 MB, its providers as much or more.
 */
const IDLE_MS = 5_000;

type Entry = { process: WorkerProcess; lastOrg: string | undefined; idle: NodeJS.Timeout | undefined; busy: boolean };

export type Workers = ReturnType<typeof createWorkers>;

/**
 * The processes of analyses: one for each that runs, started on demand. The queue that hands analyses out limits how many
 * run at once.
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
      // Their guards end the providers with the process, which cannot report it any more.
      for (const event of providers.values()) {
        onReport({ kind: 'memory', pid: event.pid, bytes: 0 });
        onReport({ kind: 'provider', event: { ...event, kind: 'ended', cause: 'stopped' } });
      }
    });
    return entry;
  }

  /** A free process with the organization's warm providers, else any free one, else a new one. */
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
    /** Tries settings of a provider. The caller limits how many run at once. */
    tryProvider: (settings: { org_id: string; name: string }, signal: AbortSignal) =>
      using(settings.org_id, (process) => process.tryProvider(settings, signal)),
    /** The process ids. */
    pids: (): number[] => [...entries].map(({ process }) => process.pid),
    /** Stops all processes, busy ones too. */
    async close(): Promise<void> {
      await Promise.all([...entries].map(({ process }) => process.stop()));
    },
  };
}
