import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { BYTEA, DATE, INT8, parseDate, parseInt8 } from '../column-types.ts';
import type { QueryResult, Reply, Request, WireError, WorkerSettings } from './protocol.ts';
import { createTransactions } from './transactions.ts';

const port = parentPort;
if (!port) throw new Error('the embedded database runs in a worker thread');
const settings = workerData as WorkerSettings;
const send = (reply: Reply): void => port.postMessage(reply);

const db = await open(settings);
const transactions = createTransactions(db, settings.deadlines);
port.on('message', (request: Request) => void answer(request));
send({ id: 0, result: null });

function pglite(dataDir: string | undefined, snapshot?: Uint8Array): Promise<PGlite> {
  return PGlite.create({
    ...(dataDir !== undefined && { dataDir }),
    ...(snapshot && { loadDataDir: new Blob([new Uint8Array(snapshot)]) }),
    extensions: { vector },
    parsers: { [INT8]: parseInt8, [DATE]: parseDate },
  });
}

/**
 * A new database is made beside its place and moved there when it is whole: a process that is killed while it makes one
 * leaves no half of it behind.
 */
async function open({ directory, snapshot }: WorkerSettings): Promise<PGlite> {
  if (directory === undefined) return pglite(undefined, snapshot);
  if (!existsSync(directory)) {
    const unfinished = `${directory}.new`;
    await rm(unfinished, { recursive: true, force: true });
    const fresh = await pglite(unfinished);
    await fresh.close();
    await rename(unfinished, directory);
  }
  return pglite(directory);
}

async function answer(request: Request): Promise<void> {
  try {
    send({ id: request.id, result: await run(request) });
  } catch (error) {
    send({ id: request.id, error: wireError(error) });
    // A trap inside the engine leaves its memory in an unknown state: nothing may run on it any more.
    if (error instanceof Error && error.name === 'RuntimeError') throw error;
  }
  if (request.op === 'close') port?.close();
}

async function run(request: Request): Promise<unknown> {
  switch (request.op) {
    case 'query':
      return query(request.sql, request.params, request.tx);
    case 'exec': {
      const results = await transactions.on(request.tx, (session) => session.exec(request.sql));
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

async function query(sql: string, params: readonly unknown[], tx: number | undefined): Promise<QueryResult> {
  const result = await transactions.on(tx, (session) => session.query<Record<string, unknown>>(sql, [...params]));
  return {
    rows: result.rows,
    ...(result.affectedRows !== undefined && { affectedRows: result.affectedRows }),
    bytea: result.fields.filter((field) => field.dataTypeID === BYTEA).map((field) => field.name),
  };
}

/** An error object loses its own fields on the port, and the statement and its values are nobody else's business. */
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
