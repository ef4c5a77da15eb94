import { defineConfig } from 'vitest/config';
import { SlowFirst } from './testkit/slow-first.ts';

const suitesIn = (...folders: string[]): string[] => folders.map((folder) => `${folder}/**/*.test.ts`);

/** Rooms that keep nothing in their modules and leave the process as it is: their suites share processes, and what these have loaded. */
const SHARING = suitesIn('src/{api,base,engine,limits,recall,services,texts}', 'web/src');

export default defineConfig({
  test: {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What is waited for comes sooner or later; a second, which is the default, is short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // No embedded database of a suite lives long enough to gain from what optimizing its code costs.
    execArgv: ['--liftoff-only'],
    // Suites wait for servers and processes more than they compute.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: suitesIn('src', 'testkit', 'test', 'bench'), exclude: SHARING },
      },
      {
        extends: true,
        test: {
          name: 'sharing',
          include: SHARING,
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          restoreMocks: true,
        },
      },
    ],
  },
});
