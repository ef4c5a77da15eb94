import type { SessionScope } from '../connection/session-scope.ts';
import type { Command, QueryResult, Reply, WireError } from './protocol.ts';

type Row = Record<string, unknown>;

/** The embedded database as a client sees it: every call is a message to the thread that owns it. */
export type Client = {
  query(
    sql: string,
    params?: readonly unknown[],
    tx?: number,
    scope?: SessionScope,
  ): Promise<{ rows: Row[]; affectedRows?: number }>;
  /** Several statements without parameters; one result each. */
  exec(sql: string): Promise<{ rows: Row[] }[]>;
  begin(): Promise<number>;
  end(tx: number, commit: boolean): Promise<void>;
  listen(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>>;
  /** Sends any command; gives the id that it had. */
  call(command: Command): Promise<{ id: number; result: unknown }>;
  /** What the owner answered. */
  receive(reply: Reply): void;
  /** Resolves with the reply of this id. The owner says with 0 that it is open. */
  wait(id: number): Promise<unknown>;
  /** Whether a reply of this id is waited for. */
  waitsFor(id: number): boolean;
  /** No reply comes any more: whatever waits, and every later call, is rejected with this. */
  lose(error: Error): void;
  /** Undefined until `lose`. */
  lost(): Error | undefined;
};

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** A client whose commands go out by `send`, whatever carries them. */
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

/** What a call is rejected with after the database was closed. */
export function closedError(): Error {
  return Object.assign(new Error('the embedded database is closed'), { code: '57P01' });
}

/** What a call is rejected with after the database stopped though nobody closed it. */
export function lostError(cause: unknown): Error {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return Object.assign(new Error(`the embedded database stopped${why}`, { cause }), { code: '57P02' });
}
