import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase } from '../testkit/database.ts';
import { fakeState } from '../testkit/fake-world.ts';
import { connectWorld, finished, serverEnv, startInstance } from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';
import { writeControl } from '../testkit/plugin/fake/control.ts';
import { openStateWorld } from '../testkit/state-world.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const kinds = (await missing('postgres')) ? (['embedded'] as const) : (['embedded', 'postgres'] as const);
const STATES = ['a', 'b', 'c', 'd'];

/** On Postgres another running server takes over; on an embedded database the next server with the same data. */
test.each(kinds)(
  'keeps on %s the finished part of a killed server’s analysis, and runs the rest once',
  async (kind) => {
    await using stack = new AsyncDisposableStack();
    const dir = stack.use(await temporaryDirectory());
    const database = kind === 'postgres' ? await createDatabase() : undefined;
    if (database) stack.defer(() => database.drop());
    const world = await openStateWorld(dir.path);
    stack.defer(() => world.close());
    for (const name of STATES)
      await world.put(`${name}.tfstate`, fakeState({ [`${name}1`]: { live: '{"note":"b"}' }, [`${name}2`]: {} }));
    await writeControl(world.control, { read: { c2: ['hang'] } });

    const start = (data: string) =>
      startInstance({
        ...world.env,
        ...serverEnv(join(dir.path, data)),
        ...(database && { DATABASE_URL: database.url }),
      });
    const first = await start('data');
    stack.use(first);
    const org = await connectWorld(first.ask, world);
    const { body } = await first.ask('POST', `/orgs/${org}/analyses`, {});
    const id = String(body.id);
    const done = async () => {
      const { body: now } = await first.ask('GET', `/analyses/${id}`);
      return (now.states as { status: string }[]).filter(({ status }) => status === 'read').length;
    };
    while ((await done()) < STATES.length - 1) await new Promise((resolve) => setTimeout(resolve, 50));
    // On Postgres the other server is already running, and has to detect the kill itself.
    const second = kind === 'postgres' ? await start('other') : undefined;
    if (second) stack.use(second);
    await first.kill();
    await writeControl(world.control, {});
    const taker = second ?? stack.use(await start('data'));

    const analysis = await finished(taker.ask, id);
    expect(analysis).toMatchObject({ status: 'completed', counts: { resources: 8, changed: 4, in_sync: 4 } });
    expect(analysis.findings.map(({ resource }) => resource)).toEqual(STATES.map((name) => `fake_thing.${name}1`));
    expect(analysis.coverage.map(({ resource }) => resource)).toEqual(
      STATES.flatMap((name) => [`fake_thing.${name}1`, `fake_thing.${name}2`]),
    );
    expect(taker.analyses('started')).toEqual([id]);
    // The unfinished state was read twice, the others once.
    const reads = await world.reads();
    const times = Object.fromEntries(STATES.map((name) => [name, reads.filter((read) => read === `${name}2`).length]));
    expect(times).toEqual({ a: 1, b: 1, c: 2, d: 1 });
  },
);
