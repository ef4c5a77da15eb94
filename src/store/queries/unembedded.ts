import { sql } from 'kysely';
import { scoped, within, type Executor, type Tenant } from '../scope.ts';
import type { UsedModel } from './embedding-models.ts';
import type { IncidentRow } from './incidents.ts';
import { currentSnapshot, isUnseenBy, type Snapshot } from './vector-snapshots.ts';
import { countOf } from './clauses.ts';

/** The text that vectors are made of, and the fields that recall filters and sorts by. */
export type Embeddable = Pick<IncidentRow, 'id' | 'repo_id' | 'date' | 'resource' | 'summary'>;

const EMBEDDABLE = ['incidents.id', 'repo_id', 'date', 'resource', 'summary'] as const;

/**
 * Incidents without a vector of a model, or of any dimension of a model's name. Looked up one after another by the
 * primary key: without statistics the planner would otherwise compare all with all. The embedded database never has
 * statistics, and Postgres lacks them after a bulk insert.
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
 * The incidents with vectors written since a snapshot that lack one of a model. Looked up one after another by the
 * primary keys: without statistics, as in the embedded database, the planner would otherwise read them all.
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
 * The latest incidents without a vector of a model, and the snapshot of this search. With the snapshot of an earlier
 * search that found none, only vectors written since are searched: whoever writes an incident, or changes its text, also
 * writes a vector of some model. Takes one index lookup then, else a scan of the organization's incidents.
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

/** A page of the incidents without a vector of a model, by id; with a repository: of that one, or of none. */
export async function pageUnembedded(
  tenant: Tenant,
  {
    model,
    repo_id: repoId,
    after,
    limit,
  }: { model: string; repo_id?: string | undefined; after: string; limit: number },
): Promise<Embeddable[]> {
  let rows = lacking(tenant, { id: model }).select(EMBEDDABLE).where('incidents.id', '>', after);
  if (repoId !== undefined) rows = rows.where((is) => is.or([is('repo_id', '=', repoId), is('repo_id', 'is', null)]));
  return rows.orderBy('incidents.id').limit(limit).execute();
}

/** The incidents among these that no transaction is changing, locked against changes until the transaction ends. */
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

/** The number of an organization's incidents without a vector of a model; a name covers all its dimensions. */
export async function countUnembedded(tenant: Tenant, model: UsedModel): Promise<number> {
  return countOf(lacking(tenant, model));
}

/** The organizations with vectors written since a snapshot (without one: with incidents), and the current snapshot. */
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
