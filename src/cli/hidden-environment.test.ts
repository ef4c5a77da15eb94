import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const hidden = (text: string) => /HIDING = new Set\(\[(.*?)\]\)/.exec(text)?.[1]?.match(/\w+/g) ?? [];

test('hides the environment of every command that starts providers, in the wrapper as well as in the command', () => {
  const commands = globSync('commands/*.ts', { cwd: import.meta.dirname });
  const running = commands.filter((file) => /\bscanHere\(/.test(read(file))).map((file) => basename(file, '.ts'));
  expect(running).toContain('scan');
  expect(hidden(read('main.ts'))).toEqual(expect.arrayContaining(running));
  expect(hidden(read('../../bin/plumbline.mjs'))).toEqual(hidden(read('main.ts')));
});
