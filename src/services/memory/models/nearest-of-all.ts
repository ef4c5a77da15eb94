import { incidentText } from '../../../recall/embed.ts';
import type { Store } from '../../../store/database.ts';
import { similarityOf, type Ask, type Match } from '../../../store/queries/incident-vectors.ts';
import { pageUnembedded } from '../../../store/queries/unembedded.ts';
import { scoped, type OrgScope } from '../../../store/scope.ts';
import type { Ranking } from '../ranking/ranking.ts';
import type { Embedder } from './embedder.ts';

/** Incidents per query. */
const PAGE = 500;

type Deps = { store: Pick<Store, 'db'>; embedder: Embedder; ranking: Ranking };

/** The most similar first, then the latest, then by id: the order of every ranking. */
function byRank(one: Match, other: Match): number {
  if (one.similarity !== other.similarity) return other.similarity - one.similarity;
  if (one.date !== other.date) return one.date < other.date ? 1 : -1;
  return one.id < other.id ? -1 : 1;
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/**
 * The incidents nearest to a vector of the built-in model, also those without a stored vector of it: they are embedded
 * for this answer only. Takes a second for some ten thousand of them, in slices.
 */
export async function nearestOfAll({ store, embedder, ranking }: Deps, scope: OrgScope, ask: Ask): Promise<Match[]> {
  const tenant = scoped(store.db, scope);
  let best: Match[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const page = await pageUnembedded(tenant, { ...ask, after, limit: PAGE });
    const { vectors } = await embedder.embedIncidents(page.map(incidentText));
    const found = page.flatMap(({ id, date, resource, summary }, at): Match[] => {
      const vector = vectors[at];
      if (!vector || ask.except?.has(id)) return [];
      const similarity = similarityOf(Math.round(dot(ask.vector, vector) * 10_000));
      return [{ id, date, summary, resource, similarity }];
    });
    best = [...best, ...found].sort(byRank).slice(0, ask.limit);
    after = page.length < PAGE ? undefined : page.at(-1)?.id;
  }
  // Asked for last: what got a vector meanwhile is in either, or in both.
  const known = new Set(best.map(({ id }) => id));
  const stored = (await ranking.nearest(scope, ask)).filter(({ id }) => !known.has(id));
  return [...best, ...stored].sort(byRank).slice(0, ask.limit);
}
