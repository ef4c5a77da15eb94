/** The program of a worker process: `worker-process.ts` starts it, tells it everything, and hears of all that it does. */
import { Socket } from 'node:net';
import { runAnalysis } from '../../services/analyses/run.ts';
import { composeWorker } from '../compose-worker.ts';
import { CHANNELS, failureOf, type Order, type Word } from './protocol.ts';
import { remoteQueue } from './remote-queue.ts';
import { createReporter } from './reporter.ts';

type Begin = Extract<Order, { type: 'begin' }>;
type Run = Extract<Order, { type: 'run' }>;

const tell = (word: Word): void => void process.send?.(word);
const queue = remoteQueue(tell);
const reporter = createReporter((reports) => tell({ type: 'reports', reports }));
let worker: ReturnType<typeof composeWorker> | undefined;
let running: AbortController | undefined;

/** From the other processes of its user, as the server does with its own; in a clone and in what is built it lies there. */
async function hide(): Promise<void> {
  const file = new URL('../../../bin/hide-environment.mjs', import.meta.url).href;
  const { hideEnvironment } = (await import(file)) as { hideEnvironment: () => Promise<void> };
  await hideEnvironment();
}

async function begin({ config, dataDir, sandbox, database }: Begin): ReturnType<typeof composeWorker> {
  await hide();
  const shared = database === 'shared' ? new Socket({ fd: CHANNELS.database }) : undefined;
  const onLost = (): never => process.exit(1);
  return composeWorker({
    config,
    dataDir,
    sandbox,
    database: shared,
    queue,
    report: (one) => reporter.add(one),
    onLost,
  });
}

async function run({ job, last }: Run): Promise<void> {
  running = new AbortController();
  const { signal } = running;
  let ended: Word = { type: 'ended' };
  try {
    if (!worker) throw new Error('a worker process was told to run before it was told how');
    await runAnalysis((await worker).deps, job, { signal, last });
  } catch (error) {
    ended = { type: 'ended', failure: failureOf(error) };
  }
  running = undefined;
  reporter.flush();
  tell(ended);
}

async function stop(): Promise<never> {
  await worker?.then((made) => made.close()).catch(() => undefined);
  reporter.flush();
  process.exit(0);
}

process.on('message', (order: Order) => {
  if (order.type === 'begin') {
    worker = begin(order);
    // Whoever started it hears why it could not begin from what a process says that nobody caught.
    void worker.then(() => tell({ type: 'ready' }));
  } else if (order.type === 'run') void run(order);
  else if (order.type === 'abort') running?.abort(new Error('the server has this analysis ended'));
  else if (order.type === 'stop') void stop();
  else queue.hear(order);
});
// Nobody hears of it any more, and nobody could end it: whatever it has begun ends with it.
process.on('disconnect', () => process.exit(1));
// A terminal and a supervisor send theirs to all processes: the server decides what becomes of this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
