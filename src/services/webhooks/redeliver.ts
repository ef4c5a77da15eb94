import { CodeHostProblem, type HostDelivery } from '../../base/code-host.ts';
import { getCodeHost, noteCodeHost } from '../../store/queries/code-hosts.ts';
import {
  dueMissed,
  deleteReceived,
  forgetMissed,
  noteAsked,
  noteMissed,
  storedDeliveries,
} from '../../store/queries/missed-deliveries.ts';
import type { Base } from '../base/context.ts';
import type { CodeHostApp } from '../codehosts/port.ts';
import { handlerOf } from './events/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** GitHub neither redelivers nor lists older attempts. */
const KEPT_MS = 72 * HOUR_MS;
/** A recent attempt may still be running, or be missing from the list. */
const UNDER_WAY_MS = 2 * MINUTE_MS;
/** The maximal number of redeliveries of one run; if there are more, the next run follows soon. */
const MAX_AT_ONCE = 200;

/** The number of requested redeliveries, and whether more are due. */
type Redelivered = { asked: number; more: boolean };

/**
 * Requests redelivery of deliveries that failed since the last run, and of earlier ones that are still missing: at
 * once, then after 1, 2, 4, … hours. Skips deliveries that were stored meanwhile, and events without a handler. Throws
 * `CodeHostProblem`; the next run requests the rest.
 */
export async function redeliverMissed(
  { store }: Pick<Base, 'store'>,
  app: CodeHostApp,
  now: Date,
  signal?: AbortSignal,
): Promise<Redelivered> {
  const { db } = store;
  const codehost = app.name;
  const oldest = new Date(now.getTime() - KEPT_MS);
  const heard = (await getCodeHost(db, codehost))?.heard_until ?? oldest;
  const tries = await app.listDeliveries(heard > oldest ? heard : oldest, signal);
  const until = new Date(now.getTime() - UNDER_WAY_MS);
  const failed = failedOnes(codehost, tries, until);
  const ids = failed.map(({ delivery_id }) => delivery_id);
  const stored = await storedDeliveries(db, codehost, ids);
  const missed = failed
    .filter(({ delivery_id }) => !stored.has(delivery_id))
    .map(({ delivery_id, id }) => ({ delivery_id, try_id: id }));
  await noteMissed(db, codehost, missed, now);
  await noteCodeHost(db, codehost, { heard_until: until });
  await deleteReceived(db, codehost, oldest);
  const due = await dueMissed(db, codehost, now, MAX_AT_ONCE + 1);
  let asked = 0;
  for (const one of due.slice(0, MAX_AT_ONCE)) {
    signal?.throwIfAborted();
    if (await ask(store, app, one, now)) asked += 1;
  }
  return { asked, more: due.length > MAX_AT_ONCE };
}

/** The newest attempt of each delivery without a successful one. */
function failedOnes(codehost: string, tries: readonly HostDelivery[], until: Date): HostDelivery[] {
  const went = ({ status_code: status }: HostDelivery) => status >= 200 && status < 300;
  const through = new Set(tries.filter(went).map(({ delivery_id }) => delivery_id));
  const newest = new Map<string, HostDelivery>();
  for (const one of tries) if (!newest.has(one.delivery_id)) newest.set(one.delivery_id, one);
  return [...newest.values()].filter(
    ({ delivery_id, event, action, delivered_at }) =>
      !through.has(delivery_id) && new Date(delivered_at) <= until && handlerOf(codehost, event, action) !== undefined,
  );
}

/** Requests one redelivery, unless the delivery was stored meanwhile. */
async function ask(
  { db }: Base['store'],
  app: CodeHostApp,
  { delivery_id, try_id, asks }: { delivery_id: string; try_id: string; asks: number },
  now: Date,
): Promise<boolean> {
  const { size } = await storedDeliveries(db, app.name, [delivery_id]);
  const askedFor = () => noteAsked(db, app.name, delivery_id, new Date(now.getTime() + HOUR_MS * 2 ** asks));
  if (size === 0)
    try {
      await app.redeliver(try_id);
      await askedFor();
      return true;
    } catch (error) {
      // It may be the only delivery that the code host cannot send: the next run starts with the others.
      if (error instanceof CodeHostProblem && error.code === 'unavailable') await askedFor();
      // It is too old by now, or no longer exists.
      const over = error instanceof CodeHostProblem && (error.code === 'gone' || error.code === 'conflict');
      if (!over) throw error;
    }
  await forgetMissed(db, app.name, delivery_id);
  return false;
}
