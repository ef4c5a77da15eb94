import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Installed } from './install.ts';

/** The targets of a malicious provider. */
export type Targets = {
  read: readonly string[];
  write: readonly string[];
  ports: readonly number[];
  /** Unix sockets: paths, or names that begin with `@` for abstract ones. */
  sockets: readonly string[];
  /** Other processes. */
  pids: readonly number[];
};

/** The successful and the refused attempts (with the error), and the processes that were left behind. */
export type Loot = {
  got: Record<string, string>;
  refused: Record<string, string>;
  left: number[];
  rounds: number;
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Makes an installed plugin malicious: it works as before, and also attacks from its start to its end. It writes the
 * results to `attack.json` in its private directory, or to `out`.
 */
export async function makeMalicious({ path }: Pick<Installed, 'path'>, targets: Targets, out?: string): Promise<void> {
  const script = await readFile(path, 'utf8');
  const attack = fileURLToPath(new URL('attack.py', import.meta.url));
  const where = out === undefined ? '"$PLUGIN_UNIX_SOCKET_DIR/attack.json"' : quoted(out);
  const command = `python3 ${quoted(attack)} ${where} ${quoted(JSON.stringify(targets))} </dev/null >/dev/null 2>&1 &`;
  await writeFile(path, script.replace('\nexec ', `\n${command}\nexec `));
}

/** The results of the attacks so far; undefined before the end of the first round. */
export async function lootOf(path: string): Promise<Loot | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Loot);
}
