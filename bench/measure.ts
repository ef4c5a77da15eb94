import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/**
 * One run of a command. `peakBytes` is the peak memory of the whole process tree; undefined without /proc. `cpuMs` is
 * the processor time by kind of process (empty without /proc), from the last sample: up to a tenth of a second of each
 * process may be missing.
 */
export type Run = {
  wallMs: number;
  peakBytes: number | undefined;
  cpuMs: ReadonlyMap<ProcessKind, number>;
  stdout: string;
};

/** The started process itself, the providers, and all others: the guards of the sandbox. */
export type ProcessKind = 'main' | 'provider' | 'other';

const SAMPLE_MS = 100;

/** USER_HZ, the unit of processor time in /proc: the same on all platforms that Node supports. */
const TICKS_PER_SECOND = 100;

/**
 * The children of a process, from the lists of its threads. Scanning all processes of the machine ten times a second
 * would take a fifth of a processor from the measured program.
 */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    // The process has ended, or this system has no such file.
    return [];
  }
}

/** The memory of a process as its proportional set size, which counts shared pages only once in a sum. */
export async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}

/** The ids of a process and all its descendants. */
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
        // A process that ends has no command any more. A guard of the sandbox turns into the provider by exec.
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

/** Samples the memory and processor time of a process tree until the process has ended. */
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

/** Samples the memory of a process and its children until `stop`, which returns the peak in bytes, 0 without /proc. */
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
 * Runs a command to its end and measures it. Throws an error with the end of its output if its exit code is not in
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

/** The processor time of a process so far in milliseconds; undefined without /proc. */
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
