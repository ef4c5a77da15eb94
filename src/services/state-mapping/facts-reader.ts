import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileFacts } from '../../engine/mapping/types.ts';
import type { FactsRequest } from './facts-worker.ts';
import { factsOf, type FileKind } from './read-file.ts';

/**
 * Files up to this size in bytes are read in this thread: at most some 20 ms, far less than a thread takes to start.
 */
const MAX_INLINE = 4 * 1024;
/** The time limit for one file. The largest honest files take some tenths of a second. */
const DEADLINE_MS = 2_000;
const MAX_HEAP_MB = 256;
const START_MS = 60_000;

/** Extracts the facts of files of one repository without blocking other work. */
export type FactsReader = AsyncDisposable & {
  /** The facts of a file. If it takes too much time or memory, they are a problem. */
  read(kind: FileKind, path: string, bytes: Uint8Array): Promise<FileFacts>;
};

/**
 * Reads files one after another in a thread, which is terminated if a file takes longer than `deadlineMs`: a file that
 * is slow to read is not read, and does not delay others. The thread starts with the first file that needs it.
 */
export function createFactsReader({ deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}): FactsReader {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function start(): Promise<Worker> {
    // The built worker is beside the built version of this file.
    const file = import.meta.url.endsWith('.ts') ? './facts-worker.ts' : './facts-worker.js';
    const started = new Worker(new URL(file, import.meta.url), {
      // The environment of the process is withheld from a thread that reads untrusted files.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    started.unref();
    // Also handles errors while nobody waits: they end only the thread.
    started.on('error', () => undefined);
    // The worker reports that it is ready: its start does not count toward the time limit of a file.
    await once(started, 'message', { signal: AbortSignal.timeout(START_MS) });
    return started;
  }

  async function stop(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function readThere(request: FactsRequest): Promise<FileFacts> {
    try {
      worker ??= await start();
      const signal = AbortSignal.timeout(deadlineMs);
      const answer = once(worker, 'message', { signal });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(request);
      const [facts] = (await answer) as [FileFacts];
      return facts;
    } catch (error) {
      await stop();
      const name = error instanceof Error && 'code' in error ? error.code : undefined;
      if (name === 'ABORT_ERR')
        return { problems: [`is not used: reading it takes longer than ${deadlineMs / 1000} seconds.`] };
      if (name === 'ERR_WORKER_OUT_OF_MEMORY')
        return { problems: ['is not used: reading it takes more memory than one file may take.'] };
      throw error;
    }
  }

  return {
    async read(kind, path, bytes) {
      if (bytes.length <= MAX_INLINE) return factsOf(kind, path, bytes);
      const facts = last.then(async () => readThere({ kind, path, bytes }));
      last = facts.catch(() => undefined);
      return facts;
    },
    [Symbol.asyncDispose]: stop,
  };
}
