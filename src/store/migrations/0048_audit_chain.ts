import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Makes the audit log of each organization, and that of the instance, a hash chain: an event has its number and a hash over
 * itself and the hash of the event before. The database chains what is inserted, in the transaction of the event; the head
 * of a chain is locked last, after the organization's row, so that writers wait for each other in one order.
 */
export const auditChain: Migration = async (db) => {
  await sql`
    create table audit_heads (
      chain text collate "C" primary key,
      org_id text collate "C" references organizations on delete cascade,
      seq bigint not null,
      hash bytea not null
    )`.execute(db);
  await sql`create index audit_heads_org on audit_heads (org_id)`.execute(db);
  await sql`
    alter table audit_events
      alter column org_id drop not null,
      add column seq bigint,
      add column prev_hash bytea,
      add column hash bytea`.execute(db);
  // services/audit/hash.ts computes the same for verification.
  await sql`
    create function audit_event_hash(e audit_events) returns bytea language sql stable as $$
      select sha256(convert_to(
        string_agg(case when value is null then '-' else octet_length(value) || ':' || value end, ',' order by place), 'UTF8'))
      from unnest(array[
        e.org_id, e.seq::text, e.id, (extract(epoch from e.at) * 1000000)::bigint::text, e.actor_kind, e.actor_id,
        e.actor_name, e.actor_hint, e.action, e.target_kind, e.target_id, e.detail::text, e.request_id,
        encode(e.prev_hash, 'hex')]::text[]) with ordinality as field(value, place)
    $$`.execute(db);
  await sql`
    create function chain_audit_event() returns trigger language plpgsql as $$
    declare
      name text := coalesce(new.org_id, 'instance');
    begin
      -- An import brings events that are chained.
      if new.hash is not null then
        return new;
      end if;
      perform from organizations where id = new.org_id for key share;
      insert into audit_heads (chain, org_id, seq, hash)
        values (name, new.org_id, 0, decode(repeat('00', 32), 'hex')) on conflict (chain) do nothing;
      select seq + 1, hash into new.seq, new.prev_hash from audit_heads where chain = name for update;
      new.hash := audit_event_hash(new);
      update audit_heads set seq = new.seq, hash = new.hash where chain = name;
      return new;
    end
    $$`.execute(db);
  await sql`
    do $$
    declare
      event audit_events;
    begin
      for event in select * from audit_events order by org_id, id loop
        insert into audit_heads (chain, org_id, seq, hash)
          values (event.org_id, event.org_id, 0, decode(repeat('00', 32), 'hex')) on conflict (chain) do nothing;
        select seq + 1, hash into event.seq, event.prev_hash from audit_heads where chain = event.org_id;
        event.hash := audit_event_hash(event);
        update audit_events set seq = event.seq, prev_hash = event.prev_hash, hash = event.hash where id = event.id;
        update audit_heads set seq = event.seq, hash = event.hash where chain = event.org_id;
      end loop;
    end
    $$`.execute(db);
  await sql`
    alter table audit_events
      alter column seq set not null,
      alter column prev_hash set not null,
      alter column hash set not null`.execute(db);
  await sql`create unique index audit_events_seq on audit_events (org_id, seq)`.execute(db);
  await sql`create unique index audit_events_instance_seq on audit_events (seq) where org_id is null`.execute(db);
  await sql`create index audit_events_instance_list on audit_events (id desc) where org_id is null`.execute(db);
  await sql`
    create trigger chain before insert on audit_events
      for each row execute function chain_audit_event()`.execute(db);
};
