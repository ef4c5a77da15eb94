import { incidentText } from '../../recall/embed.ts';
import { actIn } from '../../engine/report/sentence/act.ts';
import type { Tenant } from '../../store/scope.ts';
import { inTransaction } from '../../store/transact.ts';
import {
  comparableIncidents,
  listOpened,
  replaceSimilar,
  type Comparable,
} from '../../store/queries/similar-incidents.ts';
import type { WithRanking, WithEmbedder } from './services.ts';

/** The number of an analysis's new incidents that are compared, the worst first. Each ranks the whole memory. */
const MAX_COMPARED = 100;
/** Similar incidents to store for each. */
const EACH = 3;
/** The similarity from which a match is shown as strong. Measured with the built-in model, for intents. */
const STRONG = 0.4;

type Deps = WithEmbedder & WithRanking;
type Likeness = { id: string; similarity: number };

/** The cosine of two unit vectors, rounded as the ranking rounds it. */
function cosine(a: Float32Array, b: Float32Array): number {
  const sum = a.reduce((total, value, at) => total + value * (b[at] ?? 0), 0);
  return Math.round(Math.min(1, sum) * 10_000) / 10_000;
}

/**
 * Stores, for the worst incidents that an analysis opened, the most similar earlier ones. The previous incident of the
 * same resource comes first, however similar others are; incidents of the same analysis are left out. Never call it
 * inside a transaction: the ranking queries the database itself.
 */
export async function noteSimilar({ embedder, ranking }: Deps, tenant: Tenant, analysisId: string): Promise<void> {
  const opened = await listOpened(tenant, analysisId);
  const worst = await comparableIncidents(tenant, opened.slice(0, MAX_COMPARED));
  if (worst.size === 0) return;
  const except = new Set(opened);
  const earlier = [...worst.values()].flatMap(({ previous_id: id }) => (id !== null && !except.has(id) ? [id] : []));
  const own = await comparableIncidents(tenant, earlier);
  // The query is phrased as an intent (`actIn`), since full sentences about drift all resemble each other.
  const known = await vectorsOf(embedder, [...own.values()]);
  const found = new Map<string, Likeness[]>();
  for (const { id, repo_id, previous_id, ...texts } of worst.values()) {
    const { model, vector } = await embedder.embed(actIn(texts));
    if (!vector) continue;
    const ask = { model, vector, repo_id: repo_id ?? undefined, except, limit: EACH };
    const nearest = (await ranking.nearest(tenant.scope, ask)).filter(({ similarity }) => similarity >= STRONG);
    const before = previous_id === null ? undefined : known.get(previous_id);
    const first = before && previous_id !== null ? [{ id: previous_id, similarity: cosine(vector, before) }] : [];
    found.set(id, [...first, ...nearest.filter((one) => one.id !== previous_id)].slice(0, EACH));
  }
  await inTransaction(tenant, (trx) => replaceSimilar(trx, found));
}

async function vectorsOf(embedder: Deps['embedder'], incidents: readonly Comparable[]) {
  const { vectors } = await embedder.embedIncidents(incidents.map(incidentText));
  return new Map(incidents.map(({ id }, at) => [id, vectors[at]]));
}
