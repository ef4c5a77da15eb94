import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { createFactsReader } from './facts-reader.ts';
import { factsOf } from './read-file.ts';

const bytes = (text: string) => Buffer.from(text);
const slow = bytes(`version: 1\n${`"\n`.repeat(60 * 1024)}`);

test('reads files in the thread as it does inline, large or small', async () => {
  await using reader = createFactsReader();
  const rules = (count: number) =>
    bytes(
      `version: 1\nignore:\n${Array.from({ length: count }, (_, i) => `  - {type: aws_t${i}, reason: It is meant}\n`).join('')}`,
    );
  const files = [
    ['config', '.plumbline.yml', rules(3)],
    ['config', '.plumbline.yml', rules(200)],
    ['config', '.plumbline.yml', rules(201)],
    [
      'module',
      'infra/main.tf',
      bytes(`terraform {\n  backend "s3" {\n    key = "a"\n  }\n}\n${'# long\n'.repeat(2_000)}`),
    ],
    ['lock', '.terraform.lock.hcl', bytes('a "'.repeat(4_000))],
  ] as const;
  const read = await Promise.all(files.map(async ([kind, path, text]) => reader.read(kind, path, text)));
  expect(read).toEqual(files.map(([kind, path, text]) => factsOf(kind, path, text)));
});

test('gives up a file after its deadline, reports it, and reads the next one', async () => {
  await using reader = createFactsReader({ deadlineMs: 5 });
  expect(await reader.read('config', '.plumbline.yml', slow)).toEqual({
    problems: ['is not used: reading it takes longer than 0.005 seconds.'],
  });
  await using patient = createFactsReader({ deadlineMs: 60_000 });
  const [first, second] = await Promise.all([
    patient.read('config', '.plumbline.yml', slow),
    patient.read('module', 'a.tf', bytes(`terraform {}\n${'# x\n'.repeat(2_000)}`)),
  ]);
  expect(first.problems?.length).toBeGreaterThan(1);
  expect(second.problems).toBeUndefined();
});

test('keeps the event loop free while it reads a slow file', async () => {
  await using reader = createFactsReader({ deadlineMs: 60_000 });
  await reader.read('module', 'a.tf', bytes('# x\n'.repeat(2_000)));
  const here = performance.now();
  factsOf('config', '.plumbline.yml', slow);
  const took = performance.now() - here;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await reader.read('config', '.plumbline.yml', slow);
  delay.disable();
  // Compared with the same work in this process, so that the speed of the machine does not matter.
  expect(delay.max / 1e6).toBeLessThan(took / 2);
});
