import { join } from 'node:path';
import { createDatabase } from '../testkit/database.ts';
import { connectWorld, finished, serverEnv, startInstance } from '../testkit/instance.ts';
import { openStateWorld } from '../testkit/state-world.ts';
import type { StateDocument } from '../testkit/state-document.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import { treeMemory, treeOf, watchTree } from './measure.ts';
import type { Bench, Figure } from './report.ts';

const SIZES = [1_000, 20_000];
/** The environment of the container image, recommended in docs/deployment.md. */
const NODE = { NODE_OPTIONS: '--max-old-space-size=1024 --max-semi-space-size=8', MALLOC_ARENA_MAX: '2' };
/** The goals for the peak, and for the memory some time after an analysis. */
const PEAK_MB = 600;
const IDLE_MB = 300;
const IDLE_AFTER_MS = 10_000;
/** One in so many instances has drifted. */
const DRIFT_EVERY = 50;
const SOURCE = 'plumbline.dev/testkit/fake';

/** Attributes of about the size of real instances, which have 1.5 to 3 KB. */
function attributesOf(id: string, drifted: boolean) {
  const tags = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`tag-${i}`, `${id} has a tag of some length, number ${i}`]),
  );
  const items = Array.from({ length: 10 }, (_, i) => ({ name: `item ${i} of ${id}`, count: i }));
  const arn = `arn:aws:fake:us-east-1:123456789012:thing/${id}`;
  return { id, name: id, note: arn, size: 1, tags, tags_all: tags, items, ...(drifted && { live: '{"size":7}' }) };
}

/** A state with a number of instances. */
function stateOf(instances: number, name: string): StateDocument {
  return {
    version: 4,
    terraform_version: '1.11.4',
    serial: 1,
    lineage: name,
    outputs: {},
    check_results: null,
    resources: Array.from({ length: instances / 10 }, (_, r) => ({
      mode: 'managed' as const,
      type: 'fake_thing',
      name: `thing_${r}`,
      provider: `provider["${SOURCE}"]`,
      instances: Array.from({ length: 10 }, (__, i) => ({
        index_key: i,
        schema_version: 2,
        attributes: attributesOf(`${name}-${r}-${i}`, (r * 10 + i) % DRIFT_EVERY === 0),
        sensitive_attributes: [],
      })),
    })),
  };
}

/** The states of a measurement: one with all instances, or many that share them. */
const SHAPES = [
  { name: 'one state', states: () => 1 },
  { name: 'states of 50', states: (instances: number) => instances / 50 },
];

type Kind = 'embedded' | 'postgres';

/** The memory of a new server with all its children: the peak during one analysis, and ten seconds after its end. */
async function peakOf(
  kind: Kind,
  instances: number,
  states: number,
  say: (line: string) => void,
): Promise<{ peak: number; idle: number }> {
  await using stack = new AsyncDisposableStack();
  const dir = stack.use(await temporaryDirectory());
  const database = kind === 'postgres' ? await createDatabase() : undefined;
  if (database) stack.defer(() => database.drop());
  const world = await openStateWorld(dir.path);
  stack.defer(() => world.close());
  for (let n = 0; n < states; n++) await world.put(`${n}.tfstate`, stateOf(instances / states, `state-${n}`));
  const server = await startInstance({
    ...world.env,
    ...serverEnv(join(dir.path, 'data')),
    ...NODE,
    ...(database && { DATABASE_URL: database.url }),
  });
  stack.use(server);
  const org = await connectWorld(server.ask, world);
  const watch = watchTree(server.child);
  const from = performance.now();
  const { body } = await server.ask('POST', `/orgs/${org}/analyses`, {});
  for (;;) {
    // The list leaves out findings and verdicts, since fetching them takes memory, too.
    const { body: listed } = await server.ask('GET', `/orgs/${org}/analyses?limit=1`);
    const [one] = listed as unknown as { status: string }[];
    if (one && one.status !== 'queued' && one.status !== 'running') break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const seconds = (performance.now() - from) / 1000;
  const peak = await watch.stop();
  await new Promise((resolve) => setTimeout(resolve, IDLE_AFTER_MS));
  const idle = (await treeMemory(treeOf(server.child.pid ?? 0))) ?? 0;
  const analysis = await finished(server.ask, String(body.id));
  if (analysis.status !== 'completed' || analysis.counts.changed !== instances / DRIFT_EVERY)
    throw new Error(`the analysis ended ${analysis.status}: ${analysis.ai_summary}`);
  const [most, left] = [peak, idle].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`);
  say(`${kind}, ${instances} instances in ${states} states: ${most}, afterwards ${left}; ${seconds.toFixed(1)} s`);
  await server.stop();
  return { peak, idle };
}

/** Memory of the whole service, its provider included, over analyses of different sizes and after them. */
export const memoryBench: Bench = {
  about: 'memory of server and provider together over one analysis, by its size, and ten seconds after it',
  async run({ say }) {
    const figures: Figure[] = [];
    const notes = [
      `An instance has about 2.5 KB, and every ${DRIFT_EVERY}th has drifted. Proportional set size of the process tree, sampled; Postgres itself is not in it, the embedded database is.`,
      'Node runs with the options of the container image. The provider is the fake one, a Node process that grows to 150 MB; the AWS provider takes 350 to 400 MB, whatever the size.',
      'What limits it: the embedded database has 120 MB and grows by what a large analysis writes, to 220 MB with 20,000 instances, and never shrinks; the process that analyzes holds one state whole, 320 MB with one of 50 MB, and ends after it.',
    ];
    for (const kind of ['postgres', 'embedded'] as const) {
      if (kind === 'postgres' && process.env.PLUMBLINE_TEST_DATABASE_URL === undefined) {
        notes.push('Postgres was left out: PLUMBLINE_TEST_DATABASE_URL names none.');
        continue;
      }
      for (const shape of SHAPES)
        for (const size of SIZES) {
          const { peak, idle } = await peakOf(kind, size, shape.states(size), say);
          const name = `${kind}, ${shape.name}: ${size} instances`;
          figures.push({ name: `${name}, peak`, value: peak / 1e6, unit: 'MB', goal: PEAK_MB });
          figures.push({ name: `${name}, idle after it`, value: idle / 1e6, unit: 'MB', goal: IDLE_MB });
        }
    }
    return { bench: 'memory', about: memoryBench.about, figures, notes };
  },
};
