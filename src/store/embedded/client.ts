import type { SessionScope } from '../connection/session-scope.ts';
import type { Command, QueryResult, Reply, WireError } from './protocol.ts';

type Row = Record<string, unknown>;

/** A client of the embedded database: every call is a message to the thread that runs it. */
export type Client = {
  query(
    sql: string,
    params?: readonly unknown[],
    tx?: number,
    scope?: SessionScope,
  ): Promise<{ rows: Row[]; affectedRows?: number }>;
  /** Runs several statements without parameters; one result each. */
  exec(sql: string): Promise<{ rows: Row[] }[]>;
  begin(): Promise<number>;
  end(tx: number, commit: boolean): Promise<void>;
  listen(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>>;
  /** Sends a command; returns its id and the result. */
  call(command: Command): Promise<{ id: number; result: unknown }>;
  /** Takes a reply from the database's thread. */
  receive(reply: Reply): void;
  /** Resolves with the reply to the request with this id. Id 0: the thread has opened the database. */
  wait(id: number): Promise<unknown>;
  /** Whether a request with this id has no reply yet. */
  waitsFor(id: number): boolean;
  /** Rejects all pending and later calls with this error, because no more replies will come. */
  lose(error: Error): void;
  /** The error of `lose`; undefined before. */
  lost(): Error | undefined;
};

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** A client that sends its commands with `send`, over any transport. */
export function createClient(send: (request: { id: number } & Command) => void): Client {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let lastId = 0;
  let lost: Error | undefined;

  const wait = (id: number): Promise<unknown> => new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));

  async function call(command: Command): Promise<{ id: number; result: unknown }> {
    if (lost) throw lost;
    const id = ++lastId;
    send({ ...command, id });
    return { id, result: await wait(id) };
  }

  return {
    call,
    wait,
    waitsFor: (id) => waiting.has(id),
    lost: () => lost,
    receive(reply) {
      if ('channel' in reply) {
        for (const listener of listeners.get(reply.channel) ?? []) listener(reply.payload);
        return;
      }
      const entry = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('error' in reply) entry?.reject(errorFrom(reply.error));
      else entry?.resolve(reply.result);
    },
    lose(error) {
      lost ??= error;
      for (const entry of waiting.values()) entry.reject(lost);
      waiting.clear();
    },
    async query(sql, params = [], tx, scope) {
      const { result } = await call({
        op: 'query',
        sql,
        params,
        ...(tx !== undefined && { tx }),
        ...(scope !== undefined && { scope }),
      });
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
  };
}

/** Turns bytea values into Buffers, as the Postgres driver does. */
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

/** The error of calls after the database was closed. */
export function closedError(): Error {
  return Object.assign(new Error('the embedded database is closed'), { code: '57P01' });
}

/** The error of calls after the database stopped unexpectedly. */
export function lostError(cause: unknown): Error {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return Object.assign(new Error(`the embedded database stopped${why}`, { cause }), { code: '57P02' });
}
