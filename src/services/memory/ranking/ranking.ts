import type { Store } from '../../../store/database.ts';
import {
  nearestIncidents,
  showMatches,
  similarityOf,
  type Ask,
  type Match,
} from '../../../store/queries/incident-vectors.ts';
import type { Snapshot } from '../../../store/queries/vector-snapshots.ts';
import { scoped, type OrgScope } from '../../../store/scope.ts';
import { createVectorCache, type CachedVectors, type VectorCache } from './vector-cache.ts';

/** Finds the most similar incidents. */
export type Ranking = {
  /**
   * The incidents of an organization that are nearest to a vector by cosine, rounded to four places: the most similar
   * first, then the latest, then by id. Exact, and includes everything written before the call. Never call it inside a
   * transaction: it queries the database itself.
   */
  nearest(scope: OrgScope, ask: Ask & Listening): Promise<Match[]>;
};

/** No vector of an organization was written between two snapshots; `from` was taken before the call. */
export type Unchanged = { from: Snapshot; to: Snapshot };
export type Listening = { onUnchanged?: (unchanged: Unchanged) => void };

/** Attempts that concurrent changes may invalidate before the database does the ranking instead. */
const MAX_ATTEMPTS = 5;

/**
 * Ranks in memory, with at most `bytes` of vectors; the database reports newer vectors and returns the matches. It does
 * the ranking itself for organizations whose vectors are not in memory.
 */
export function createRanking(
  store: Pick<Store, 'db'>,
  { bytes, now }: { bytes: number; now?: () => number },
): Ranking & {
  /** Waits until the vectors that are being loaded are in memory. */
  settled(): Promise<void>;
} {
  const { db } = store;
  const cache = createVectorCache(db, bytes, now);
  return {
    async nearest(scope, ask) {
      // Only the database knows which incidents a restricted caller may see.
      const vectors = scope.visible ? undefined : cache.get(scope, ask.model);
      const found = vectors && (await nearestInMemory(db, cache, vectors, scope, ask));
      return found ?? nearestIncidents(scoped(db, scope), ask);
    },
    settled: () => cache.settled(),
  };
}

/** Undefined after too many attempts, or if the vectors were evicted. */
async function nearestInMemory(
  db: Store['db'],
  cache: VectorCache,
  vectors: CachedVectors,
  scope: OrgScope,
  ask: Ask & Listening,
): Promise<Match[] | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    // Read in this order: everything that the snapshot saw is in the set.
    const { seen, set } = vectors;
    const best = (await set?.nearest(ask)) ?? [];
    const ids = best.map(({ entry }) => entry.id);
    const { snapshot, unseen, shown } = await showMatches(scoped(db, scope), { model: ask.model, since: seen, ids });
    if (unseen) {
      await cache.refresh(vectors);
      if (vectors.evicted) return undefined;
      continue;
    }
    const deleted = best.filter(({ entry }) => !shown.has(entry.id));
    if (deleted.length === 0) {
      if (vectors.seen === seen) {
        vectors.seen = snapshot;
        if (attempt === 1) ask.onUnchanged?.({ from: seen, to: snapshot });
      }
      return best.map(({ entry, score }) => ({ ...shown.get(entry.id)!, similarity: similarityOf(score) }));
    }
    for (const { entry } of deleted) set?.remove(entry);
    if (attempt > 1) await cache.removeDeleted(vectors);
  }
  return undefined;
}
