import { join } from 'node:path';
import { connectWorld, finished, serverEnv, type Ask, openTestWorld } from './instance.ts';
import { killedAnalyses, type KillOptions } from './kills.ts';
import { temporaryDirectory } from './tmp.ts';

/**
 * Opens the sample world for killing servers on it. Returns all options of `killAgainAndAgain` except for the number of
 * kills. Uses Postgres with `databaseUrl`, else an embedded database, which is removed afterwards.
 */
export async function openKillWorld(
  databaseUrl?: string,
): Promise<{ options: Omit<KillOptions, 'kills'> } & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const dir = stack.use(await temporaryDirectory());
  const world = await openTestWorld(dir.path);
  stack.defer(() => world.close());
  const resources = await world.apply();
  const findings = (await world.meddle()).length;
  let org = '';
  const known: string[] = [];
  const options = {
    env: {
      ...world.env,
      ...serverEnv(join(dir.path, 'data')),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    subjects: [killedAnalyses(() => org, known, { resources, findings })],
    prepare: async (ask: Ask) => {
      org = await connectWorld(ask, world);
      const { body } = await ask('POST', `/orgs/${org}/analyses`, {});
      known.push(String(body.id));
      await finished(ask, String(body.id));
    },
  };
  const owned = stack.move();
  return { options, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
