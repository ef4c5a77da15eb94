import { sql } from 'kysely';
import type { Tenant } from '../scope.ts';
import type { IncidentRow } from './incidents.ts';
import { currentSnapshot, sameServer, isUnseenBy, type Snapshot } from './vector-snapshots.ts';

/** A vector in pgvector's text form; nine digits restore exactly the same floats. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => (value === 0 ? '0' : value.toPrecision(9))).join(',')}]`;
}

export type Ask = {
  /** Only vectors of this model are compared. */
  model: string;
  /** A unit vector. */
  vector: Float32Array;
  /** Only incidents of this repository, or of none; undefined: all of the organization's. */
  repo_id?: string | undefined;
  /** Incidents to leave out. */
  except?: ReadonlySet<string> | undefined;
  limit: number;
};

export type Match = Pick<IncidentRow, 'id' | 'date' | 'summary' | 'resource'> & { similarity: number };

/**
 * The incidents nearest to a vector by cosine, rounded to four places: the most similar first, then the later, then by
 * id. Exact: every incident in scope is compared. For unit vectors, the cosine is the inner product, at a third of the
 * cost.
 */
export async function nearestIncidents(tenant: Tenant, ask: Ask): Promise<Match[]> {
  const score = sql<number>`round(-(embedding <#> ${vectorText(ask.vector)}::vector) * 10000)`;
  let candidates = tenant.select('incident_vectors').where('model', '=', ask.model).where('embedding', 'is not', null);
  const { repo_id: repoId, except } = ask;
  if (repoId !== undefined)
    candidates = candidates.where((is) => is.or([is('repo_id', '=', repoId), is('repo_id', 'is', null)]));
  if (except?.size) candidates = candidates.where(sql<boolean>`incident_id <> all (${[...except]}::text[])`);
  const nearest = candidates
    .select(['incident_id', score.as('score')])
    .orderBy('score', 'desc')
    .orderBy('date', 'desc')
    .orderBy('incident_id')
    .limit(ask.limit)
    .as('nearest');
  const rows = await tenant
    .select('incidents')
    .innerJoin(nearest, 'nearest.incident_id', 'incidents.id')
    .select(['id', 'date', 'summary', 'resource', 'score'])
    .orderBy('score', 'desc')
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ score, ...row }) => ({ ...row, similarity: similarityOf(score) }));
}

/** Converts ten thousandths to a cosine; sums of floats may exceed 1 by a rounding error. */
export function similarityOf(score: number): number {
  return Math.min(1, Math.max(-1, score / 10_000)) + 0;
}

type Shown = Omit<Match, 'similarity'>;

/**
 * The displayed fields of incidents that still have a vector of a model, and whether vectors of any model were written
 * since a snapshot.
 */
export async function showMatches(
  tenant: Tenant,
  { model, since, ids }: { model: string; since: Snapshot; ids: readonly string[] },
): Promise<{ snapshot: Snapshot; unseen: boolean; shown: Map<string, Shown> }> {
  const written = tenant
    .select('incident_vectors')
    .select(sql<number>`1`.as('one'))
    .where(isUnseenBy(since));
  // Written so that the planner, whatever its statistics, looks up one id at a time by the primary keys.
  const wanted = sql<{ id: string }>`unnest(${ids}::text[])`.as<'wanted'>(sql`wanted (id)`);
  const vectors = tenant
    .select('incident_vectors')
    .select(sql<number>`1`.as('one'))
    .where('model', '=', model)
    .where('incident_id', '=', sql.ref<string>('wanted.id'))
    .offset(0);
  const incidents = tenant
    .select('incidents')
    .select(['id', 'date', 'summary', 'resource'])
    .where('id', '=', sql.ref<string>('wanted.id'))
    .where((is) => is.exists(vectors))
    .offset(0);
  const shown = tenant.db
    .selectFrom(wanted)
    .crossJoinLateral(incidents.as('found'))
    .select(sql<Shown[] | null>`json_agg(found)`.as('shown'));
  const answer = await tenant.db
    .selectNoFrom((is) => [currentSnapshot.as('snapshot'), is.exists(written).as('unseen'), shown.as('shown')])
    .executeTakeFirstOrThrow();
  return {
    snapshot: answer.snapshot,
    unseen: Boolean(answer.unseen) || !sameServer(since, answer.snapshot),
    shown: new Map((answer.shown ?? []).map((one) => [one.id, one])),
  };
}
