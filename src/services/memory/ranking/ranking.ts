import type { Store } from '../../../store/database.ts';
import {
  nearestIncidents,
  showMatches,
  similarityOf,
  type Ask,
  type Match,
} from '../../../store/queries/incident-vectors.ts';
import type { Look } from '../../../store/queries/vector-looks.ts';
import type { OrgScope } from '../../../store/scope.ts';
import { createShelf, type Memory, type Shelf } from './shelf.ts';

/** Finds the incidents that are most like something. */
export type Ranking = {
  /**
   * The incidents of an organization that are nearest to a vector by cosine, rounded to four places: the most similar first,
   * of equals the later one, then by id. Exact, and what was written before the call is found. Never call it inside a
   * transaction: it asks the database by itself.
   */
  nearest(scope: OrgScope, ask: Ask & Listening): Promise<Match[]>;
};

/** Nothing was written into an organization's memory between two looks, of which the earlier one was before the call. */
export type Quiet = { from: Look; to: Look };
export type Listening = { onQuiet?: (quiet: Quiet) => void };

/** Beginnings that what others write and remove may spoil before the database is asked instead. */
const TRIES = 5;

/**
 * Vectors are kept in memory, `bytes` of them at most; the database is asked for what was written since, and then for
 * what is shown of the best. For organizations that find no room there, or are not there yet, the database does it all.
 */
export function createRanking(
  store: Pick<Store, 'db'>,
  { bytes, now }: { bytes: number; now?: () => number },
): Ranking & {
  /** Waits for what is being read into memory. */
  settled(): Promise<void>;
} {
  const shelf = createShelf(store.db, bytes, now);
  return {
    async nearest(scope, ask) {
      // In memory it is not known which of them are visible.
      if (scope.only) return nearestIncidents(store.db, scope, ask);
      const borrowed = shelf.borrow(scope, ask.model);
      try {
        const found = borrowed && (await nearestInMemory(store.db, shelf, borrowed.memory, scope, ask));
        return found ?? (await nearestIncidents(store.db, scope, ask));
      } finally {
        borrowed?.done();
      }
    },
    settled: () => shelf.settled(),
  };
}

/** Undefined where it gave up. */
async function nearestInMemory(
  db: Store['db'],
  shelf: Shelf,
  memory: Memory,
  scope: OrgScope,
  ask: Ask & Listening,
): Promise<Match[] | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    // In this order: whatever `seen` says was seen is among what is compared.
    const { seen, matrix } = memory;
    const best = (await matrix?.nearest(ask)) ?? [];
    const ids = best.map(({ id }) => id);
    const { look, unseen, shown } = await showMatches(db, scope, { model: ask.model, since: seen, ids });
    if (unseen) {
      await shelf.catchUp(memory);
      if (memory.off) return undefined;
      continue;
    }
    const gone = best.filter(({ id }) => !shown.has(id));
    if (gone.length === 0) {
      if (memory.seen === seen) {
        memory.seen = look;
        if (tries === 0) ask.onQuiet?.({ from: seen, to: look });
      }
      return best.map(({ id, score }) => ({ ...shown.get(id)!, similarity: similarityOf(score) }));
    }
    for (const { id, stamp } of gone) matrix?.drop(id, stamp);
    if (tries > 0) await shelf.sweep(memory);
  }
  return undefined;
}
