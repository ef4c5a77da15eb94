import { execFile } from 'node:child_process';
import { cp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoWorld } from '../src/cli/demo/world.ts';
import { plumbline, type Ended } from '../testkit/cli.ts';
import { createDatabase } from '../testkit/database.ts';
import { connectWorld, finished, serverEnv, startInstance, type Ask, openTestWorld } from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';
import { postgresPrograms } from '../testkit/postgres.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const run = promisify(execFile);
const noPrograms = await missing('own-postgres');

describe.skipIf(await missing('postgres'))('transfer and backup of a server', () => {
  const stack = new AsyncDisposableStack();
  let world: DemoWorld;
  let dir: string;
  let org: string;
  let key: string;
  /** The id of an analysis that ended before the transfer; below, of a requested analysis that did not. */
  let ended: string;
  let open: string;
  let before: unknown;
  /** The error of an export while the server runs. */
  let refused: Ended;
  const data = (name: string) => join(dir, name);
  const env = (name: string, databaseUrl?: string) => ({
    ...world.env,
    ...serverEnv(data(name)),
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  const cli = (args: string[], database: Record<string, string>) => plumbline(args, database).ended;
  const asKey = { authorization: '' };

  async function database(): Promise<string> {
    const made = await createDatabase();
    if (!made) throw new Error('no Postgres');
    stack.defer(() => made.drop());
    return made.url;
  }

  /** The organization's data through its key, which must be the same on every database. */
  async function seen(ask: Ask): Promise<unknown> {
    const paths = [`/analyses/${ended}`, `/orgs/${org}/keys`, `/orgs/${org}/aws`, `/orgs/${org}/audit/verification`];
    const answers = await Promise.all(paths.map((path) => ask('GET', path, undefined, asKey)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const bodies = answers.map(({ body }) => body);
    // The last use of the key differs.
    return JSON.parse(JSON.stringify(bodies).replaceAll(/"last_used_at":"[^"]+"/g, '"last_used_at":""')) as unknown;
  }

  beforeAll(async () => {
    dir = stack.use(await temporaryDirectory()).path;
    world = await openTestWorld(dir);
    stack.defer(() => world.close());
    await world.apply();
    await world.meddle();
    await using server = await startInstance(env('first'));
    org = await connectWorld(server.ask, world);
    key = String((await server.ask('POST', `/orgs/${org}/keys`, { name: 'ci', scopes: ['admin'] })).body.key);
    asKey.authorization = `Bearer ${key}`;
    const request = async () => String((await server.ask('POST', `/orgs/${org}/analyses`, {})).body.id);
    ended = await request();
    await finished(server.ask, ended);
    refused = await cli(['export', data('early.jsonl')], env('first'));
    open = await request();
    before = await seen(server.ask);
    await server.kill();
  });
  afterAll(() => stack.disposeAsync());

  test('moves an embedded database to Postgres and back: keys work, and unfinished work ends', async () => {
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/in use: process \d+ on/) });
    const file = data('moved.jsonl');
    expect(await cli(['export', file], env('first'))).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringMatching(/^Exported \d+ rows of/),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await cli(['export', file], env('first'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('it is there already'),
    });

    const url = await database();
    const moved = await cli(['import', file], env('second', url));
    expect(moved).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Imported \d+ rows of \d+ tables and 1 waiting/),
    });
    {
      await using server = await startInstance(env('second', url));
      expect(await seen(server.ask)).toEqual(before);
      expect(await finished(server.ask, open)).toMatchObject({ status: 'completed' });
      const again = await cli(['import', file], env('second', url));
      expect(again).toMatchObject({ code: 1, err: expect.stringContaining('a server is running on this database') });
      await server.stop();
    }
    const back = data('back.jsonl');
    expect(await cli(['export', back], env('second', url))).toMatchObject({ code: 0 });
    expect(await cli(['import', back], env('third'))).toMatchObject({ code: 0 });
    const third = data('third.jsonl');
    expect(await cli(['export', third], env('third'))).toMatchObject({ code: 0 });
    // Each export adds an entry to the instance's own chain of the audit log.
    const isOfInstance = (line: string) => line.includes('"database.export"') || line.startsWith('["instance",');
    const rows = async (path: string) =>
      (await readFile(path, 'utf8'))
        .split('\n')
        .slice(1, -2)
        .filter((line) => !isOfInstance(line));
    expect(await rows(third)).toEqual(await rows(back));
    expect((await readFile(third, 'utf8')).match(/"database\.export"/g)).toHaveLength(3);
    await using server = await startInstance(env('third'));
    expect(await seen(server.ask)).toEqual(before);
    await server.stop();
  });

  test('restores a server from a copy of its data directory, also of a killed one', async () => {
    await cp(data('first'), data('copy'), { recursive: true });
    await using server = await startInstance(env('copy'));
    expect(await seen(server.ask)).toEqual(before);
    expect(await finished(server.ask, open)).toMatchObject({ status: 'completed' });
    await server.stop();
  });

  test.skipIf(noPrograms)('restores a running server’s Postgres with pg_dump and pg_restore', async () => {
    const bin = (await postgresPrograms()) ?? '';
    const [from, to] = [await database(), await database()];
    const file = data('moved-again.jsonl');
    await cli(['export', file], env('first'));
    expect(await cli(['import', file], env('dumped', from))).toMatchObject({ code: 0 });
    const dump = data('plumbline.dump');
    {
      await using server = await startInstance({ ...env('dumped', from), PLUMBLINE_WORKERS: '0' });
      await run(join(bin, 'pg_dump'), ['--format=custom', `--file=${dump}`, from]);
      await server.stop();
    }
    await run(join(bin, 'pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${to}`, dump]);
    await using server = await startInstance(env('restored', to));
    expect(await seen(server.ask)).toEqual(before);
    expect(await finished(server.ask, open)).toMatchObject({ status: 'completed' });
    await server.stop();
  });
});
