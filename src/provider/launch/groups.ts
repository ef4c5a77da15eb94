import { readdirSync, readFileSync } from 'node:fs';

/** The usage of one process group. */
export type Usage = { bytes: number; processes: number };

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // The process has ended since the listing.
    return '';
  }
}

/** All process ids; none without /proc. */
function processIds(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The usage of process groups; empty without /proc. Skips processes in `others`, and adds outsiders to it. */
function usageOf(groups: ReadonlySet<number>, others: Set<string>): Map<number, Usage> {
  const usage = new Map<number, Usage>();
  for (const id of processIds()) {
    if (others.has(id)) continue;
    const stat = readText(`/proc/${id}/stat`);
    // The name stands in brackets and may contain anything; the process group is the third field after it.
    const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
    if (!groups.has(group)) {
      others.add(id);
      continue;
    }
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(readText(`/proc/${id}/status`))?.[1] ?? 0);
    const { bytes, processes } = usage.get(group) ?? { bytes: 0, processes: 0 };
    usage.set(group, { bytes: bytes + kilobytes * 1024, processes: processes + 1 });
  }
  return usage;
}

/** Kills every process of this user with `entry` ("NAME=value") in its environment, in any group. Linux only. */
export function killByEnvironment(entry: string): void {
  for (const id of processIds()) {
    if (Number(id) === process.pid || !readText(`/proc/${id}/environ`).split('\0').includes(entry)) continue;
    try {
      process.kill(Number(id), 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}

export type GroupWatch = ReturnType<typeof createGroupWatch>;

/** Measurements between full readings: reading all processes takes 0.1 s on a busy machine, but ids are reused. */
const MEASUREMENTS = 10;

/** Measures process groups at an interval while any are watched. */
export function createGroupWatch(everyMs: number) {
  const watched = new Map<number, (usage: Usage) => void>();
  const others = new Set<string>();
  let measured = 0;
  let timer: NodeJS.Timeout | undefined;
  const measure = (): void => {
    if (measured++ % MEASUREMENTS === 0) others.clear();
    for (const [group, usage] of usageOf(new Set(watched.keys()), others)) watched.get(group)?.(usage);
  };
  return {
    /** Reports the usage of a group about every `everyMs`, until the returned function is called. */
    add: (group: number, report: (usage: Usage) => void): (() => void) => {
      watched.set(group, report);
      others.clear();
      timer ??= setInterval(measure, everyMs).unref();
      return () => {
        if (watched.get(group) === report) watched.delete(group);
        if (watched.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
