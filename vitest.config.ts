import { configDefaults, defineConfig } from 'vitest/config';
import { RerunHints } from './testkit/rerun-hints.ts';
import { SlowFirst } from './testkit/slow-first.ts';

const suitesIn = (...folders: string[]): string[] => folders.map((folder) => `${folder}/**/*.test.ts`);

/** Folders that keep nothing in their modules and leave the process as it is: their suites share processes, and what these have loaded. */
const SHARING = suitesIn('src/{api,base,engine,limits,recall,services,texts}', 'web/src');

/** What `npm test` leaves to `npm run test:all`: whole servers, terraform, browsers, kills, and faults that take their time. */
const WHOLE = [
  'test/**/*.test.ts',
  'src/cli/{bin,hidden}.test.ts',
  'src/cli/commands/{demo,explain,incidents,memory,scan,server}.test.ts',
  'src/integrations/embeddings/service.test.ts',
  'src/jobs/queue.test.ts',
  'src/provider/{containment,host,host-needs,orphan}.test.ts',
  'src/provider/{jail/malicious,launch/launch,read/read,schema/store}.test.ts',
  'src/server/{compose-providers,start,workers/workers}.test.ts',
  'src/store/{migrate,silent,embedded/kill,embedded/session,transfer/transfer}.test.ts',
  'testkit/{apply,plugin/**/*}.test.ts',
];
/** Of these the quick ones, which check the repository itself. */
const REPOSITORY = ['test/{architecture,build-web,check-words,container,links,openapi,rules-schema,sentences}.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What is waited for comes sooner or later; a second, which is the default, is short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Suites wait for servers and processes as much as they compute.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    reporters: ['default', new RerunHints()],
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: [...suitesIn('src', 'testkit', 'bench'), ...REPOSITORY],
          exclude: [...configDefaults.exclude, ...SHARING, ...WHOLE.slice(1)],
        },
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
      { extends: true, test: { name: 'whole', include: WHOLE, exclude: [...configDefaults.exclude, ...REPOSITORY] } },
    ],
  },
});
