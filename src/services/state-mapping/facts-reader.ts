import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileFacts } from '../../engine/mapping/types.ts';
import type { FactsRequest } from './facts-worker.ts';
import { factsOf, type FileKind } from './read-file.ts';

/** Bytes of a file that is read right here: at worst some 20 ms, far less than a thread takes to start. */
const MAX_INLINE = 4 * 1024;
/** What one file may take. The largest of an honest repository take some tenths of a second. */
const DEADLINE_MS = 2_000;
const MAX_HEAP_MB = 256;
const START_MS = 60_000;

/** Finds out what files of one repository say, and keeps nobody else waiting for it. */
export type FactsReader = AsyncDisposable & {
  /** What a file says. One that takes too long, or too much memory, is a problem of its own. */
  read(kind: FileKind, path: string, bytes: Uint8Array): Promise<FileFacts>;
};

/**
 * Reads files in a thread of its own, one after another, which is ended where one takes longer than `deadlineMs`: whoever writes a file
 * that is slow to read has it not read, and costs nobody else anything. The thread starts with the first file that needs it.
 */
export function createFactsReader({ deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}): FactsReader {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function start(): Promise<Worker> {
    // The built one lies beside this file when this is the built file.
    const file = import.meta.url.endsWith('.ts') ? './facts-worker.ts' : './facts-worker.js';
    const started = new Worker(new URL(file, import.meta.url), {
      // The environment of the process is withheld from a thread that reads untrusted files.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    started.unref();
    // While nobody waits for it, too: what goes wrong there ends the thread alone.
    started.on('error', () => undefined);
    // Says that it is there; what it takes to start counts for nobody's deadline.
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
