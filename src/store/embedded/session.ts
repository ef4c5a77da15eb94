import type { Duplex } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { MessageChannel, Worker } from 'node:worker_threads';
import { closedError, createClient, lostError, type Client } from './client.ts';
import { framed, frameReader } from './frames.ts';
import type { Attach, Deadlines, Reply, WorkerSettings } from './protocol.ts';

/** The embedded database's session, in the process that opened it. */
export type Session = Pick<Client, 'query' | 'exec' | 'begin' | 'end' | 'listen'> & {
  /**
   * Lets another process use the database over a stream (`openShared` at its other end), until the stream ends. Open
   * transactions of that process are then rolled back. Frames pass unread, so large ones cost this thread almost
   * nothing.
   */
  share(stream: Duplex): void;
  close(): Promise<void>;
};

export type SessionOptions = {
  /** A directory; in memory when absent. */
  directory?: string | undefined;
  snapshot?: Uint8Array | undefined;
  deadlines?: Deadlines;
  /** The thread ended unexpectedly; no call is answered any more. */
  onLost: (error: Error) => void;
};

const DEADLINES: Deadlines = { beginMs: 60_000, idleMs: 30_000 };

/**
 * V8 would optimize the engine's hot functions. One of them has 100 KB: optimizing it takes 600 MB of memory and most of
 * a second of processor time at every start, and makes statements only a tenth faster.
 */
const UNOPTIMIZED = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up'];

/**
 * Opens PGlite in its own thread, so that a long statement does not block the event loop. There is one session:
 * statements run one after another, and an open transaction makes all others wait.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { directory, snapshot, deadlines = DEADLINES } = options;
  const settings: WorkerSettings = { directory, snapshot, deadlines };
  // The built worker lies beside this file when this is the built file.
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  for (const flag of UNOPTIMIZED) setFlagsFromString(flag);
  const worker = new Worker(new URL(file, import.meta.url), { workerData: settings });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const client = createClient((request) => worker.postMessage(request));
  const opened = client.wait(0);
  let closing = false;
  let failure: unknown;
  worker.on('message', (reply: Reply) => client.receive(reply));
  worker.on('error', (error) => {
    failure = error;
  });
  worker.on('exit', () => {
    const wasOpen = !client.waitsFor(0);
    const error = closing ? closedError() : lostError(failure);
    client.lose(error);
    if (wasOpen && !closing) options.onLost(error);
  });
  await opened;

  return {
    ...client,
    share: (stream) => share(worker, stream),
    async close() {
      if (closing || client.lost()) return;
      closing = true;
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      try {
        await client.call({ op: 'close' });
      } finally {
        await exited;
      }
    },
  };
}

function share(worker: Worker, stream: Duplex): void {
  const { port1: near, port2: far } = new MessageChannel();
  const attach: Attach = { op: 'attach', port: far };
  worker.postMessage(attach, [far]);
  near.on('message', (reply: Uint8Array) => stream.writable && stream.write(framed(reply)));
  near.on('close', () => stream.destroy());
  stream.on(
    'data',
    frameReader((body) => near.postMessage(body, [body.buffer])),
  );
  stream.on('error', () => undefined);
  stream.on('end', () => stream.destroy());
  stream.on('close', () => near.close());
}
