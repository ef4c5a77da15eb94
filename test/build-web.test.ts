import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { takePlace } from '../scripts/build-into.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

/** Builds a small dashboard from each of these sources, one after another, each replacing the one before. */
const BUILDER = `
  import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
  const [, script, out, ...all] = process.argv;
  const { takePlace } = await import(script);
  const fresh = out + '.' + process.pid;
  for (const sources of all) {
    mkdirSync(fresh);
    for (const name of ['index.html', '.sources']) writeFileSync(fresh + '/' + name, sources);
    takePlace(fresh, out, sources);
    rmSync(fresh, { recursive: true, force: true });
  }`;

/** Builds, and returns the error; empty on success. */
function build(out: string, sources: readonly string[]): Promise<string> {
  const script = new URL('../scripts/build-into.ts', import.meta.url).href;
  const args = ['--input-type=module', '--eval', BUILDER, script, out, ...sources];
  return promisify(execFile)(process.execPath, args).then(() => '', String);
}

test.each([
  ['the same', (sources: string) => sources],
  ['not the same', (sources: string, n: number) => `${sources}, as ${n} has them`],
])('runs concurrent builds of the dashboard without failure, of sources that are %s', async (_, sourcesOf) => {
  await using dir = await temporaryDirectory();
  const out = join(dir.path, 'web');
  const all = Array.from({ length: 200 }, (_, i) => `sources ${i}`);
  const building = [1, 2, 3].map((n) =>
    build(
      out,
      all.map((sources) => sourcesOf(sources, n)),
    ),
  );
  expect(await Promise.all(building)).toEqual(['', '', '']);
  const [stamp, page] = await Promise.all(['.sources', 'index.html'].map((name) => readFile(join(out, name), 'utf8')));
  expect(stamp).toMatch(/^sources 199/);
  expect(page).toBe(stamp);
  expect(await readdir(dir.path)).toEqual(['web']);
});

test('replaces a dashboard where an earlier process of the same number was killed while it did', async () => {
  await using dir = await temporaryDirectory();
  const [out, fresh] = [join(dir.path, 'web'), join(dir.path, 'web.1')];
  for (const path of [out, fresh, `${fresh}.old`]) {
    await mkdir(path);
    await writeFile(join(path, '.sources'), path);
  }
  takePlace(fresh, out, fresh);
  expect(await readFile(join(out, '.sources'), 'utf8')).toBe(fresh);
  expect(await readdir(dir.path)).toEqual(['web']);
});

test('keeps a dashboard that was built of the same sources', async () => {
  await using dir = await temporaryDirectory();
  const [out, fresh] = [join(dir.path, 'web'), join(dir.path, 'web.1')];
  for (const [path, page] of [
    [out, 'the first'],
    [fresh, 'the second'],
  ] as const) {
    await mkdir(path);
    await writeFile(join(path, '.sources'), 'sources');
    await writeFile(join(path, 'index.html'), page);
  }
  takePlace(fresh, out, 'sources');
  expect(await readFile(join(out, 'index.html'), 'utf8')).toBe('the first');
});
