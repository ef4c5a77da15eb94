import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';
import type { Store } from '../src/store/database.ts';

/** A database that records the last query, and returns the plan of it. */
export function explaining(store: Pick<Store, 'db'>): { db: Store['db']; plan: () => Promise<string> } {
  let asked: RootOperationNode | undefined;
  const db = store.db.withPlugin({
    transformQuery({ node }) {
      asked = node;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    db,
    async plan() {
      const { sql: query, parameters } = store.db.getExecutor().compileQuery(asked!, createQueryId());
      const { rows } = await store.db.executeQuery(CompiledQuery.raw(`explain ${query}`, [...parameters]));
      return JSON.stringify(rows);
    },
  };
}
