import { readdirSync, readFileSync } from 'node:fs';

/** The usage of one process group. */
export type Usage = { bytes: number; processes: number };

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Gone since it was listed.
    return '';
  }
}

/** Process ids; none where there is no /proc. */
function processIds(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The current usage of these process groups; empty without /proc. Processes among `others` are left out, and those that are in none of them are added to it. */
function usageOf(groups: ReadonlySet<number>, others: Set<string>): Map<number, Usage> {
  const usage = new Map<number, Usage>();
  for (const id of processIds()) {
    if (others.has(id)) continue;
    const stat = readText(`/proc/${id}/stat`);
    // The name stands in brackets and may hold anything; the process group is the third field behind it.
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

/** Kills every process of this user whose environment holds `entry` ("NAME=value"), wherever it has got to. Linux only. */
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

/** To read of all processes, each time, which group they are in is a tenth of a second on a busy machine. A number may come to be another's. */
const LOOKS = 10;

/** Measures process groups at an interval, while there are any. */
export function createGroupWatch(everyMs: number) {
  const watched = new Map<number, (usage: Usage) => void>();
  const others = new Set<string>();
  let looks = 0;
  let timer: NodeJS.Timeout | undefined;
  const measure = (): void => {
    if (looks++ % LOOKS === 0) others.clear();
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
