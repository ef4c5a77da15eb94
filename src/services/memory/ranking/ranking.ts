import type { Store } from '../../../store/database.ts';
import { nearestIncidents, type Ask, type Match } from '../../../store/queries/incident-vectors.ts';
import type { OrgScope } from '../../../store/scope.ts';

/** Finds the incidents that are most like something. */
export type Ranking = {
  /**
   * The incidents of an organization that are nearest to a vector by cosine, rounded to four places: the most similar first,
   * of equals the later one, then by id. Exact, and what was written before the call is found. Never call it inside a
   * transaction: it asks the database by itself.
   */
  nearest(scope: OrgScope, ask: Ask): Promise<Match[]>;
};

export function createRanking(store: Pick<Store, 'db'>): Ranking {
  return { nearest: (scope, ask) => nearestIncidents(store.db, scope, ask) };
}
