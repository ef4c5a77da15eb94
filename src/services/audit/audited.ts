import { createHash } from 'node:crypto';
import { newId } from '../../base/ids.ts';
import { storable, type JsonObject, type Json } from '../../base/json.ts';
import { insertAuditEvent } from '../../store/queries/audit-events.ts';
import type { Executor, Trx } from '../../store/scope.ts';
import { transact } from '../../store/transact.ts';
import type { Ctx, Principal } from '../base/context.ts';

/** The author of a change: the caller, or Plumbline itself, for instance for a webhook; `name` says for what. */
type Actor = Principal | { kind: 'system'; name: string };

/** The context of a change. A `Ctx` is one; a worker creates its own with a `system` principal. */
export type Auditor = Pick<Ctx, 'store'> & { principal: Actor; request_id: string | null };

/** An entry of the audit log. */
type AuditEvent = {
  /** Null for a change of the instance. */
  org_id: string | null;
  /** The action, `<resource>.<verb>`: `key.create`. */
  action: `${string}.${string}`;
  target: { kind: string; id: string };
  /** The changes: see `changesOf`. Never contains a secret, a key or a token. */
  detail?: JsonObject;
};

/** The result of a change with its event for the audit log; the event is null if nothing changed. */
type Audited<T> = { result: T; event: AuditEvent | null };

/** The actor as columns of a table. */
export function actorColumns(actor: Actor) {
  switch (actor.kind) {
    case 'operator':
      return { actor_kind: 'operator' } as const;
    case 'key':
      return { actor_kind: 'key', actor_id: actor.key_id, actor_name: actor.name, actor_hint: actor.hint } as const;
    case 'person':
      return { actor_kind: 'person', actor_id: actor.login, actor_name: actor.name, actor_hint: actor.hint } as const;
    case 'system':
      return { actor_kind: 'system', actor_name: actor.name } as const;
  }
}

/**
 * Writes an entry into the audit log, in the transaction of the change. Call it last: other changes of the
 * organization's log wait until the transaction ends.
 */
export async function recordChange(
  trx: Executor,
  { principal, request_id }: Pick<Auditor, 'principal' | 'request_id'>,
  event: AuditEvent,
): Promise<void> {
  await insertAuditEvent(trx, {
    id: newId('aud'),
    org_id: event.org_id,
    ...actorColumns(principal),
    action: event.action,
    target_kind: event.target.kind,
    target_id: event.target.id,
    detail: JSON.stringify(event.detail ?? {}, storable),
    request_id,
  });
}

/**
 * Makes a change and writes its audit log entry in one transaction: never one without the other. Every use case that
 * changes an organization goes through here. An error thrown by `change` undoes both. `change` is called again if the
 * database aborts the transaction, so it must have no other effects.
 */
export async function audited<T>(auditor: Auditor, change: (trx: Trx) => Promise<Audited<T>>): Promise<T> {
  return transact(auditor.store, async (trx) => {
    const { result, event } = await change(trx);
    if (event) await recordChange(trx, auditor, event);
    return result;
  });
}

/**
 * The differences between two versions for the audit log: `{region: {before: null, after: "eu-west-1"}}` for each of
 * `fields` that changed. Name only fields that every reader of the log may see.
 */
export function changesOf<Field extends string>(
  before: Readonly<Record<Field, Json>>,
  after: Readonly<Record<Field, Json>>,
  fields: readonly Field[],
): JsonObject {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return Object.fromEntries(changed.map((field) => [field, { before: before[field], after: after[field] }]));
}

/** The predecessor hash of the first event of a chain. */
export const GENESIS = '0'.repeat(64);

/**
 * SHA-256 over the fields of an audit event, each as `<bytes>:<text>` or `-` for null, so that two different lists
 * never yield the same text. The database computes it when an event is written (`audit_event_hash`). It is recomputed
 * here because whoever can change rows of a database can also change its functions.
 */
export function hashOfEvent(fields: readonly (string | null)[]): string {
  const text = fields.map((field) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`)).join(',');
  return createHash('sha256').update(text).digest('hex');
}
