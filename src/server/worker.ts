/** The program of a worker process; `workers/worker-process.ts` starts and controls it. */
import { Socket } from 'node:net';
import { runAnalysis } from '../services/analyses/run.ts';
import { tryOutProvider } from '../services/provider-settings/try-out.ts';
import { composeWorker } from './compose-worker.ts';
import { CHANNELS, failureOf, type FromWorker, type Report, type ToWorker } from './workers/protocol.ts';

/** Each API call is a report: sending reports one by one would cost both processes more than the calls. */
const EVERY_MS = 100;

type Begin = Extract<ToWorker, { type: 'begin' }>;
type Order = Extract<ToWorker, { type: 'run' | 'try' }>;

const post = (message: FromWorker): void => void process.send?.(message);
const reporter = createReporter((reports) => post({ type: 'reports', reports }));
let worker: ReturnType<typeof composeWorker> | undefined;
let running: AbortController | undefined;

/** Sends reports in groups and in order; `flush` sends all waiting reports at once. */
function createReporter(send: (reports: Report[]) => void) {
  let waiting: Report[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const reports = waiting;
    waiting = [];
    if (reports.length > 0) send(reports);
  };
  return {
    flush,
    add(report: Report): void {
      waiting.push(report);
      timer ??= setTimeout(flush, EVERY_MS);
    },
  };
}

/** Hides the environment from the user's other processes, as the server does. */
async function hideOwnEnvironment(): Promise<void> {
  const file = new URL('../../bin/hide-environment.mjs', import.meta.url).href;
  const { hideEnvironment } = (await import(file)) as { hideEnvironment: () => Promise<void> };
  await hideEnvironment();
}

async function begin({ config, dataDir, sandbox, database }: Begin): ReturnType<typeof composeWorker> {
  await hideOwnEnvironment();
  const shared = database === 'shared' ? new Socket({ fd: CHANNELS.database }) : undefined;
  const onLost = (): never => process.exit(1);
  return composeWorker({
    config,
    dataDir,
    sandbox,
    database: shared,
    report: (one) => reporter.add(one),
    onLost,
  });
}

async function perform({ deps }: Awaited<ReturnType<typeof composeWorker>>, order: Order, signal: AbortSignal) {
  if (order.type === 'try') return tryOutProvider(deps, order.settings, signal);
  await runAnalysis(deps, order.job, { signal, last: order.last });
  return undefined;
}

async function run(order: Order): Promise<void> {
  running = new AbortController();
  let ended: FromWorker;
  try {
    if (!worker) throw new Error('a worker process got an order before its configuration');
    const checks = await perform(await worker, order, running.signal);
    ended = { type: 'ended', ...(checks && { checks }) };
  } catch (error) {
    ended = { type: 'ended', failure: failureOf(error) };
  }
  running = undefined;
  reporter.flush();
  post(ended);
}

async function stop(): Promise<never> {
  await worker?.then((made) => made.close()).catch(() => undefined);
  reporter.flush();
  process.exit(0);
}

process.on('message', (message: ToWorker) => {
  if (message.type === 'begin') {
    worker = begin(message);
    // A failure to begin ends the process with an uncaught error, which the server reads from its output.
    void worker.then(() => post({ type: 'ready' }));
  } else if (message.type === 'run' || message.type === 'try') void run(message);
  else if (message.type === 'abort') running?.abort(new Error('the server has this analysis ended'));
  else void stop();
});
// Without the server nothing could stop this process, so it ends at once.
process.on('disconnect', () => process.exit(1));
// A terminal and a supervisor signal all processes, but the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
