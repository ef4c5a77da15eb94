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

/** Finds the incidents that are most like something. */
export type Ranking = {
  /**
   * The incidents of an organization that are nearest to a vector by cosine, rounded to four places: the most similar first,
   * of equals the later one, then by id. Exact, and what was written before the call is found. Never call it inside a
   * transaction: it asks the database by itself.
   */
  nearest(scope: OrgScope, ask: Ask & Listening): Promise<Match[]>;
};

/** No vector of an organization was written between two snapshots, of which the earlier one is from before the call. */
export type Unchanged = { from: Snapshot; to: Snapshot };
export type Listening = { onUnchanged?: (unchanged: Unchanged) => void };

/** Attempts that concurrent changes may spoil before the database is asked instead. */
const MAX_ATTEMPTS = 5;

/**
 * Compares in memory, with `bytes` of vectors at most; the database says what was written since and shows the best. For
 * organizations whose vectors are not in memory the database compares.
 */
export function createRanking(
  store: Pick<Store, 'db'>,
  { bytes, now }: { bytes: number; now?: () => number },
): Ranking & {
  /** Waits for what is being read into memory. */
  settled(): Promise<void>;
} {
  const { db } = store;
  const cache = createVectorCache(db, bytes, now);
  return {
    async nearest(scope, ask) {
      // Which incidents a restricted caller may see is known to the database only.
      const vectors = scope.visible ? undefined : cache.get(scope, ask.model);
      const found = vectors && (await nearestInMemory(db, cache, vectors, scope, ask));
      return found ?? nearestIncidents(scoped(db, scope), ask);
    },
    settled: () => cache.settled(),
  };
}

/** Undefined after too many attempts, and where the vectors were evicted. */
async function nearestInMemory(
  db: Store['db'],
  cache: VectorCache,
  vectors: CachedVectors,
  scope: OrgScope,
  ask: Ask & Listening,
): Promise<Match[] | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    // In this order: whatever the snapshot saw is among what is compared.
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
