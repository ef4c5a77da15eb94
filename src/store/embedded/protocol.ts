import type { MessagePort } from 'node:worker_threads';

/** What goes over the message port between the process and the embedded database's thread. */
export type Request = { id: number } & Command;

export type Command =
  /** `scope`: see `connection/session-scope.ts`. */
  | { op: 'query'; sql: string; params: readonly unknown[]; tx?: number; scope?: string }
  | { op: 'exec'; sql: string; tx?: number }
  /** Opens a transaction, named by the request's id from then on. */
  | { op: 'begin' }
  | { op: 'end'; tx: number; commit: boolean }
  | { op: 'listen'; channel: string }
  | { op: 'close' };

/** Another process's statements: `port` carries its frames (`frames.ts`), each a `Request`, and the replies. */
export type Attach = { op: 'attach'; port: MessagePort };

export type Reply =
  | { id: number; result: unknown }
  | { id: number; error: WireError }
  | { channel: string; payload: string };

/** A database error: `code` and the rest of what Postgres says. */
export type WireError = { message: string; code?: string; [field: string]: unknown };

export type QueryResult = {
  rows: Record<string, unknown>[];
  affectedRows?: number;
  /** Columns of type bytea: the port turns a Buffer into a plain Uint8Array. */
  bytea: string[];
};

export type WorkerSettings = {
  /** A directory, or undefined for a database in memory. */
  directory: string | undefined;
  /** A tar of a data directory to begin with (in memory only). */
  snapshot: Uint8Array | undefined;
  deadlines: Deadlines;
};

export type Deadlines = {
  /** How long a transaction waits for the one session before it is refused. */
  beginMs: number;
  /** How long a transaction may sit without a statement before it is rolled back. */
  idleMs: number;
};
