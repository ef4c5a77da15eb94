import {
  CompiledQuery as Compiled,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import { createScopeKeeper, scopeOf, undoesScope, type ScopeKeeper } from './session-scope.ts';

type Scoped = DatabaseConnection & { inner: DatabaseConnection; keeper: ScopeKeeper; atBegin?: unknown };

/**
 * Wraps a driver so that a connection carries the scope of the query that runs on it (`session-scope.ts`). A query never
 * runs in the scope of the query before it.
 */
export function scopedDriver(driver: Driver): Driver {
  const connections = new WeakMap<DatabaseConnection, Scoped>();
  const innerOf = (connection: DatabaseConnection) => (connection as Scoped).inner;

  function scopedConnection(inner: DatabaseConnection): Scoped {
    const keeper = createScopeKeeper();
    return {
      inner,
      keeper,
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        await keeper.enter(scopeOf(query.query), (statement, parameters) =>
          inner.executeQuery<{ settled?: unknown }>(Compiled.raw(statement, [...parameters])),
        );
        if (undoesScope(query.sql)) keeper.forget();
        return inner.executeQuery<R>(query);
      },
      streamQuery() {
        throw new Error('results are not streamed');
      },
    };
  }

  return {
    init: () => driver.init(),
    async acquireConnection() {
      const inner = await driver.acquireConnection();
      const known = connections.get(inner);
      if (known) return known;
      const made = scopedConnection(inner);
      connections.set(inner, made);
      return made;
    },
    async beginTransaction(connection, settings) {
      const scoped = connection as Scoped;
      await driver.beginTransaction(scoped.inner, settings);
      scoped.atBegin = scoped.keeper.save();
    },
    async commitTransaction(connection) {
      const scoped = connection as Scoped;
      const carried = scoped.keeper.save();
      // A failed commit was rolled back, or its outcome is unknown.
      scoped.keeper.forget();
      await driver.commitTransaction(scoped.inner);
      scoped.keeper.restore(carried);
    },
    async rollbackTransaction(connection) {
      const scoped = connection as Scoped;
      scoped.keeper.forget();
      await driver.rollbackTransaction(scoped.inner);
      scoped.keeper.restore(scoped.atBegin);
    },
    savepoint: async (connection, ...rest) => driver.savepoint?.(innerOf(connection), ...rest),
    async rollbackToSavepoint(connection, ...rest) {
      (connection as Scoped).keeper.forget();
      await driver.rollbackToSavepoint?.(innerOf(connection), ...rest);
    },
    releaseSavepoint: async (connection, ...rest) => driver.releaseSavepoint?.(innerOf(connection), ...rest),
    releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
    destroy: () => driver.destroy(),
  };
}
