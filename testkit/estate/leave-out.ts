import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Estate } from './estate.ts';

/** Takes the resources of some types out of all configurations in a directory. Nothing else may refer to them. */
export async function leaveOut(dir: string, types: readonly string[]): Promise<void> {
  if (types.length === 0) return;
  const block = new RegExp(`^resource "(?:${types.join('|')})" .*?^}\n`, 'gms');
  for await (const file of glob('**/*.tf', { cwd: dir })) {
    const path = join(dir, file);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(block, ''));
  }
}

/** An estate without the resources of some types, and without what happens to them. */
export function estateWithout(estate: Estate, types: readonly string[]): Estate {
  const isLeftOut = (address: string): boolean => types.some((type) => `.${address}`.includes(`.${type}.`));
  const changes = estate.changes.filter(({ shows }) => !Object.keys(shows).some(isLeftOut));
  return { ...estate, changes, without: types };
}
