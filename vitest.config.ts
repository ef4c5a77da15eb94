import { defineConfig } from 'vitest/config';
import { SlowFirst } from './testkit/slow-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'testkit/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Suites wait for servers and processes more than they compute.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
  },
});
