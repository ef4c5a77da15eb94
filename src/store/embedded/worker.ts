import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { serialize } from 'node:v8';
import { parentPort, Worker, workerData, type MessagePort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { BYTEA, DATE, INT8, parseDate, parseInt8 } from '../connection/column-types.ts';
import { createScopeKeeper, undoesScope, type Run } from '../connection/session-scope.ts';
import { valueOf } from './frames.ts';
import type { Attach, QueryResult, Reply, Request, WireError, WorkerSettings } from './protocol.ts';
import { createTransactions, type Transactions } from './transactions.ts';
import { createLine } from './turns.ts';

const port = parentPort;
if (!port) throw new Error('the embedded database runs in a worker thread');
const settings = workerData as WorkerSettings;

/** The operating system caches the files: Postgres's second copy only takes memory, and never returns it. */
const MEMORY = ['-c', 'shared_buffers=16MB'];

/** A sender of statements: this process, or another one that it shares the database with. */
type Sender = { transactions: Transactions; send: (reply: Reply) => void };

const db = await open(settings);
const scopes = createScopeKeeper();
const line = createLine();
const own: Sender = {
  transactions: createTransactions(db, settings.deadlines, { scopes, inTurn: line.first }),
  send: (reply) => port.postMessage(reply),
};
port.on('message', (request: Request | Attach) => {
  if (request.op === 'attach') attach(request.port);
  else void answer(own, request);
});
own.send({ id: 0, result: null });

/** Each attached process has its own transactions and names them itself; its open transactions end with it. */
function attach(other: MessagePort): void {
  const transactions = createTransactions(db, settings.deadlines, { scopes, inTurn: line.others });
  const send = (reply: Reply): void => {
    const body = new Uint8Array(serialize(reply));
    other.postMessage(body, [body.buffer]);
  };
  other.on('message', (body: Uint8Array) => void answer({ transactions, send }, valueOf(body) as Request));
  other.on('close', () => transactions.abandon());
  // The port does not keep this thread alive.
  other.unref();
}

function pglite(dataDir: string | undefined, snapshot?: Uint8Array): Promise<PGlite> {
  return PGlite.create({
    ...(dataDir !== undefined && { dataDir }),
    ...(snapshot && { loadDataDir: new Blob([new Uint8Array(snapshot)]) }),
    extensions: { vector },
    parsers: { [INT8]: parseInt8, [DATE]: parseDate },
    startParams: [...PGlite.defaultStartParams, ...MEMORY],
  });
}

/**
 * A new database is created in a temporary directory and moved when complete, so that a process killed meanwhile leaves
 * no partial database.
 */
async function open({ directory, snapshot }: WorkerSettings): Promise<PGlite> {
  if (directory === undefined) return pglite(undefined, snapshot);
  if (!existsSync(directory)) {
    const unfinished = `${directory}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await create(unfinished);
    await rename(unfinished, directory);
  }
  return pglite(directory);
}

/** Creates an empty database in a thread of its own, whose memory is free once it ends. */
async function create(directory: string): Promise<void> {
  const file = import.meta.url.endsWith('.ts') ? './create.ts' : './create.js';
  const [code] = (await once(new Worker(new URL(file, import.meta.url), { workerData: directory }), 'exit')) as [
    number,
  ];
  if (code !== 0) throw new Error(`the embedded database could not be made in ${directory}`);
}

async function answer(sender: Sender, request: Request): Promise<void> {
  const { id } = request;
  try {
    sender.send({ id, result: await run(sender, request) });
  } catch (error) {
    sender.send({ id, error: wireError(error) });
    // A trap inside the engine leaves its memory in an unknown state: run nothing on it any more.
    if (error instanceof Error && error.name === 'RuntimeError') throw error;
  }
  if (request.op === 'close' && sender === own) port?.close();
}

async function run({ transactions, send }: Sender, request: Request): Promise<unknown> {
  switch (request.op) {
    case 'query':
      return query(transactions, request);
    case 'exec': {
      const results = await transactions.on(request.tx, async (session) => {
        await scopes.enter(undefined, runOn(session));
        return session.exec(request.sql);
      });
      return results.map(({ rows }) => ({ rows }));
    }
    case 'begin':
      return transactions.begin(request.id);
    case 'end':
      return transactions.end(request.tx, request.commit);
    case 'listen': {
      const { channel } = request;
      await db.listen(channel, (payload) => send({ channel, payload }));
      return null;
    }
    case 'close':
      return db.close();
  }
}

const runOn =
  (session: Pick<PGlite, 'query'>): Run =>
  (statement, parameters) =>
    session.query<{ settled?: unknown }>(statement, [...parameters]);

async function query(
  transactions: Transactions,
  { sql, params, tx, scope }: Request & { op: 'query' },
): Promise<QueryResult> {
  const result = await transactions.on(tx, async (session) => {
    await scopes.enter(scope, runOn(session));
    if (undoesScope(sql)) scopes.forget();
    return session.query<Record<string, unknown>>(sql, [...params]);
  });
  return {
    rows: result.rows,
    ...(result.affectedRows !== undefined && { affectedRows: result.affectedRows }),
    bytea: result.fields.filter((field) => field.dataTypeID === BYTEA).map((field) => field.name),
  };
}

/** The port drops an error object's own fields, so they are copied: all but the statement and its values. */
function wireError(error: unknown): WireError {
  if (!(error instanceof Error)) return { message: String(error) };
  const {
    query: _query,
    params: _params,
    queryOptions: _options,
    ...fields
  } = error as Error & Record<string, unknown>;
  return { ...fields, message: error.message };
}
