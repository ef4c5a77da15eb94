import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** One run of a command. `peakBytes` is that of the whole process tree; undefined where /proc is not to be had. */
export type Run = { wallMs: number; peakBytes: number | undefined; stdout: string };

const SAMPLE_MS = 100;

/** The children of every process, or undefined where there is no /proc. */
async function childrenByParent(): Promise<Map<number, number[]> | undefined> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  if (pids.length === 0) return undefined;
  const children = new Map<number, number[]>();
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name stands in brackets and may hold anything; the parent is the second field behind it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (stat) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  return children;
}

/** Proportional set size, so that pages which processes share are counted once. */
export async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}

async function treeMemory(root: number): Promise<number | undefined> {
  const children = await childrenByParent();
  if (!children) return undefined;
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  const sizes = await Promise.all(tree.map(memoryOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Looks at a process tree's memory again and again until the process has ended. */
async function watchMemory(child: ChildProcess): Promise<number | undefined> {
  let peak: number | undefined;
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const now = await treeMemory(child.pid);
    if (now !== undefined && now > 0) peak = Math.max(peak ?? 0, now);
    await new Promise((done) => setTimeout(done, SAMPLE_MS));
  }
  return peak;
}

/** Watches the memory of a process and its children until it is told to stop; answers the peak in bytes, 0 without /proc. */
export function watchTree(root: ChildProcess): { stop(): Promise<number> } {
  const stopped = new AbortController();
  let peak = 0;
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      peak = Math.max(peak, (await treeMemory(root.pid ?? 0)) ?? 0);
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
  const memory = watchMemory(child);
  const code = await ended;
  const wallMs = performance.now() - started;
  if (code === null || !accepted.includes(code))
    throw new Error(`${command} ended with ${code}: ${(stderr || stdout).slice(-2_000)}`);
  return { wallMs, peakBytes: await memory, stdout };
}

/** The processor time that a process has used so far, or undefined where there is no /proc. */
export async function cpuMs(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const { stdout } = await promisify(execFile)('getconf', ['CLK_TCK']);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / Number(stdout);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
