import { execFile } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../../src/base/errors.ts';
import { isObject } from '../../src/base/json.ts';
import { motoServer, onPath } from '../needs.ts';
import { Unavailable, type WorldOptions } from '../../src/cli/demo/world.ts';

const VERSION = '5.2.1';
const TOO_LONG_MS = 300_000;
const run = promisify(execFile);

/** The last line of a failed program's stderr, where Python and pip print the reason. */
function lastWords(error: unknown): string {
  const said = isObject(error) && typeof error.stderr === 'string' ? error.stderr.trim().split('\n').at(-1) : undefined;
  return said || messageOf(error);
}

/**
 * Finds `moto_server` on PATH, or else in a private virtual environment under the user's cache directory. Installs that
 * environment once, and says so. Throws `Unavailable` with the reason if neither works.
 */
export async function findOrInstallMoto({ env, say, signal }: Omit<WorldOptions, 'directory'>): Promise<string> {
  const found = motoServer();
  if (found !== undefined) return found;
  const home = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'plumbline', `moto-${VERSION}`);
  const program = join(home, 'bin', 'moto_server');
  const complete = join(home, 'complete');
  if (await exists(complete)) return program;
  const python = onPath('python3');
  if (python === undefined) throw new Unavailable('moto is not installed, and there is no python3 to install it with');
  say(`Installing moto ${VERSION}, an AWS emulator, with pip into ${home} (once; up to a minute) …`);
  try {
    await rm(home, { recursive: true, force: true });
    await mkdir(home, { recursive: true });
    await run(python, ['-m', 'venv', home], { signal, timeout: TOO_LONG_MS });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `moto[server]==${VERSION}`];
    await run(join(home, 'bin', 'python3'), pip, { signal, timeout: TOO_LONG_MS });
    await writeFile(complete, '');
    return program;
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    signal.throwIfAborted();
    throw new Unavailable(`moto could not be installed with pip: ${lastWords(error)}`, { cause: error });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
