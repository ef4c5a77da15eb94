import { createDatabase } from '../testkit/database.ts';
import { openKillWorld } from '../testkit/kill-world.ts';
import { killAgainAndAgain, type KillReport } from '../testkit/kills.ts';
import type { Bench, Figure } from './report.ts';

const KILLS = 200;

function figures(kind: string, { acknowledged, problems }: KillReport): Figure[] {
  const written = Object.entries(acknowledged).map(([name, count]) => ({
    name: `${kind}: ${name} acknowledged`,
    value: count,
    unit: '',
  }));
  return [...written, { name: `${kind}: lost or doubled`, value: problems.length, unit: '', goal: 0 }];
}

/** Measures correctness, not speed: lost or duplicated data after `kill -9` at 200 moments, on each database. */
export const killsBench: Bench = {
  about: `kill -9 at ${KILLS} moments on each database: what was acknowledged is there, once`,
  async run({ say }) {
    const all: Figure[] = [];
    const notes: string[] = [];
    for (const kind of ['embedded', 'postgres'] as const) {
      await using stack = new AsyncDisposableStack();
      const database = kind === 'postgres' ? await createDatabase() : undefined;
      if (kind === 'postgres' && !database) {
        notes.push('Postgres was left out.');
        continue;
      }
      if (database) stack.defer(() => database.drop());
      const { options } = stack.use(await openKillWorld(database?.url));
      const report = await killAgainAndAgain({ ...options, kills: KILLS, say: (line) => say(`${kind}: ${line}`) });
      all.push(...figures(kind, report));
      notes.push(...report.problems);
    }
    return { bench: 'kills', about: killsBench.about, figures: all, notes };
  },
};
