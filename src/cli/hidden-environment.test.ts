import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { main } from './main.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const WRAPPER = read('../../bin/plumbline.mjs');

test('hides the environment of every command that starts providers, in the wrapper as well as in the command', () => {
  const commands = globSync('commands/*.ts', { cwd: import.meta.dirname });
  const running = commands.filter((file) => /\bscanHere\(/.test(read(file))).map((file) => basename(file, '.ts'));
  expect(running).toContain('scan');
  const hidden = /HIDING = new Set\(\[(.*?)\]\)/.exec(WRAPPER)?.[1]?.match(/\w+/g) ?? [];
  expect(hidden).toEqual(expect.arrayContaining(running));
  expect(WRAPPER).toContain('const hides = HIDING.has(process.argv[2]);');
  expect(WRAPPER).toContain('await main(process, { hides });');
});

test.each([true, false])('removes the secrets from the environment where it hides it: %j', async (hides) => {
  const env: NodeJS.ProcessEnv = { DATABASE_URL: 'postgres://me:secret@127.0.0.1/a', TZ: 'UTC' };
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const argv = ['node', 'plumbline.mjs', 'completion', 'bash'];
  await main({ argv, env, stdout, stderr } as unknown as NodeJS.Process, { hides });
  expect(stdout.read()?.toString()).toContain('plumbline');
  expect(Object.keys(env)).toEqual(hides ? ['TZ'] : ['DATABASE_URL', 'TZ']);
});
