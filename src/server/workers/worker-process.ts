import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Known, Sandbox } from '../../provider/jail/sandbox.ts';
import type { Jobs } from '../../services/base/jobs.ts';
import type { ProviderCheck } from '../../services/provider-settings/port.ts';
import type { Config } from '../config/config.ts';
import { lossOf, type Cause } from './outcome.ts';
import { CHANNELS, errorOf, type ToWorker, type Report, type FromWorker } from './protocol.ts';

export type WorkerOptions = {
  config: Config;
  dataDir: string;
  /** Lets it use the embedded database; undefined where there is Postgres, to which it connects by itself. */
  share: ((stream: Duplex) => void) | undefined;
  /** What keeps providers in, so that not every process has to find it out. */
  sandbox?: Pick<Sandbox, 'confinement'>;
  onReport: (report: Report) => void;
  /** MiB of heap that it may use. */
  memory: number;
  /** What it runs; only suites give another. */
  program?: URL;
};

export type Run = { signal: AbortSignal; last: boolean };

export type WorkerProcess = ReturnType<typeof startWorker>;

/** How long it may take to be ready, to come to an end of an analysis that was aborted, and to end itself. */
const READY_MS = 120_000;
const ABORT_MS = 1_500;
const STOP_MS = 2_000;
const OUTPUT_MS = 500;
/** Requests and the database go first on a machine that has more to do than it can. */
const NICE = 5;
/** Where the kernel has to kill something, it is the analysis, not the server. */
const OOM_SCORE = '500';
/** How much of the last that it wrote is kept. */
const KEPT_CHARACTERS = 2_000;

/**
 * Starts a process that runs analyses, one at a time, until it is stopped. It is a process and not a thread: what a hostile state does to its heap ends that process
 * alone, its memory goes back to the system when it ends, and the system can put it behind the server.
 */
export function startWorker(options: WorkerOptions) {
  const { config, dataDir, sandbox, share, onReport, memory } = options;
  const file = import.meta.url.endsWith('.ts') ? '../worker.ts' : '../worker.js';
  const program = options.program ?? new URL(file, import.meta.url);
  const child = spawn(process.execPath, [`--max-old-space-size=${memory}`, fileURLToPath(program)], {
    // What this process was started with may hold secrets; those that it needs come by the channel.
    env: config.env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    serialization: 'advanced',
  });
  const post = (message: ToWorker): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  let killedFor: Cause | undefined;
  const kill = (cause: Cause): void => {
    killedFor ??= cause;
    child.kill('SIGKILL');
  };
  const wrote = lastOf(child);
  const ready = Promise.withResolvers<void>();
  let current: PromiseWithResolvers<ProviderCheck[] | undefined> | undefined;
  let gone = false;
  const ended = new Promise<void>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      gone = true;
      const loss = lossOf({ code, signal, wrote: wrote() }, killedFor);
      ready.reject(loss);
      current?.reject(loss);
      resolve();
    };
    child.once('error', () => end(null, null));
    child.once('exit', (code, signal) => {
      gone = true;
      // What it wrote last says what it died of; a stranger that has its outputs open is not waited for.
      const last = setTimeout(() => end(code, signal), OUTPUT_MS);
      child.once('close', () => {
        clearTimeout(last);
        end(code, signal);
      });
    });
  });
  ready.promise.catch(() => undefined);
  const late = setTimeout(() => kill('stuck'), READY_MS).unref();
  child.on('message', (message: FromWorker) => {
    if (message.type === 'ready') {
      clearTimeout(late);
      ready.resolve();
    } else if (message.type === 'ended') {
      if (message.failure) current?.reject(errorOf(message.failure));
      else current?.resolve(message.checks);
    } else for (const report of message.reports) onReport(report);
  });
  void ended.then(() => clearTimeout(late));
  standBack(child.pid);
  const database = child.stdio[CHANNELS.database] as Duplex;
  database.on('error', () => undefined);
  share?.(database);
  void knownOf(sandbox).then((known) =>
    post({ type: 'begin', config, dataDir, sandbox: known, database: share ? 'shared' : 'own' }),
  );

  /** Has it do one thing, and waits for its end. */
  async function order(message: ToWorker, signal: AbortSignal): Promise<ProviderCheck[] | undefined> {
    await ready.promise;
    signal.throwIfAborted();
    current = Promise.withResolvers();
    let aborting: NodeJS.Timeout | undefined;
    const abort = (): void => {
      post({ type: 'abort' });
      // In the middle of a large value it hears nothing.
      aborting = setTimeout(() => kill('stuck'), ABORT_MS);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      post(message);
      return await current.promise;
    } finally {
      clearTimeout(aborting);
      signal.removeEventListener('abort', abort);
      current = undefined;
    }
  }

  return {
    pid: child.pid ?? 0,
    ended,
    /** Whether it can take an analysis. */
    alive: (): boolean => !gone && killedFor === undefined,
    /** Rejects with what the analysis rejects with, and with `WorkerLost` when the process ends meanwhile. */
    async run(job: Jobs['analysis'], { signal, last }: Run): Promise<void> {
      await order({ type: 'run', job, last }, signal);
    },
    /** Tries settings of a provider, and rejects in the same way. */
    async tryProvider(settings: { org_id: string; name: string }, signal: AbortSignal): Promise<ProviderCheck[]> {
      return (await order({ type: 'try', settings }, signal)) ?? [];
    },
    /** Has it end; resolves when it has. */
    async stop(): Promise<void> {
      post({ type: 'stop' });
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      if (!gone) kill('stuck');
      await ended;
    },
  };
}

/** Undefined where it is unknown now: the process finds out when it needs it. */
async function knownOf(sandbox: WorkerOptions['sandbox']): Promise<Known | undefined> {
  return sandbox?.confinement().then(
    (confinement) => ({ confinement }),
    () => undefined,
  );
}

/** What a child wrote last to its standard error. */
function lastOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    // What it died of comes first, where it came from follows; either may be the longer one.
    text = text.length < KEPT_CHARACTERS ? `${text}${chunk}`.slice(0, KEPT_CHARACTERS) : text;
  });
  return () => text;
}

/** Neither is granted everywhere, and neither is needed. */
function standBack(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch {
    // It is over already, or the system has no such thing.
  }
  void writeFile(`/proc/${pid}/oom_score_adj`, OOM_SCORE).catch(() => undefined);
}
