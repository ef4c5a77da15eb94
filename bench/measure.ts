import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/**
 * One run of a command. `peakBytes` is that of the whole process tree; undefined where /proc is not to be had. `cpuMs` has the
 * processor time by the kind of process (none without /proc), as it was seen last: a tenth of a second of each may be missing.
 */
export type Run = {
  wallMs: number;
  peakBytes: number | undefined;
  cpuMs: ReadonlyMap<ProcessKind, number>;
  stdout: string;
};

/** The process that was started itself, the providers, and what else there is: the guards of the sandbox. */
export type ProcessKind = 'main' | 'provider' | 'other';

const SAMPLE_MS = 100;

/** USER_HZ, by which Linux counts for programs: the same on all that Node runs on. */
const TICKS_PER_SECOND = 100;

/**
 * The children of a process, as each of its threads has them. To look through all processes of the machine for them, ten times
 * a second, takes a fifth of a processor from what is measured.
 */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    // It has ended, or there is no such file here.
    return [];
  }
}

/** Proportional set size, so that pages which processes share are counted once. */
export async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}

/** A process and all below it. */
export function treeOf(root: number): number[] {
  const tree = [root];
  for (const pid of tree) tree.push(...childrenOf(pid));
  return tree;
}

/** The memory of processes; undefined without /proc. */
export async function treeMemory(tree: readonly number[]): Promise<number | undefined> {
  if (!existsSync('/proc/self/smaps_rollup')) return undefined;
  const sizes = await Promise.all(tree.map(memoryOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The processor time of processes while they run, by kind. */
function processorTimes(root: number): { look(tree: readonly number[]): Promise<void>; sums(): Run['cpuMs'] } {
  const seen = new Map<number, { kind: ProcessKind; ms: number }>();
  const kindOf = async (pid: number): Promise<ProcessKind> => {
    if (pid === root) return 'main';
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.split('\0')[0]?.includes('terraform-provider') ? 'provider' : 'other';
  };
  return {
    async look(tree) {
      for (const pid of tree) {
        const [ms, kind] = [await cpuMs(pid), await kindOf(pid)];
        // One that ends has no command any more; a guard becomes the provider that it has confined.
        if (ms !== undefined) seen.set(pid, { kind: seen.get(pid)?.kind === 'provider' ? 'provider' : kind, ms });
      }
    },
    sums() {
      const sums = new Map<ProcessKind, number>();
      for (const { kind, ms } of seen.values()) sums.set(kind, (sums.get(kind) ?? 0) + ms);
      return sums;
    },
  };
}

/** Looks at a process tree's memory and processor time again and again until the process has ended. */
async function watch(child: ChildProcess): Promise<Pick<Run, 'peakBytes' | 'cpuMs'>> {
  let peak: number | undefined;
  const times = processorTimes(child.pid ?? 0);
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const tree = treeOf(child.pid);
    const now = await treeMemory(tree);
    if (now !== undefined && now > 0) peak = Math.max(peak ?? 0, now);
    await times.look(tree);
    await new Promise((done) => setTimeout(done, SAMPLE_MS));
  }
  return { peakBytes: peak, cpuMs: times.sums() };
}

/** Watches the memory of a process and its children until it is told to stop; answers the peak in bytes, 0 without /proc. */
export function watchTree(root: ChildProcess): { stop(): Promise<number> } {
  const stopped = new AbortController();
  let peak = 0;
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      peak = Math.max(peak, (await treeMemory(treeOf(root.pid ?? 0))) ?? 0);
      await new Promise((done) => setTimeout(done, SAMPLE_MS));
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await watching;
      return peak;
    },
  };
}

/**
 * Runs a command to its end and measures it. Throws with its last words when it ends with a code that is not among
 * `accepted`.
 */
export async function measure(
  [command, args]: [string, string[]],
  options: { cwd?: string; env: NodeJS.ProcessEnv; accepted?: number[] },
): Promise<Run> {
  const { accepted = [0], ...rest } = options;
  const started = performance.now();
  const child = spawn(command, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  const watching = watch(child);
  const code = await ended;
  const wallMs = performance.now() - started;
  if (code === null || !accepted.includes(code))
    throw new Error(`${command} ended with ${code}: ${(stderr || stdout).slice(-2_000)}`);
  return { wallMs, ...(await watching), stdout };
}

/** The processor time that a process has used so far, or undefined where there is no /proc. */
export async function cpuMs(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
