import type {
  DeleteQueryBuilder,
  DeleteResult,
  Insertable,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  SelectQueryBuilder,
  Transaction,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import { markScope } from './connection/session-scope.ts';
import type { Tables } from './tables.ts';
import { visibleWhere, type TenantTable, type Visible } from './visible.ts';

export type Trx = Transaction<Tables>;
/** The database, or the transaction that a query belongs to. */
export type Executor = Kysely<Tables> | Trx;

/** One organization's rows; with `visible` only those that concern some of its repositories. */
export type OrgScope = { org_id: string; visible?: Visible };
/** The rows that a query may touch. `'instance'`, for the operator and the workers: every organization's. */
export type Scope = OrgScope | 'instance';

/** The part of a scope that belongs to one organization. */
export function ofOrganization(scope: Scope, orgId: string): OrgScope {
  return scope === 'instance' ? { org_id: orgId } : scope;
}

/** Whether a repository of the organization is within the scope, and so may be named. */
export const seesRepository = ({ visible }: OrgScope, repositoryId: string): boolean =>
  visible === undefined || visible.repositories.includes(repositoryId);

/** Whether a scope is only a part of an organization. */
export const isPart = (scope: Scope): scope is OrgScope & { visible: Visible } =>
  scope !== 'instance' && scope.visible !== undefined;

/** Whether a state of the organization is within the scope, by its key. */
export function seesStates(scope: Scope): (key: string) => boolean {
  if (!isPart(scope)) return () => true;
  const keys = new Set(scope.visible.states);
  return (key) => keys.has(key);
}

/**
 * Limits queries to a scope: row-level security hides other organizations' rows from them. For queries that begin at a
 * table without an `org_id`, or are written in SQL; all others begin with `scoped`.
 */
export function within<Handle extends Executor>(db: Handle, scope: Scope): Handle {
  return db.withPlugin(markScope(scope === 'instance' ? '*' : scope.org_id)) as Handle;
}

/**
 * Runs queries as the connection's own user, exempt from row-level security if that is a superuser: for the schema, and
 * for whole databases. They see all organizations' rows.
 */
export function asDatabaseUser<Handle extends Executor>(db: Handle): Handle {
  return db.withPlugin(markScope(undefined)) as Handle;
}

type Row<Table extends TenantTable> = Omit<Insertable<Tables[Table]>, 'org_id'>;

/** The rows of a scope, bound to the database or a transaction. The builders already filter by `org_id`. */
export type Tenants<Bound extends Scope = Scope> = {
  scope: Bound;
  /** The result of `within`: for queries that begin at a table without an `org_id`, or are written in SQL. */
  db: Executor;
  select<Table extends TenantTable>(table: Table): SelectQueryBuilder<Tables, Table, object>;
  update<Table extends TenantTable>(table: Table): UpdateQueryBuilder<Tables, Table, Table, UpdateResult>;
  delete<Table extends TenantTable>(table: Table): DeleteQueryBuilder<Tables, Table, DeleteResult>;
};

/** One organization's rows. Only this scope can insert, because a row belongs to one organization. */
export type Tenant = Tenants<OrgScope> & {
  insert<Table extends TenantTable>(
    table: Table,
    rows: Row<Table> | Row<Table>[],
  ): InsertQueryBuilder<Tables, Table, InsertResult>;
};

/**
 * The access to every tenant table, bound once and passed to all queries of a piece of work. Queries that start here
 * cannot forget their scope; the architecture test `scope.test.ts` finds those that start elsewhere.
 */
export function scoped(db: Executor, scope: OrgScope): Tenant;
export function scoped(db: Executor, scope: Scope): Tenants;
export function scoped(executor: Executor, scope: Scope): Tenants {
  const db = within(executor, scope);
  const { org_id: orgId, visible } = scope === 'instance' ? {} : scope;
  // Kysely cannot infer the type of a table that is a type parameter; each cast below gives the builder the type that the
  // same call has with a literal table name.
  const limit = (table: TenantTable, builder: unknown): never => {
    if (orgId === undefined) return builder as never;
    const own = (builder as WithWhere).where(`${table}.org_id`, '=', orgId);
    return (visible ? own.where(visibleWhere(table, orgId, visible)) : own) as never;
  };
  const tenant: Omit<Tenant, 'scope'> & Tenants = {
    scope,
    db,
    select: (table) => limit(table, db.selectFrom(table)),
    update: (table) => limit(table, db.updateTable(table)),
    delete: (table) => limit(table, db.deleteFrom(table)),
    insert: (table, rows) => {
      const own = (Array.isArray(rows) ? rows : [rows]).map((row) => Object.assign({}, row, { org_id: orgId }));
      return db.insertInto(table).values(own as never);
    },
  };
  return tenant;
}

type WithWhere = {
  where(column: `${TenantTable}.org_id`, operator: '=', value: string): WithWhere;
  where(condition: ReturnType<typeof visibleWhere>): WithWhere;
};
