import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { SourcedRule } from '../../engine/ignore/ignore.ts';
import { CONFIG_FILE } from '../../services/repository-config/name.ts';
import type { RepositoryConfig } from '../../services/repository-config/parse.ts';
import { CliError } from '../terminal/client.ts';
import { rulesOf } from './ignore-file.ts';
import { print, type Io } from '../terminal/io.ts';
import { flag, value, type Values } from '../terminal/options.ts';
import { visible } from '../../base/visible.ts';
import { plural } from '../../base/plural.ts';

/** A larger file is not a configuration: the parser refuses it by its size. */
const MAX_BYTES = 1024 * 1024;

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Reads a configuration file. Throws `CliError` with every problem and its line. */
export async function readRepositoryConfig(path: string): Promise<RepositoryConfig> {
  // Loaded when needed: most repositories have no such file, and a YAML parser takes a while to load.
  const { parseRepositoryConfig } = await import('../../services/repository-config/parse.ts');
  let text: string;
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new CliError(`${visible(path)} does not exist. Check the path.`);
  try {
    const { size } = statSync(path);
    text = size > MAX_BYTES ? ' '.repeat(MAX_BYTES) : readFileSync(path, 'utf8');
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

const isUrl = (target: string): boolean => /^[a-z0-9]+:\/\//i.test(target);

/** The target's configuration file: beside the states, else in the working directory. */
function findConfig(target: string): string | undefined {
  const local = isUrl(target) ? [] : [isDirectory(target) ? target : dirname(resolve(target))];
  return [...local, '.'].map((directory) => join(directory, CONFIG_FILE)).find(isFile);
}

/** The options of every command that applies ignore rules. */
export const RULE_OPTIONS = [
  value('--ignore <file>', 'ignore rules, as JSON (docs/ignore-rules.md)'),
  value('--config <file>', `the ${CONFIG_FILE} to use; else the one beside the states or here`),
  flag('--no-config', `use no ${CONFIG_FILE}`),
] as const;

export type RuleOptions = Partial<Values<typeof RULE_OPTIONS>> & { quiet?: boolean | undefined };

/** Whether a configuration file that was found, not named, may also concern states outside the scan. */
function concernsOtherStates(path: string, target: string): boolean {
  if (isUrl(target) || !isDirectory(target)) return true;
  const way = relative(resolve(target), resolve(dirname(path)));
  return isAbsolute(way) || way.split(sep)[0] === '..';
}

/**
 * The rules for a scan without a server: those of `--ignore`, then those of the configuration file, whose name is
 * printed on stderr. `otherStates`: that file may also concern other states. Throws `CliError` for an invalid rule.
 */
export async function rulesForScan(
  { stderr }: Pick<Io, 'stderr'>,
  target: string,
  options: RuleOptions,
): Promise<{ rules: SourcedRule[]; otherStates: boolean }> {
  const named = options.ignore === undefined ? [] : rulesOf(options.ignore);
  const path =
    typeof options.config === 'string' ? options.config : options.config === false ? undefined : findConfig(target);
  if (path === undefined) return { rules: named, otherStates: false };
  const { ignore } = await readRepositoryConfig(path);
  const twice = ignore.find(({ id }) => named.some((rule) => rule.id === id));
  if (twice)
    throw new CliError(
      `The rule ${visible(twice.id)} stands in ${visible(options.ignore ?? '')} and in ${visible(path)}.`,
    );
  if (options.quiet !== true) print(stderr, `Using ${visible(path)}: ${plural(ignore.length, 'ignore rule')}.`);
  const found = typeof options.config !== 'string';
  return { rules: [...named, ...ignore], otherStates: found && concernsOtherStates(path, target) };
}
