import { auditHead, chainedEvents, type AuditChain, type ChainedEvent } from '../../store/queries/audit-events.ts';
import type { Executor } from '../../store/scope.ts';
import { requireOperator, requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { GENESIS, hashOfEvent } from './audited.ts';

/** The number of events in memory at once. */
const PAGE = 500;

/** One event, by its number and its hash as 64 hexadecimal digits. */
export type AuditHeadName = { seq: number; hash: string };

/** The first difference between a log and its chain. */
type AuditProblem = {
  /**
   * `changed`: the content differs; `missing`: the event is gone; `unknown`: Plumbline did not write it; `rewritten`:
   * the chain is intact, but this is not the event expected under this number.
   */
  kind: 'changed' | 'missing' | 'unknown' | 'rewritten';
  seq: number;
  detail: string;
};

export type AuditVerification = {
  intact: boolean;
  /** The number of intact events, counted from the first. */
  events: number;
  /** The newest event; null if there is none. Keep it elsewhere, and pass it as `expected` next time. */
  head: AuditHeadName | null;
  problem: AuditProblem | null;
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Checks the event that follows the `seq`th, whose hash is `hash`. */
function problemOf(event: ChainedEvent, { seq, hash }: AuditHeadName): AuditProblem | undefined {
  const next = seq + 1;
  if (event.seq !== next) {
    const last = event.seq - 1;
    const which = last === next ? `Event ${next} is` : `Events ${next} to ${last} are`;
    return { kind: 'missing', seq: next, detail: `${which} missing.` };
  }
  if (hex(event.prev_hash) !== hash)
    return { kind: 'changed', seq: next, detail: `Event ${next} (${event.id}) does not follow event ${seq}.` };
  if (hashOfEvent(event.fields) !== hex(event.hash))
    return { kind: 'changed', seq: next, detail: `Event ${next} (${event.id}) was changed after it was written.` };
  return undefined;
}

/** Checks the end of the log against the newest event that is stored beside it. */
function problemAtEnd(at: AuditHeadName, head: AuditHeadName | undefined): AuditProblem | undefined {
  if (at.seq === 0 && !head) return undefined;
  if (!head || at.seq > head.seq) {
    const seq = (head?.seq ?? 0) + 1;
    return { kind: 'unknown', seq, detail: `Event ${seq} and what follows are beyond the noted end of the log.` };
  }
  if (at.seq < head.seq) {
    const seq = at.seq + 1;
    return { kind: 'missing', seq, detail: `The log ends before event ${seq}; it had ${head.seq} events.` };
  }
  if (at.hash === head.hash) return undefined;
  return { kind: 'rewritten', seq: at.seq, detail: `Event ${at.seq} is not the one that was noted as the newest.` };
}

const rewritten = (seq: number): AuditProblem => ({
  kind: 'rewritten',
  seq,
  detail: `Event ${seq} is there, but is not the one that is expected: the log was written anew up to it, or before.`,
});

/** Reads a whole log and recomputes its chain. */
export async function verifyChain(
  db: Executor,
  chain: AuditChain,
  expected?: AuditHeadName,
): Promise<AuditVerification> {
  let at: AuditHeadName = { seq: 0, hash: GENESIS };
  const answer = (problem: AuditProblem | undefined): AuditVerification => ({
    intact: problem === undefined,
    events: at.seq,
    head: at.seq === 0 ? null : at,
    problem: problem ?? null,
  });
  for (let page: ChainedEvent[] | undefined; page === undefined || page.length > 0;) {
    // Read before the events: events that are written meanwhile come after it.
    const noted = await auditHead(db, chain);
    page = await chainedEvents(db, chain, { after: at.seq, limit: PAGE });
    for (const event of page) {
      const problem = problemOf(event, at);
      if (problem) return answer(problem);
      at = { seq: event.seq, hash: hex(event.hash) };
      if (at.seq === expected?.seq && at.hash !== expected.hash) return answer(rewritten(at.seq));
    }
    if (page.length > 0) continue;
    const problem = problemAtEnd(at, noted && { seq: noted.seq, hash: hex(noted.hash) });
    if (problem) return answer(problem);
  }
  if (expected && expected.seq > at.seq)
    return answer({
      kind: 'missing',
      seq: at.seq + 1,
      detail: `The log ends before event ${at.seq + 1}; it had at least ${expected.seq} events.`,
    });
  return answer(undefined);
}

/**
 * Verifies that no event of an organization's audit log was changed, removed or reordered. With `expected`, a head that
 * was kept elsewhere, it also detects a log that was rewritten as a whole by somebody with write access to the
 * database.
 */
export async function verifyAudit(
  ctx: Ctx,
  input: { org_id: string; expected?: AuditHeadName },
): Promise<AuditVerification> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  return verifyChain(ctx.store.db, id, input.expected);
}

/** Verifies the audit log of the instance, for its operator. */
export async function verifyInstanceAudit(
  ctx: Ctx,
  input: { expected?: AuditHeadName } = {},
): Promise<AuditVerification> {
  requireOperator(ctx);
  return verifyChain(ctx.store.db, null, input.expected);
}
