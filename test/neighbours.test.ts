import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase } from '../testkit/database.ts';
import { fakeState } from '../testkit/fake-world.ts';
import { finished, ownKey, serverEnv, startInstance, type Ask } from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';
import { writeControl } from '../testkit/plugin/fake/control.ts';
import { openStateWorld } from '../testkit/state-world.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const kinds = (await missing('postgres')) ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

/** Opens a server whose organizations share a bucket: each analyses the states under its own prefix. */
async function open(stack: AsyncDisposableStack, kind: (typeof kinds)[number], env: Record<string, string> = {}) {
  const dir = stack.use(await temporaryDirectory());
  const database = kind === 'postgres' ? await createDatabase() : undefined;
  if (database) stack.defer(() => database.drop());
  const world = await openStateWorld(dir.path);
  stack.defer(() => world.close());
  const server = stack.use(
    await startInstance({
      ...world.env,
      ...serverEnv(join(dir.path, 'data')),
      ...(database && { DATABASE_URL: database.url }),
      ...env,
    }),
  );
  const ofTenant = (login: string) => tenant(server.ask, world, login);
  return { world, server, hostile: await ofTenant('hostile'), quiet: await ofTenant('quiet') };
}

async function tenant(ask: Ask, world: Awaited<ReturnType<typeof openStateWorld>>, login: string) {
  const { body } = await ask('POST', '/orgs', { login });
  const org = String(body.id);
  const saved = await ask('PATCH', `/orgs/${org}/aws`, world.settingsFor(login, `${login}/`));
  world.createRoleNamed(login, String(saved.body.external_id));
  return {
    request: async () => String((await ask('POST', `/orgs/${org}/analyses`, {}, ownKey())).body.id),
    status: async (id: string) => String((await ask('GET', `/analyses/${id}`)).body.status),
  };
}

/** The worker processes of a server. */
function workersOf(server: number): number[] {
  const children = readdirSync(`/proc/${server}/task`).flatMap((thread) =>
    readFileSync(`/proc/${server}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children.filter((pid) => /server\/worker\.[jt]s/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
}

test.each(kinds)('reserves one place on %s beside an organization with many analyses', async (kind) => {
  await using stack = new AsyncDisposableStack();
  const { hostile, quiet, server, world } = await open(stack, kind, { PLUMBLINE_WORKERS: '2' });
  await world.put('hostile/a.tfstate', fakeState({ stuck: {} }));
  await world.put('quiet/a.tfstate', fakeState({ fine: {} }));
  await writeControl(world.control, { read: { stuck: ['hang'] } });
  const many = [await hostile.request(), await hostile.request(), await hostile.request()];
  await expect.poll(world.reads).toContain('stuck');
  if (process.platform === 'linux') expect(workersOf(server.child.pid!)).toHaveLength(1);
  for (let n = 0; n < 2; n += 1)
    expect(await finished(server.ask, await quiet.request())).toMatchObject({ status: 'completed' });
  expect(await Promise.all(many.map((id) => hostile.status(id)))).toEqual(['running', 'queued', 'queued']);
  if (process.platform === 'linux') expect(workersOf(server.child.pid!)).toHaveLength(2);
});

/**
 * A state that exceeds a process of 128 MiB at once. One that only fills it would make Node collect garbage for a
 * minute first.
 */
const tooLarge = () => {
  const map = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, n) => [`key-${n}`, `value-${n}-`.padEnd(500, '.')]),
  );
  return fakeState({ big: { tags: map } });
};

test.each(kinds)('fails on %s only the analysis of a state that exceeds the memory', async (kind) => {
  await using stack = new AsyncDisposableStack();
  const env = { PLUMBLINE_WORKERS: '2', PLUMBLINE_WORKER_MEMORY: '128' };
  const { hostile, quiet, server, world } = await open(stack, kind, env);
  await world.put('hostile/a.tfstate', tooLarge());
  await world.put('quiet/a.tfstate', fakeState({ slow: {}, fine: {} }));
  await writeControl(world.control, { read: { slow: ['hang'] } });
  const waiting = await quiet.request();
  await expect.poll(world.reads).toContain('slow');
  const failed = await finished(server.ask, await hostile.request());
  expect(failed).toMatchObject({
    status: 'failed',
    error: { code: 'out_of_memory', detail: expect.stringMatching(/128 MiB.* Split the largest state/) },
  });
  // The provider may have given up the hanging read by now.
  expect(['running', 'partial']).toContain(await quiet.status(waiting));
  expect(server.child.exitCode).toBeNull();
  expect(server.analyses('started').filter((id) => id === failed.id)).toHaveLength(2);
  expect(server.analyses('started').filter((id) => id === waiting)).toHaveLength(1);
});
