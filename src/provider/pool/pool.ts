import type { ProviderProcess } from '../process/process.ts';
import { createAlarm } from './alarm.ts';
import { createFairQueue } from '../../base/fair-queue.ts';
import type { Claim, Entry, Line, Pool, PoolOptions, Seat, Setup } from './types.ts';

/** Whoever has had work may have more in a moment: configuring, then reading. */
const GRACE_MS = 50;

export function createPool<B extends object>(options: PoolOptions<B>): Pool<B> {
  const { open, refusal, processes, concurrency, idleMs, quantumMs } = options;
  const lines = new Map<string, Line<B>>();
  const seats = new Set<Seat<B>>();
  const ending = new Set<Promise<void>>();
  let closed = false;

  const alarm = createAlarm(() => dispatch());

  const waits = (line: Line<B>): boolean => line.shared.size + line.alone.length > 0;

  /** Nobody ends the process of a seat for having nothing to do any more. */
  const keep = (seat: Seat<B>): void => {
    clearTimeout(seat.idle);
    delete seat.idle;
  };

  const begin = (seat: Seat<B>, entry: Entry): void => {
    keep(seat);
    seat.active += 1;
    seat.exclusive = entry.alone ?? false;
    entry.begin(seat.process);
  };

  const fits = ({ pace }: Entry): boolean => {
    if (pace === undefined || pace.limiter.take(pace.type)) return true;
    const ms = pace.limiter.waitMs(pace.type);
    if (ms !== undefined) alarm.at(performance.now() + ms);
    return false;
  };

  /** Begins what may begin in a seat. */
  const admit = (seat: Seat<B>): void => {
    const { line } = seat;
    if (line === undefined || seat.leaving || seat.busy || seat.exclusive) return;
    if (line.alone.length > 0) {
      if (seat.active === 0) begin(seat, line.alone.shift()!);
      return;
    }
    while (seat.active < concurrency) {
      const entry = line.shared.take(fits);
      if (entry === undefined) return;
      begin(seat, entry);
    }
  };

  const leave = (seat: Seat<B>): void => {
    if (seat.line !== undefined) {
      seat.line.seat = undefined;
      // Behind those that wait already.
      lines.delete(seat.line.setup.key);
      if (waits(seat.line)) lines.set(seat.line.setup.key, seat.line);
    }
    seat.line = undefined;
    seat.leaving = false;
  };

  const whileBusy = (seat: Seat<B>, work: Promise<void>, then: () => void): void => {
    seat.busy = true;
    const whole = work.then(() => {
      seat.busy = false;
      then();
      ending.delete(whole);
      dispatch();
    });
    ending.add(whole);
  };

  /** What happens when nothing runs in a seat. */
  const settle = (seat: Seat<B>): void => {
    if (seat.active > 0 || seat.busy) return;
    if (seat.retiring) {
      seat.retiring = false;
      whileBusy(seat, seat.process.stop(), () => undefined);
    }
    if (seat.leaving || isDone(seat)) leave(seat);
    if (seat.line === undefined || !waits(seat.line)) seat.idle ??= setTimeout(() => vacate(seat), idleMs).unref();
  };

  /** Has a line nothing more for its seat, while others wait for one? It may well have in a moment. */
  const isDone = ({ line, rested }: Seat<B>): boolean => {
    if (line === undefined || waits(line) || !wanted()) return false;
    const due = rested + GRACE_MS;
    if (performance.now() >= due) return true;
    alarm.at(due);
    return false;
  };

  /** Ends the process of a seat that is not used, and gives the seat up. */
  const vacate = (seat: Seat<B>): void => {
    if (seat.active > 0 || seat.busy || (seat.line !== undefined && waits(seat.line))) return;
    keep(seat);
    leave(seat);
    whileBusy(seat, seat.process.close(), () => void seats.delete(seat));
  };

  /** Does anybody wait for a seat? */
  const wanted = (): boolean => lines.values().some((line) => line.seat === undefined && waits(line));

  const sit = (line: Line<B>, seat: Seat<B>): void => {
    seat.line = line;
    seat.since = performance.now();
    line.seat = seat;
  };

  /** A seat for a line that waits, if one can be had now. */
  const findSeat = ({ setup }: Line<B>): Seat<B> | undefined => {
    const free = [...seats].filter((seat) => seat.line === undefined && !seat.busy && seat.active === 0);
    const same = free.find((seat) => seat.binary === setup.binary);
    if (same !== undefined) return same;
    if (seats.size < processes) {
      const { binary } = setup;
      const blank = { line: undefined, since: 0, rested: 0, active: 0, exclusive: false, leaving: false };
      const seat: Seat<B> = { ...blank, binary, process: open(binary), retiring: false, busy: false };
      seats.add(seat);
      return seat;
    }
    // Another binary's process has to end first; then this is asked again.
    if (free[0] !== undefined) vacate(free[0]);
    else askToLeave();
    return undefined;
  };

  /** Somebody has to go: the one who has sat the longest, when its time is up. */
  const askToLeave = (): void => {
    if ([...seats].some((seat) => seat.leaving || seat.busy)) return;
    const [longest] = [...seats].sort((a, b) => a.since - b.since);
    if (longest === undefined) return;
    const due = longest.since + quantumMs;
    if (performance.now() >= due) longest.leaving = true;
    else alarm.at(due);
  };

  const dispatch = (): void => {
    if (closed) return;
    for (const seat of seats) {
      admit(seat);
      settle(seat);
    }
    for (const line of lines.values()) {
      if (line.seat !== undefined || !waits(line)) continue;
      const seat = findSeat(line);
      if (seat === undefined) continue;
      sit(line, seat);
      admit(seat);
    }
  };

  const lineOf = (setup: Setup<B>): Line<B> => {
    const had = lines.get(setup.key);
    if (had !== undefined) return had;
    const made: Line<B> = { setup, shared: createFairQueue(), alone: [], seat: undefined };
    lines.set(setup.key, made);
    return made;
  };

  const enter = ({ setup, ...claim }: Claim<B>): Promise<ProviderProcess> =>
    new Promise((begun, refuse) => {
      const { signal } = claim;
      if (signal?.aborted) return refuse(signal.reason as Error);
      if (closed) return refuse(refusal(setup.binary));
      const line = lineOf(setup);
      const leaveLine = (): void => {
        if (claim.alone) line.alone.splice(line.alone.indexOf(entry), 1);
        else line.shared.remove(claim.by, entry);
        if (line.seat === undefined && !waits(line)) lines.delete(setup.key);
        refuse(signal?.reason as Error);
        dispatch();
      };
      const entry: Entry = {
        ...claim,
        begin: (process) => {
          signal?.removeEventListener('abort', leaveLine);
          begun(process);
        },
        refuse: (why) => {
          signal?.removeEventListener('abort', leaveLine);
          refuse(why);
        },
      };
      signal?.addEventListener('abort', leaveLine, { once: true });
      if (claim.alone) line.alone.push(entry);
      else line.shared.push(claim.by, entry);
      dispatch();
    });

  const end = (process: ProviderProcess): void => {
    const seat = [...seats].find((one) => one.process === process);
    if (seat === undefined) return;
    seat.active -= 1;
    seat.exclusive = false;
    seat.rested = performance.now();
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
      for (const seat of seats) {
        if (seat.process !== process || seat.retiring) continue;
        seat.retiring = true;
        seat.leaving = true;
        dispatch();
      }
    },
    close: async () => {
      closed = true;
      alarm.off();
      for (const { idle } of seats) clearTimeout(idle);
      for (const { setup, shared, alone } of lines.values())
        for (const entry of [...shared.items(), ...alone]) entry.refuse(refusal(setup.binary));
      lines.clear();
      await Promise.all([...[...seats].map(({ process }) => process.close()), ...ending]);
    },
  };
}
