import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isAlive } from '../../../testkit/alive.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { readConfig } from '../config/config.ts';
import { workerConfig } from './worker-config.ts';
import { startWorker, type WorkerOptions } from './worker-process.ts';

const JOB = { analysis_id: 'an_1', org_id: 'org_1' };

/** A worker that runs this code instead of an analysis. */
async function startWith(
  stack: AsyncDisposableStack,
  analysis: string,
  { memory = 128, sandbox }: Partial<Pick<WorkerOptions, 'memory' | 'sandbox'>> = {},
) {
  const dir = stack.use(await temporaryDirectory());
  const program = join(dir.path, 'program.mjs');
  await writeFile(
    program,
    `let received;
    process.on('message', async ({ type, job, sandbox }) => {
      if (type === 'begin') { received = sandbox; process.send({ type: 'ready' }); }
      if (type === 'run') { ${analysis}; process.send({ type: 'ended' }); }
      if (type === 'stop') process.exit(0);
    });`,
  );
  const worker = startWorker({
    config: workerConfig(readConfig({})),
    dataDir: dir.path,
    share: undefined,
    onReport: () => undefined,
    memory,
    ...(sandbox && { sandbox }),
    program: pathToFileURL(program),
  });
  stack.defer(() => worker.stop());
  return worker;
}

const run = (worker: ReturnType<typeof startWorker>, signal = new AbortController().signal) =>
  worker.run(JOB, { signal, last: false });

test('receives the sandbox level, and starts without it where it is unknown', async () => {
  const layers = { landlock: 7, seccomp: true, mounts: false, network: false };
  const found = { layers, argv: ['guard'], env: {} };
  for (const [confinement, expected] of [
    [async () => found, { confinement: found }],
    [async () => undefined, { confinement: undefined }],
    [() => Promise.reject(new Error('not now')), undefined],
  ] as const) {
    await using stack = new AsyncDisposableStack();
    const answer = `process.send({ type: 'ended', failure: { name: 'Error', message: JSON.stringify(received) ?? 'nothing' } })`;
    const worker = await startWith(stack, answer, { sandbox: { confinement } });
    await expect(run(worker)).rejects.toThrow(JSON.stringify(expected) ?? 'nothing');
  }
});

test('ends by itself when an analysis fills its heap, in small pieces or in one, and says what it died of', async () => {
  for (const hoard of ['for (;;) kept.push({ kept: kept.length })', 'for (;;) kept.push(new Array(1e6).fill(job))']) {
    await using stack = new AsyncDisposableStack();
    const worker = await startWith(stack, `const kept = []; ${hoard}`);
    await expect(run(worker)).rejects.toMatchObject({ name: 'WorkerLost', reason: 'memory' });
    expect(worker.alive()).toBe(false);
    expect(isAlive(worker.pid)).toBe(false);
  }
});

test('is ended when it does not hear that an analysis was called off', async () => {
  await using stack = new AsyncDisposableStack();
  const worker = await startWith(stack, 'for (;;);');
  const calledOff = new AbortController();
  const ended = run(worker, calledOff.signal);
  calledOff.abort();
  await expect(ended).rejects.toThrow(/abort|was ended/);
  const other = new AbortController();
  const second = await startWith(stack, 'for (;;);');
  const stuck = run(second, other.signal);
  setTimeout(() => other.abort(), 1_000);
  await expect(stuck).rejects.toMatchObject({ name: 'WorkerLost', reason: 'stuck' });
  expect(isAlive(second.pid)).toBe(false);
});

test('kills a worker that ignores its signal', async () => {
  await using stack = new AsyncDisposableStack();
  const worker = await startWith(stack, 'for (;;);');
  const ended = run(worker);
  ended.catch(() => undefined);
  await worker.stop();
  await expect(ended).rejects.toMatchObject({ name: 'WorkerLost' });
  expect(isAlive(worker.pid)).toBe(false);
});

test('says how it ended when it could not begin', async () => {
  await using stack = new AsyncDisposableStack();
  const worker = await startWith(stack, '}, not a program {');
  await expect(run(worker)).rejects.toMatchObject({
    reason: 'crashed',
    message: expect.stringContaining('exited with code 1'),
  });
});

test('gives an analysis its share of the limits, and no secret that it does not need', () => {
  const env = {
    PLUMBLINE_WORKERS: '3',
    PLUMBLINE_PROVIDER_PROCESSES: '4',
    PLUMBLINE_ADMIN_KEY: 'canary-operator-key-1',
    PLUMBLINE_SECRETS_KEY: 'canary-for-secrets-key-1',
    STRIPE_SECRET_KEY: 'canary-stripe',
    GITHUB_WEBHOOK_SECRET: 'canary-webhook',
    REDIS_URL: 'redis://:canary@127.0.0.1',
    DATABASE_URL: 'postgres://needed@127.0.0.1/plumbline',
    HTTPS_PROXY: 'http://proxy.example',
  };
  const config = workerConfig(readConfig(env));
  expect(config).toMatchObject({
    providerProcesses: 2,
    databaseUrl: env.DATABASE_URL,
    env: { HTTPS_PROXY: env.HTTPS_PROXY },
  });
  expect(JSON.stringify(config)).not.toContain('canary');
});
