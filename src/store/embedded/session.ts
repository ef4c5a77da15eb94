import { Worker } from 'node:worker_threads';
import type { Command, Deadlines, QueryResult, Reply, WireError, WorkerSettings } from './protocol.ts';

type Row = Record<string, unknown>;

/** The embedded database as seen from the process: every call is a message to its thread. */
export type Session = {
  query(sql: string, params?: readonly unknown[], tx?: number): Promise<{ rows: Row[]; affectedRows?: number }>;
  /** Several statements without parameters; one result each. */
  exec(sql: string): Promise<{ rows: Row[] }[]>;
  begin(): Promise<number>;
  end(tx: number, commit: boolean): Promise<void>;
  listen(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

export type SessionOptions = {
  /** A directory; in memory when absent. */
  directory?: string | undefined;
  snapshot?: Uint8Array | undefined;
  deadlines?: Deadlines;
  /** The thread ended though nobody closed it; no call is answered any more. */
  onLost: (error: Error) => void;
};

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

const DEADLINES: Deadlines = { beginMs: 60_000, idleMs: 30_000 };

/**
 * Opens PGlite in a thread of its own, so that a long statement does not stop the event loop. There is one session:
 * statements run one after another, and while a transaction is open all others wait.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { directory, snapshot, deadlines = DEADLINES } = options;
  const settings: WorkerSettings = { directory, snapshot, deadlines };
  // The built one lies beside this file when this is the built file.
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const worker = new Worker(new URL(file, import.meta.url), { workerData: settings });
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let lastId = 0;
  let ended: Error | undefined;

  function wait(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  async function call(command: Command): Promise<{ id: number; result: unknown }> {
    if (ended) throw ended;
    const id = ++lastId;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ ...command, id });
    return { id, result: await wait(id) };
  }

  function receive(reply: Reply): void {
    if ('channel' in reply) {
      for (const listener of listeners.get(reply.channel) ?? []) listener(reply.payload);
      return;
    }
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) call?.reject(errorFrom(reply.error));
    else call?.resolve(reply.result);
  }

  function end(error: Error): void {
    ended ??= error;
    for (const call of waiting.values()) call.reject(ended);
    waiting.clear();
  }

  const opened = wait(0);
  let closing = false;
  let failure: unknown;
  worker.on('message', receive);
  worker.on('error', (error) => {
    failure = error;
  });
  worker.on('exit', () => {
    const wasOpen = !waiting.has(0);
    const error = closing ? closedError() : lostError(failure);
    end(error);
    if (wasOpen && !closing) options.onLost(error);
  });
  await opened;

  return {
    async query(sql, params = [], tx) {
      const { result } = await call({ op: 'query', sql, params, ...(tx !== undefined && { tx }) });
      return withBuffers(result as QueryResult);
    },
    exec: async (sql) => (await call({ op: 'exec', sql })).result as { rows: Row[] }[],
    begin: async () => (await call({ op: 'begin' })).id,
    end: async (tx, commit) => void (await call({ op: 'end', tx, commit })),
    async listen(channel, callback) {
      const of = listeners.get(channel);
      if (of) of.add(callback);
      else {
        listeners.set(channel, new Set([callback]));
        await call({ op: 'listen', channel });
      }
      return () => Promise.resolve(void listeners.get(channel)?.delete(callback));
    },
    async close() {
      if (closing || ended) return;
      closing = true;
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      try {
        await call({ op: 'close' });
      } finally {
        await exited;
      }
    },
  };
}

/** Gives bytea columns the type that the Postgres driver gives them. */
function withBuffers({ rows, affectedRows, bytea }: QueryResult): { rows: Row[]; affectedRows?: number } {
  for (const row of bytea.length > 0 ? rows : [])
    for (const name of bytea) {
      const bytes = row[name];
      if (bytes instanceof Uint8Array) row[name] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
  return { rows, ...(affectedRows !== undefined && { affectedRows }) };
}

function errorFrom({ message, ...fields }: WireError): Error {
  return Object.assign(new Error(message), fields);
}

function closedError(): Error {
  return Object.assign(new Error('the embedded database is closed'), { code: '57P01' });
}

function lostError(cause: unknown): Error {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return Object.assign(new Error(`the embedded database stopped${why}`, { cause }), { code: '57P02' });
}
