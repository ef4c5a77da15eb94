import { randomUUID } from 'node:crypto';
import {
  releasePublicationLease,
  renewPublicationLease,
  takePublicationLease,
  type LeaseTarget,
} from '../../store/queries/publications.ts';
import type { Tenant } from '../../store/scope.ts';

/** The longest time that a killed process blocks others. */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;

/** Another process holds the lease now: this one was suspended, or could not reach the database. */
class LeaseLost extends Error {}

/** Call it before a write that must not happen twice. Throws `LeaseLost` if another process has taken the lease. */
export type AssertHeld = () => Promise<void>;

/**
 * Runs `work` while holding the lease on a pull request or issue. Returns false if another process holds it: then
 * `work` did not start, or stopped when its lease was lost. No transaction is open meanwhile, since the code host may
 * be slow.
 */
export async function withLease(
  tenant: Tenant,
  target: LeaseTarget,
  work: (assertHeld: AssertHeld) => Promise<void>,
): Promise<boolean> {
  const holder = randomUUID();
  if (!(await takePublicationLease(tenant, target, holder, LEASE_SECONDS))) return false;
  // A lost lease is not taken again, since data that was read before may be outdated.
  const renew = () => renewPublicationLease(tenant, target, holder, LEASE_SECONDS);
  const renewal = setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref();
  try {
    await work(async () => {
      if (!(await renew())) throw new LeaseLost();
    });
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  } finally {
    clearInterval(renewal);
    await releasePublicationLease(tenant, target, holder);
  }
}
