import { sql, type Insertable, type Selectable } from 'kysely';
import type { Page } from '../page.ts';
import { scoped, within, type Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type AuditEventRow = Omit<Selectable<Tables['audit_events']>, 'seq' | 'prev_hash' | 'hash'>;

/** The owner of an audit log: an organization's id, or null for the instance. */
export type AuditChain = string | null;

type NewAuditEvent = Omit<Insertable<Tables['audit_events']>, 'org_id'> & { org_id: AuditChain };

/** Adds an event, which the database chains to the previous one. The chain stays locked until the transaction ends. */
export async function insertAuditEvent(db: Executor, { org_id: orgId, ...row }: NewAuditEvent): Promise<void> {
  if (orgId !== null) await scoped(db, { org_id: orgId }).insert('audit_events', row).execute();
  else
    await within(db, 'instance')
      .insertInto('audit_events')
      .values({ ...row, org_id: sql<string>`null` })
      .execute();
}

/** `actor`: `operator`, `system`, or a key's id. */
export type AuditFilter = {
  action?: string | undefined;
  actor?: string | undefined;
  target_id?: string | undefined;
};

function eventsOf(db: Executor, chain: AuditChain) {
  if (chain !== null) return scoped(db, { org_id: chain }).select('audit_events');
  return scoped(db, 'instance').select('audit_events').where('audit_events.org_id', 'is', null);
}

const SHOWN = [
  'id',
  'org_id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'actor_hint',
  'action',
  'target_kind',
  'target_id',
  'detail',
  'request_id',
] as const;

/** The events of an organization or the instance, newest first. */
export async function listAuditEvents(db: Executor, chain: AuditChain, page: Page & AuditFilter) {
  const { limit, after, action, actor, target_id: targetId } = page;
  let query = eventsOf(db, chain).select(SHOWN);
  if (after !== undefined) query = query.where('id', '<', after);
  if (action !== undefined) query = query.where('action', '=', action);
  if (actor === 'operator' || actor === 'system') query = query.where('actor_kind', '=', actor);
  else if (actor !== undefined) query = query.where('actor_id', '=', actor);
  if (targetId !== undefined) query = query.where('target_id', '=', targetId);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export type AuditHead = { seq: number; hash: Uint8Array };

/** The newest event of a chain, as stored apart from the events; undefined for an empty chain. */
export async function auditHead(db: Executor, chain: AuditChain): Promise<AuditHead | undefined> {
  return within(db, chain === null ? 'instance' : { org_id: chain })
    .selectFrom('audit_heads')
    .select(['seq', 'hash'])
    .where('chain', '=', chain ?? 'instance')
    .executeTakeFirst();
}

/** An event in the form that is hashed: `fields` in order, as the database's own text. */
export type ChainedEvent = Awaited<ReturnType<typeof chainedEvents>>[number];

/** Events of a chain in order, after `seq`. */
export async function chainedEvents(
  db: Executor,
  chain: AuditChain,
  { after, limit }: { after: number; limit: number },
) {
  return eventsOf(db, chain)
    .select(['id', 'seq', 'prev_hash', 'hash'])
    .select(
      sql<(string | null)[]>`json_build_array(
        org_id, seq::text, id, (extract(epoch from at) * 1000000)::bigint::text, actor_kind, actor_id, actor_name, actor_hint,
        action, target_kind, target_id, detail::text, request_id, encode(prev_hash, 'hex'))`.as('fields'),
    )
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
}
