import type { MessagePort } from 'node:worker_threads';

/** A message from the process to the embedded database's thread. */
export type Request = { id: number } & Command;

export type Command =
  /** `scope`: see `connection/session-scope.ts`. */
  | { op: 'query'; sql: string; params: readonly unknown[]; tx?: number; scope?: string }
  | { op: 'exec'; sql: string; tx?: number }
  /** Begins a transaction; the request's id becomes its name. */
  | { op: 'begin' }
  | { op: 'end'; tx: number; commit: boolean }
  | { op: 'listen'; channel: string }
  | { op: 'close' };

/** Attaches another process: `port` carries frames (`frames.ts`), each with a `Request`, and the replies. */
export type Attach = { op: 'attach'; port: MessagePort };

export type Reply =
  | { id: number; result: unknown }
  | { id: number; error: WireError }
  | { channel: string; payload: string };

/** A database error: its `code` and the other fields that Postgres sets. */
export type WireError = { message: string; code?: string; [field: string]: unknown };

export type QueryResult = {
  rows: Record<string, unknown>[];
  affectedRows?: number;
  /** The names of bytea columns: the port turns a Buffer into a plain Uint8Array. */
  bytea: string[];
};

export type WorkerSettings = {
  /** A directory, or undefined for a database in memory. */
  directory: string | undefined;
  /** A tar of the initial data directory (in memory only). */
  snapshot: Uint8Array | undefined;
  deadlines: Deadlines;
};

export type Deadlines = {
  /** How long a transaction waits for the session before it is refused. */
  beginMs: number;
  /** How long a transaction may be idle before it is rolled back. */
  idleMs: number;
};
