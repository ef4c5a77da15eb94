import { sql } from 'kysely';
import type { Executor, OrgScope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { IncidentRow } from './incidents.ts';

/** As pgvector reads it; nine digits bring back the very same floats. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => (value === 0 ? '0' : value.toPrecision(9))).join(',')}]`;
}

export type Ask = {
  /** Whose vectors are compared; only those of the same model are. */
  model: string;
  /** A unit vector. */
  vector: Float32Array;
  /** Only incidents of this repository and those of no repository; all of the organization's when absent. */
  repo_id?: string | undefined;
  /** Incidents that are passed over. */
  except?: ReadonlySet<string> | undefined;
  limit: number;
};

export type Match = Pick<IncidentRow, 'id' | 'date' | 'summary' | 'resource'> & { similarity: number };

/**
 * The incidents nearest to a vector by cosine, rounded to four places: the most similar first, of equals the later one,
 * then by id. Exact: every incident in question is compared. Of unit vectors the cosine is the inner product, which
 * costs a third.
 */
export async function nearestIncidents(db: Executor, scope: OrgScope, ask: Ask): Promise<Match[]> {
  const score = sql<number>`round(-(embedding <#> ${vectorText(ask.vector)}::vector) * 10000)`;
  let candidates = scoped(db, scope)
    .select('incident_vectors')
    .where('model', '=', ask.model)
    .where('embedding', 'is not', null);
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
  const rows = await scoped(db, scope)
    .select('incidents')
    .innerJoin(nearest, 'nearest.incident_id', 'incidents.id')
    .select(['id', 'date', 'summary', 'resource', 'score'])
    .orderBy('score', 'desc')
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ score, ...row }) => ({ ...row, similarity: similarityOf(score) }));
}

/** Ten thousandths as a cosine; sums of floats may lie a hair beyond 1. */
function similarityOf(score: number): number {
  return Math.min(1, Math.max(-1, score / 10_000)) + 0;
}

/**
 * Whether vectors of a model were written that the snapshot `since` did not see (without one: whether there are any), and
 * the snapshot of this look. It does not see what is removed.
 */
export async function lookFor(
  db: Executor,
  scope: OrgScope,
  { model, since }: { model: string; since?: string | undefined },
): Promise<{ snapshot: string; unseen: boolean }> {
  const rows = scoped(db, scope)
    .select('incident_vectors')
    .select(sql<number>`1`.as('one'))
    .where('model', '=', model)
    .$if(since !== undefined, (query) => query.where(unseenBy(since ?? '')));
  const { snapshot, unseen } = await db
    .selectNoFrom((is) => [sql<string>`pg_current_snapshot()::text`.as('snapshot'), is.exists(rows).as('unseen')])
    .executeTakeFirstOrThrow();
  return { snapshot, unseen: Boolean(unseen) };
}

/** Rows that a snapshot does not see: those of transactions that were under way then, and of later ones. */
function unseenBy(snapshot: string) {
  return sql<boolean>`written >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and not pg_visible_in_snapshot(written, ${snapshot}::pg_snapshot)`;
}
