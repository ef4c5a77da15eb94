import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '../testkit/database.ts';
import { fakeState } from '../testkit/fake-world.ts';
import { connectWorld, finished, serverEnv, startInstance } from '../testkit/instance.ts';
import { writeControl } from '../testkit/plugin/fake/control.ts';
import { openStateWorld } from '../testkit/state-world.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import { median } from './measure.ts';
import type { Bench } from './report.ts';

const GOAL_S = 30;

/** The time in seconds from `kill -9` of the server that runs an analysis until another server has taken it over. */
async function takeover(): Promise<number | undefined> {
  await using stack = new AsyncDisposableStack();
  const database = await createDatabase();
  if (!database) return undefined;
  stack.defer(() => database.drop());
  const dir = stack.use(await temporaryDirectory());
  const world = await openStateWorld(dir.path);
  stack.defer(() => world.close());
  await world.put('done.tfstate', fakeState({ done: {} }));
  await world.put('stuck.tfstate', fakeState({ stuck: {} }));
  await writeControl(world.control, { read: { stuck: ['hang'] } });
  const start = async (name: string) =>
    stack.use(await startInstance({ ...world.env, ...serverEnv(join(dir.path, name)), DATABASE_URL: database.url }));
  const first = await start('first');
  const org = await connectWorld(first.ask, world);
  const { body } = await first.ask('POST', `/orgs/${org}/analyses`, {});
  const second = await start('second');
  while (!(await world.reads()).includes('stuck')) await sleep(50);
  await first.kill();
  const from = performance.now();
  await writeControl(world.control, {});
  while (second.analyses('started').length === 0) await sleep(20);
  const seconds = (performance.now() - from) / 1000;
  const { status } = await finished(second.ask, String(body.id));
  if (status !== 'completed') throw new Error(`the analysis ended ${status}`);
  return seconds;
}

export const takeoverBench: Bench = {
  about: 'how long an analysis lies idle whose server was killed, on Postgres',
  async run({ runs, say }) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const seconds = await takeover();
      if (seconds === undefined)
        return { bench: 'takeover', about: takeoverBench.about, figures: [], notes: ['There is no Postgres.'] };
      say(`run ${run + 1}: ${seconds.toFixed(1)} s`);
      times.push(seconds);
    }
    const figure = {
      name: 'from the kill to being taken up',
      value: median(times),
      unit: 's',
      goal: GOAL_S,
      runs: times,
    };
    return { bench: 'takeover', about: takeoverBench.about, figures: [figure], notes: [] };
  },
};
