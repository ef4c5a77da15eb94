import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { messageOf } from '../../base/errors.ts';
import type { SourcedRule } from '../../drift/rules/ignore.ts';
import { CONFIG_FILE } from '../../services/repository-config/name.ts';
import type { RepositoryConfig } from '../../services/repository-config/parse.ts';
import { CliError } from '../terminal/client.ts';
import { rulesOf } from './ignore-file.ts';
import { print, type Io } from '../terminal/io.ts';
import { visible } from '../../base/visible.ts';
import { plural } from '../../base/plural.ts';

/** Whatever is larger is no configuration; the parser says so, and need not be given all of it. */
const MOST_BYTES = 1024 * 1024;

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Reads a file, and throws `CliError` with every problem and its line where there is any. */
export async function readRepositoryConfig(path: string): Promise<RepositoryConfig> {
  // Most have no such file, and a reader of YAML takes a while to load.
  const { parseRepositoryConfig } = await import('../../services/repository-config/parse.ts');
  let text: string;
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new CliError(`${visible(path)} does not exist. Check the path.`);
  try {
    const { size } = statSync(path);
    text = size > MOST_BYTES ? ' '.repeat(MOST_BYTES) : readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError(`${visible(path)} could not be read: ${visible(messageOf(error))}`, { cause: error });
  }
  const parsed = parseRepositoryConfig(text);
  if ('config' in parsed) return parsed.config;
  const lines = parsed.problems.map(
    ({ line, column, message }) => `${visible(path)}:${line}:${column}: ${visible(message)}`,
  );
  throw new CliError(lines.join('\n'));
}

/** The file that goes with what is scanned: beside the states, else in the working directory. */
function findConfig(target: string): string | undefined {
  const local = target.startsWith('s3://') ? [] : [isDirectory(target) ? target : dirname(resolve(target))];
  return [...local, '.'].map((directory) => join(directory, CONFIG_FILE)).find(isFile);
}

/** Which rules a command takes, in its help's words. */
export function withRuleOptions(command: Command): Command {
  return command
    .option('--ignore <file>', 'rules about what to leave out, as JSON (docs/ignore-rules.md)')
    .option('--config <file>', `the ${CONFIG_FILE} to use; else the one beside the states or here`)
    .option('--no-config', `use no ${CONFIG_FILE}`);
}

export type RuleOptions = { ignore?: string; config?: string | boolean; quiet?: boolean };

/** Whether a file that was found, and not named, may be about more states than those that are scanned. */
function isFromElsewhere(path: string, target: string): boolean {
  if (target.startsWith('s3://') || !isDirectory(target)) return true;
  const way = relative(resolve(target), resolve(dirname(path)));
  return isAbsolute(way) || way.split(sep)[0] === '..';
}

/**
 * The rules for a scan without a server: those of `--ignore`, then those of the configuration file, which is named on
 * stderr; and whether that file lies elsewhere than the states. Throws `CliError` for what cannot be taken.
 */
export async function rulesForScan(
  { stderr }: Pick<Io, 'stderr'>,
  target: string,
  options: RuleOptions,
): Promise<{ rules: SourcedRule[]; elsewhere: boolean }> {
  const given = options.ignore === undefined ? [] : rulesOf(options.ignore);
  const path =
    typeof options.config === 'string' ? options.config : options.config === false ? undefined : findConfig(target);
  if (path === undefined) return { rules: given, elsewhere: false };
  const { ignore } = await readRepositoryConfig(path);
  const twice = ignore.find(({ id }) => given.some((rule) => rule.id === id));
  if (twice)
    throw new CliError(
      `The rule ${visible(twice.id)} stands in ${visible(options.ignore ?? '')} and in ${visible(path)}.`,
    );
  if (options.quiet !== true) print(stderr, `Using ${visible(path)}: ${plural(ignore.length, 'ignore rule')}.`);
  const found = typeof options.config !== 'string';
  return { rules: [...given, ...ignore], elsewhere: found && isFromElsewhere(path, target) };
}
