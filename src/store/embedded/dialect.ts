import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { scopeOf } from '../connection/session-scope.ts';
import type { Client } from './client.ts';

/** The session that runs the statements: this process's own, or one shared by another process. */
type Session = Pick<Client, 'query' | 'begin' | 'end'> & { close(): Promise<void> };

type Connection = DatabaseConnection & { tx: number | undefined };

/**
 * Kysely on an embedded session. Kysely's own PGliteDialect waits forever when a transaction is refused, and queues
 * statements before they reach the session, where no deadline applies.
 */
export function embeddedDialect(session: Session): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver(session),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function driver(session: Session): Driver {
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection(session)),
    async beginTransaction(connection) {
      (connection as Connection).tx = await session.begin();
    },
    commitTransaction: (connection) => end(session, connection as Connection, true),
    rollbackTransaction: (connection) => end(session, connection as Connection, false),
    releaseConnection: () => Promise.resolve(),
    destroy: () => session.close(),
  };
}

async function end(session: Session, connection: Connection, commit: boolean): Promise<void> {
  const { tx } = connection;
  connection.tx = undefined;
  if (tx !== undefined) await session.end(tx, commit);
}

function connection(session: Session): Connection {
  return {
    tx: undefined,
    async executeQuery<R>(this: Connection, { query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, affectedRows } = await session.query(sql, parameters, this.tx, scopeOf(query));
      return {
        rows: rows as R[],
        ...(affectedRows !== undefined && { numAffectedRows: BigInt(affectedRows) }),
      };
    },
    streamQuery() {
      throw new Error('the embedded database cannot stream a result');
    },
  };
}
