import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UNSERVED_BY_MOTO } from './aws-provider.ts';
import type { Estate } from './estate.ts';

/** Arguments with another name in provider 6.x. */
const RENAMED: readonly [before: string, since6: string][] = [['compute_environment_name', 'name']];

const UNSERVED = new RegExp(`^resource "(?:${UNSERVED_BY_MOTO.join('|')})" .*?^}\n`, 'gms');

/** Rewrites all configurations in a directory for provider 6.x. No expression may refer to the removed resources. */
export async function adaptToNewProvider(dir: string): Promise<void> {
  for await (const file of glob('**/*.tf', { cwd: dir })) {
    const path = join(dir, file);
    let text = (await readFile(path, 'utf8')).replaceAll(UNSERVED, '');
    for (const [before, since6] of RENAMED)
      text = text.replaceAll(new RegExp(`^(\\s*)${before}\\b`, 'gm'), `$1${since6}`);
    await writeFile(path, text);
  }
}

/** An estate without changes to resources that moto does not support with provider 6.x. */
export function onNewProvider(estate: Estate): Estate {
  const isLeftOut = (address: string): boolean => UNSERVED_BY_MOTO.some((type) => `.${address}`.includes(`.${type}.`));
  return { ...estate, changes: estate.changes.filter(({ shows }) => !Object.keys(shows).some(isLeftOut)) };
}
