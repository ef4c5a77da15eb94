import { getOrInsert } from '../../base/get-or-insert.ts';
import type { ProviderProcess } from '../process/process.ts';
import { createAlarm } from './alarm.ts';
import { createFairQueue } from '../../base/fair-queue.ts';
import type { Claim, Entry, SetupQueue, Pool, PoolOptions, Slot, Setup } from './types.ts';

/** A caller often has more work a moment later: it configures, then reads. */
const GRACE_MS = 50;

export function createPool<B extends object>(options: PoolOptions<B>): Pool<B> {
  const { open, refusal, processes, concurrency, idleMs, quantumMs } = options;
  const queues = new Map<string, SetupQueue<B>>();
  const slots = new Set<Slot<B>>();
  const ending = new Set<Promise<void>>();
  let closed = false;

  const alarm = createAlarm(() => dispatch());

  const waits = (queue: SetupQueue<B>): boolean => queue.shared.size + queue.alone.length > 0;

  /** Cancels the idle timer of a slot. */
  const keep = (slot: Slot<B>): void => {
    clearTimeout(slot.idle);
    delete slot.idle;
  };

  const begin = (slot: Slot<B>, entry: Entry): void => {
    keep(slot);
    slot.active += 1;
    slot.exclusive = entry.alone ?? false;
    entry.begin(slot.process);
  };

  const fits = ({ pace }: Entry): boolean => {
    if (pace === undefined || pace.limiter.take(pace.type)) return true;
    const ms = pace.limiter.waitMs(pace.type);
    if (ms !== undefined) alarm.at(performance.now() + ms);
    return false;
  };

  /** Starts all work that may start in a slot. */
  const admit = (slot: Slot<B>): void => {
    const { queue } = slot;
    if (queue === undefined || slot.leaving || slot.busy || slot.exclusive) return;
    if (queue.alone.length > 0) {
      if (slot.active === 0) begin(slot, queue.alone.shift()!);
      return;
    }
    while (slot.active < concurrency) {
      const entry = queue.shared.take(fits);
      if (entry === undefined) return;
      begin(slot, entry);
    }
  };

  const leave = (slot: Slot<B>): void => {
    if (slot.queue !== undefined) {
      slot.queue.slot = undefined;
      // Moves the queue behind queues that already wait.
      queues.delete(slot.queue.setup.key);
      if (waits(slot.queue)) queues.set(slot.queue.setup.key, slot.queue);
    }
    slot.queue = undefined;
    slot.leaving = false;
  };

  const whileBusy = (slot: Slot<B>, work: Promise<void>, then: () => void): void => {
    slot.busy = true;
    const whole = work.then(() => {
      slot.busy = false;
      then();
      ending.delete(whole);
      dispatch();
    });
    ending.add(whole);
  };

  /** Restarts, frees or idles a slot without running work. */
  const settle = (slot: Slot<B>): void => {
    if (slot.active > 0 || slot.busy) return;
    if (slot.retiring) {
      slot.retiring = false;
      whileBusy(slot, slot.process.stop(), () => undefined);
    }
    if (slot.leaving || isDone(slot)) leave(slot);
    if (slot.queue === undefined || !waits(slot.queue)) slot.idle ??= setTimeout(() => vacate(slot), idleMs).unref();
  };

  /** True where a slot's queue has no more work while others wait for a slot, after a short grace. */
  const isDone = ({ queue, rested }: Slot<B>): boolean => {
    if (queue === undefined || waits(queue) || !wanted()) return false;
    const due = rested + GRACE_MS;
    if (performance.now() >= due) return true;
    alarm.at(due);
    return false;
  };

  /** Ends the process of an unused slot, and removes the slot. */
  const vacate = (slot: Slot<B>): void => {
    if (slot.active > 0 || slot.busy || (slot.queue !== undefined && waits(slot.queue))) return;
    keep(slot);
    leave(slot);
    whileBusy(slot, slot.process.close(), () => void slots.delete(slot));
  };

  const wanted = (): boolean => queues.values().some((queue) => queue.slot === undefined && waits(queue));

  const assign = (queue: SetupQueue<B>, slot: Slot<B>): void => {
    slot.queue = queue;
    slot.since = performance.now();
    queue.slot = slot;
  };

  /** Finds a slot for a waiting queue. */
  const findSlot = ({ setup }: SetupQueue<B>): Slot<B> | undefined => {
    const free = [...slots].filter((slot) => slot.queue === undefined && !slot.busy && slot.active === 0);
    const same = free.find((slot) => slot.binary === setup.binary);
    if (same !== undefined) return same;
    if (slots.size < processes) {
      const { binary } = setup;
      const blank = { queue: undefined, since: 0, rested: 0, active: 0, exclusive: false, leaving: false };
      const slot: Slot<B> = { ...blank, binary, process: open(binary), retiring: false, busy: false };
      slots.add(slot);
      return slot;
    }
    // Another binary's process has to end first; its end dispatches again.
    if (free[0] !== undefined) vacate(free[0]);
    else requestSlot();
    return undefined;
  };

  /** Frees the slot that has been assigned for the longest time, once its quantum is over. */
  const requestSlot = (): void => {
    if ([...slots].some((slot) => slot.leaving || slot.busy)) return;
    const [longest] = [...slots].sort((a, b) => a.since - b.since);
    if (longest === undefined) return;
    const due = longest.since + quantumMs;
    if (performance.now() >= due) longest.leaving = true;
    else alarm.at(due);
  };

  const dispatch = (): void => {
    if (closed) return;
    for (const slot of slots) {
      admit(slot);
      settle(slot);
    }
    for (const queue of queues.values()) {
      if (queue.slot !== undefined || !waits(queue)) continue;
      const slot = findSlot(queue);
      if (slot === undefined) continue;
      assign(queue, slot);
      admit(slot);
    }
  };

  const newQueue = (setup: Setup<B>): SetupQueue<B> => ({
    setup,
    shared: createFairQueue(),
    alone: [],
    slot: undefined,
  });

  const enter = ({ setup, ...claim }: Claim<B>): Promise<ProviderProcess> =>
    new Promise((begun, refuse) => {
      const { signal } = claim;
      if (signal?.aborted) return refuse(signal.reason as Error);
      if (closed) return refuse(refusal(setup.binary));
      const queue = getOrInsert(queues, setup.key, () => newQueue(setup));
      const leaveQueue = (): void => {
        if (claim.alone) queue.alone.splice(queue.alone.indexOf(entry), 1);
        else queue.shared.remove(claim.by, entry);
        if (queue.slot === undefined && !waits(queue)) queues.delete(setup.key);
        refuse(signal?.reason as Error);
        dispatch();
      };
      const entry: Entry = {
        ...claim,
        begin: (process) => {
          signal?.removeEventListener('abort', leaveQueue);
          begun(process);
        },
        refuse: (why) => {
          signal?.removeEventListener('abort', leaveQueue);
          refuse(why);
        },
      };
      signal?.addEventListener('abort', leaveQueue, { once: true });
      if (claim.alone) queue.alone.push(entry);
      else queue.shared.push(claim.by, entry);
      dispatch();
    });

  const end = (process: ProviderProcess): void => {
    const slot = [...slots].find((one) => one.process === process);
    if (slot === undefined) return;
    slot.active -= 1;
    slot.exclusive = false;
    slot.rested = performance.now();
  };

  return {
    run: async (claim, work) => {
      const process = await enter(claim);
      try {
        return await work(process);
      } finally {
        end(process);
        dispatch();
      }
    },
    retire: (process) => {
      for (const slot of slots) {
        if (slot.process !== process || slot.retiring) continue;
        slot.retiring = true;
        slot.leaving = true;
        dispatch();
      }
    },
    close: async () => {
      closed = true;
      alarm.off();
      for (const { idle } of slots) clearTimeout(idle);
      for (const { setup, shared, alone } of queues.values())
        for (const entry of [...shared.items(), ...alone]) entry.refuse(refusal(setup.binary));
      queues.clear();
      await Promise.all([...[...slots].map(({ process }) => process.close()), ...ending]);
    },
  };
}
