import { sql, type RawBuilder } from 'kysely';
import { SEVERITIES, severityRank, type BySeverity, type Severity } from '../../engine/model/analysis.ts';
import { OPEN_CLASSES, type ObjectClass } from '../../engine/model/inventory.ts';
import type { Tenant } from '../scope.ts';
import { countOf, holds } from './clauses.ts';
import type { Run } from './runs.ts';
import type { UnmanagedObjectRow } from './unmanaged-objects.ts';

export type ObjectFilter = {
  /** One class, or the classes that need a decision (`open`). */
  class?: ObjectClass | 'open' | undefined;
  type?: string | undefined;
  service?: string | undefined;
  account?: string | undefined;
  region?: string | undefined;
  severity?: Severity | undefined;
  severity_at_least?: Severity | undefined;
  owner?: string | undefined;
  /** `new`: not in the baseline. `before`: in it, or undecided. */
  seen?: 'new' | 'before' | undefined;
  /** Whether an ignore rule hides it. Default: no. */
  ignored?: 'yes' | 'no' | 'any' | undefined;
  /** Default: present. */
  status?: 'present' | 'gone' | undefined;
  /** A part of name, id, type, owner or a tag (`team=web`), ignoring case. */
  q?: string | undefined;
  ids?: readonly string[] | undefined;
};

const rank = sql<number>`array_position(${sql.lit(`{${SEVERITIES.join(',')}}`)}::text[], unmanaged_objects.severity)`;
/** `team=web` of each tag. */
const tagTexts = sql`(select string_agg(key || '=' || value, ' ') from jsonb_each_text(tags))`;
const EQUAL = ['type', 'service', 'region', 'severity', 'owner'] as const;

function filtered(tenant: Tenant, filter: ObjectFilter) {
  const { class: kind, account, severity_at_least: least, seen, ignored = 'no', status = 'present', q, ids } = filter;
  let query = tenant.select('unmanaged_objects').where('gone_at', status === 'gone' ? 'is not' : 'is', null);
  if (ignored !== 'any') query = query.where('ignored_by', ignored === 'yes' ? 'is not' : 'is', null);
  if (kind === 'open') query = query.where('class', 'in', [...OPEN_CLASSES]);
  else if (kind !== undefined) query = query.where('class', '=', kind);
  for (const column of EQUAL) if (filter[column] !== undefined) query = query.where(column, '=', filter[column]);
  if (account !== undefined) query = query.where('account_id', '=', account);
  if (least !== undefined) query = query.where(rank, '<=', severityRank(least) + 1);
  if (seen !== undefined) query = query.where('in_baseline', seen === 'new' ? 'is' : 'is not', false);
  if (q !== undefined) query = query.where(holds(sql`concat_ws(' ', name, cloud_id, type, owner, ${tagTexts})`, q));
  if (ids !== undefined) query = query.where('id', '=', sql<string>`any(${[...ids]}::text[])`);
  return query;
}

export const OBJECT_ORDERS = ['severity', 'newest', 'type'] as const;
export type ObjectOrder = (typeof OBJECT_ORDERS)[number];

/** The sort keys of each order; equal objects are in the order of their ids. */
const SORTED: Record<ObjectOrder, readonly RawBuilder<unknown>[]> = {
  severity: [rank, sql`type`],
  newest: [sql`-extract(epoch from first_seen_at)`],
  type: [sql`type`],
};

type ObjectPage = ObjectFilter & { limit: number; after: string | undefined; order?: ObjectOrder | undefined };

/** Objects without a state: the worst first, unless another order is given. `after` is the id of the last one before. */
export async function pageObjects(
  tenant: Tenant,
  { limit, after, order = 'severity', ...filter }: ObjectPage,
): Promise<UnmanagedObjectRow[]> {
  const by = SORTED[order];
  let query = filtered(tenant, filter).selectAll();
  if (after !== undefined) {
    const last = (one: RawBuilder<unknown>) =>
      sql`(${tenant.select('unmanaged_objects').select(one.as('by')).where('id', '=', after)})`;
    query = query.where(sql<boolean>`(${sql.join(by)}, id) > (${sql.join(by.map(last))}, ${after})`);
  }
  return by
    .reduce((some, one) => some.orderBy(one), query)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function getObject(tenant: Tenant, id: string): Promise<UnmanagedObjectRow | undefined> {
  return tenant.select('unmanaged_objects').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The number of matching objects. */
export async function countObjects(tenant: Tenant, filter: ObjectFilter): Promise<number> {
  const { count } = await filtered(tenant, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of open objects that a run has not seen and no complete list of it leaves out: nobody looked there. */
export async function countUnseen(tenant: Tenant, run: Run): Promise<number> {
  return countOf(filtered(tenant, { class: 'open' }).where('last_seen_at', '<', run.started_at));
}

const number = (condition: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${condition}))::int`;
const shown = sql`ignored_by is null`;

/** The open objects now: those that no rule hides, of these the new ones, and by severity; and those that one hides. */
export async function countOpenObjects(
  tenant: Tenant,
): Promise<{ open: number; new: number; ignored: number } & BySeverity> {
  return tenant
    .select('unmanaged_objects')
    .where('gone_at', 'is', null)
    .where('class', 'in', [...OPEN_CLASSES])
    .select([
      number(shown).as('open'),
      number(sql`${shown} and not in_baseline`).as('new'),
      number(sql`ignored_by is not null`).as('ignored'),
      ...SEVERITIES.map((severity) => number(sql`${shown} and severity = ${severity}`).as(severity)),
    ])
    .executeTakeFirstOrThrow();
}
