import { sql } from 'kysely';
import { scoped, within, type Executor, type Tenant } from '../scope.ts';
import type { UsedModel } from './embedding-models.ts';
import type { IncidentRow } from './incidents.ts';
import { currentSnapshot, isUnseenBy, type Snapshot } from './vector-snapshots.ts';
import { countOf } from './clauses.ts';

/** What vectors are made of, and what recall filters and sorts by. */
export type Embeddable = Pick<IncidentRow, 'id' | 'repo_id' | 'date' | 'resource' | 'summary'>;

const EMBEDDABLE = ['incidents.id', 'repo_id', 'date', 'resource', 'summary'] as const;

/**
 * Incidents that a model, or a model of this name in whichever dimension, has not embedded. One after another, by the primary
 * key: a database without statistics of its tables compares all with all otherwise, as the embedded one does always, and
 * Postgres after many were written at once.
 */
function lacking(tenant: Tenant, model: UsedModel) {
  const row = tenant
    .select('incident_vectors')
    .select(sql<number>`1`.as('one'))
    .where('incident_id', '=', sql.ref<string>('incidents.id'))
    .where('id' in model ? sql<boolean>`model = ${model.id}` : sql<boolean>`starts_with(model, ${`${model.name}@`})`)
    .offset(0);
  return tenant.select('incidents').where((is) => is.not(is.exists(row)));
}

/**
 * Of the incidents that vectors were written of since a snapshot, those that a model has not embedded. One after another, by the
 * primary keys: a database without statistics of its tables, as the embedded one is, goes through all of them otherwise.
 */
function lackingAmongNew(tenant: Tenant, { model, since }: { model: string; since: Snapshot }) {
  const vectors = tenant.select('incident_vectors');
  const fresh = vectors.select('incident_id').distinct().where(isUnseenBy(since)).offset(0);
  const row = vectors
    .select(sql<number>`1`.as('one'))
    .where('incident_id', '=', sql.ref<string>('fresh.incident_id'))
    .where('model', '=', model)
    .offset(0);
  const own = tenant
    .select('incidents')
    .select(EMBEDDABLE)
    .where('incidents.id', '=', sql.ref<string>('fresh.incident_id'))
    .where((is) => is.not(is.exists(row)))
    .offset(0);
  return tenant.db.selectFrom(fresh.as('fresh')).crossJoinLateral(own.as('own')).selectAll('own');
}

type Search = { model: string; limit: number; since: Snapshot | undefined };

/**
 * The latest incidents that a model has not embedded, and the snapshot of this search. With the snapshot of an earlier one
 * that found none, only what was written since is searched: whoever writes an incident, or changes its text, writes a
 * vector of some model. Takes the time of one index lookup then, of a walk through the organization's incidents else.
 */
export async function findUnembedded(tenant: Tenant, { model, limit, since }: Search) {
  const latest =
    since === undefined
      ? lacking(tenant, { id: model })
          .select(EMBEDDABLE)
          .orderBy('date', 'desc')
          .orderBy('incidents.id', 'desc')
          .limit(limit)
      : lackingAmongNew(tenant, { model, since }).orderBy('date', 'desc').orderBy('id', 'desc').limit(limit);
  return tenant.db
    .selectNoFrom([
      currentSnapshot.as('snapshot'),
      sql<Embeddable[]>`(select coalesce(json_agg(row_to_json(m)), '[]') from (${latest}) m)`.as('missing'),
    ])
    .executeTakeFirstOrThrow();
}

/** Of these incidents those that nobody is changing, as they are now; they stay so until the transaction ends. */
export async function holdIncidents(tenant: Tenant, ids: readonly string[]): Promise<Embeddable[]> {
  return tenant
    .select('incidents')
    .select(EMBEDDABLE)
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .skipLocked()
    .execute();
}

/** How many incidents of an organization a model has not embedded; a name stands for all dimensions of it. */
export async function countUnembedded(tenant: Tenant, model: UsedModel): Promise<number> {
  return countOf(lacking(tenant, model));
}

/**
 * The organizations that incidents were written in since a snapshot, and the current snapshot; without one, all that have incidents.
 */
export async function organizationsWithNewVectors(db: Executor, since: Snapshot | undefined) {
  const own = sql<boolean>`org_id = organizations.id`;
  const all = scoped(db, 'instance');
  const written =
    since === undefined
      ? all.select('incidents').select('incidents.id').where(own)
      : all.select('incident_vectors').select('incident_id').where(own).where(isUnseenBy(since));
  const ids = db
    .selectFrom('organizations')
    .select('id')
    .where((is) => is.exists(written))
    .orderBy('id');
  return within(db, 'instance')
    .selectNoFrom([currentSnapshot.as('snapshot'), sql<string[]>`array(${ids})`.as('orgs')])
    .executeTakeFirstOrThrow();
}
