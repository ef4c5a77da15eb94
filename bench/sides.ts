import type { Moto } from '../testkit/moto.ts';
import type { LatencyProxy } from './latency-proxy.ts';
import { cpuMs, measure, median, type ProcessKind, type Run } from './measure.ts';
import type { Figure } from './report.ts';

/** One run of a side, with its cloud calls. */
export type Measured = Run & { requests: number; emulatorMs: number | undefined };

export const seconds = (ms: number): number => ms / 1000;

/** Runs a command to its end with an emulator behind a proxy, and measures its cost and the emulator's. */
export async function measureSide(
  command: [string, string[]],
  where: { cwd?: string; env: Record<string, string>; accepted?: number[] },
  moto: Moto,
  proxy: LatencyProxy,
): Promise<Measured> {
  proxy.takeCount();
  const before = await cpuMs(moto.pid);
  const run = await measure(command, { ...where, env: { ...where.env, AWS_ENDPOINT_URL: proxy.url } });
  const after = await cpuMs(moto.pid);
  const emulatorMs = before === undefined || after === undefined ? undefined : after - before;
  return { ...run, requests: proxy.takeCount(), emulatorMs };
}

const sum = (values: Iterable<number>): number => [...values].reduce((one, other) => one + other, 0);

/** The total processor time of a side's processes. */
export const processorMs = ({ cpuMs: times }: Run): number => sum(times.values());

/** The figures of all runs of a side. */
export function figuresOf(side: string, runs: readonly Measured[]): Figure[] {
  const of = (name: string, unit: string, pick: (run: Measured) => number | undefined): Figure[] => {
    const values = runs.map(pick).filter((value) => value !== undefined);
    return values.length === 0 ? [] : [{ name: `${side}: ${name}`, value: median(values), unit, runs: values }];
  };
  const spent = (kind: ProcessKind) => (run: Run) => {
    const ms = run.cpuMs.get(kind);
    return ms === undefined ? undefined : seconds(ms);
  };
  const own = side === 'terraform' ? 'terraform' : 'Node';
  return [
    ...of('wall time', 's', (run) => seconds(run.wallMs)),
    ...of(`processor time of ${own}`, 's', spent('main')),
    ...of('processor time of the provider', 's', spent('provider')),
    ...of('processor time of the sandbox', 's', spent('other')),
    ...of('requests to the cloud', '', (run) => run.requests),
    ...of('processor time of the emulator', 's', ({ emulatorMs }) => emulatorMs && seconds(emulatorMs)),
    ...of('peak memory of the process tree', 'MB', ({ peakBytes }) => peakBytes && peakBytes / 1e6),
  ];
}
