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
  /** Gives the process access to the embedded database; undefined with Postgres, to which it connects by itself. */
  share: ((stream: Duplex) => void) | undefined;
  /** The server's sandbox, so that not every process has to probe for it. */
  sandbox?: Pick<Sandbox, 'confinement'>;
  onReport: (report: Report) => void;
  /** The maximum heap in MiB. */
  memory: number;
  /** The program to run; only test suites set it. */
  program?: URL;
};

export type Run = { signal: AbortSignal; last: boolean };

export type WorkerProcess = ReturnType<typeof startWorker>;

/** Time limits: to become ready, to end an aborted analysis, to exit, and to read its last output. */
const READY_MS = 120_000;
const ABORT_MS = 1_500;
const STOP_MS = 2_000;
const OUTPUT_MS = 500;
/** On a busy machine, requests and the database take precedence. */
const NICE = 5;
/** If the kernel has to kill a process, it should be the analysis, not the server. */
const OOM_SCORE = '500';
/** Characters of its standard error that are kept. */
const KEPT_CHARACTERS = 2_000;

/**
 * Starts a process that runs analyses, one at a time, until it is stopped. A process instead of a thread: a hostile state
 * can crash only this process, its memory returns to the system at its end, and the system can lower its priority.
 */
export function startWorker(options: WorkerOptions) {
  const { config, dataDir, sandbox, share, onReport, memory } = options;
  const file = import.meta.url.endsWith('.ts') ? '../worker.ts' : '../worker.js';
  const program = options.program ?? new URL(file, import.meta.url);
  const child = spawn(process.execPath, [`--max-old-space-size=${memory}`, fileURLToPath(program)], {
    // The server's own environment may contain secrets; this process gets those that it needs over the message channel.
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
      // Its last output says why it ended. Another program may hold its output open, so the wait is limited.
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

  /** Sends an order and waits until it is done. */
  async function order(message: ToWorker, signal: AbortSignal): Promise<ProviderCheck[] | undefined> {
    await ready.promise;
    signal.throwIfAborted();
    current = Promise.withResolvers();
    let aborting: NodeJS.Timeout | undefined;
    const abort = (): void => {
      post({ type: 'abort' });
      // While it processes a large value, it cannot react to messages.
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
    /** Whether the process can take an analysis. */
    alive: (): boolean => !gone && killedFor === undefined,
    /** Rejects with the error of the analysis, or with `WorkerLost` when the process ends first. */
    async run(job: Jobs['analysis'], { signal, last }: Run): Promise<void> {
      await order({ type: 'run', job, last }, signal);
    },
    /** Tries settings of a provider; rejects like `run`. */
    async tryProvider(settings: { org_id: string; name: string }, signal: AbortSignal): Promise<ProviderCheck[]> {
      return (await order({ type: 'try', settings }, signal)) ?? [];
    },
    /** Stops the process; resolves when it has ended. */
    async stop(): Promise<void> {
      post({ type: 'stop' });
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      if (!gone) kill('stuck');
      await ended;
    },
  };
}

/** Undefined where confinement is not known now: the process then probes for it when needed. */
async function knownOf(sandbox: WorkerOptions['sandbox']): Promise<Known | undefined> {
  return sandbox?.confinement().then(
    (confinement) => ({ confinement }),
    () => undefined,
  );
}

/** A child's standard error, up to a limit. */
function lastOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    // The reason comes before the stack trace, and either may be long: the first characters are kept.
    text = text.length < KEPT_CHARACTERS ? `${text}${chunk}`.slice(0, KEPT_CHARACTERS) : text;
  });
  return () => text;
}

/** Lowers a process's priority. Neither call is permitted everywhere, and neither is necessary. */
function standBack(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch {
    // The process has ended, or the system has no priorities.
  }
  void writeFile(`/proc/${pid}/oom_score_adj`, OOM_SCORE).catch(() => undefined);
}
