import { describe, expect, test } from 'vitest';
import { createDatabase } from '../testkit/database.ts';
import { openKillWorld } from '../testkit/kill-world.ts';
import { killAgainAndAgain } from '../testkit/kills.ts';
import { missing } from '../testkit/needs.ts';

/** The number of kills per database; `npm run bench -- kills` does 200. */
const KILLS = 6;

const kinds = (await missing('postgres')) ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

describe.each(kinds)('servers on %s that are killed again and again', (kind) => {
  test('loses no acknowledged change and doubles none when servers are killed repeatedly', async () => {
    await using stack = new AsyncDisposableStack();
    const database = kind === 'postgres' ? await createDatabase() : undefined;
    if (database) stack.defer(() => database.drop());
    const { options } = stack.use(await openKillWorld(database?.url));
    const report = await killAgainAndAgain({ ...options, kills: KILLS });
    expect(report.problems).toEqual([]);
    expect(report.acknowledged.analyses).toBeGreaterThan(KILLS / 2);
  });
});
