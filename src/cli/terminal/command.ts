import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ClientOptions } from './client.ts';
import { print, roomOf, type Io } from './io.ts';
import { table } from './table.ts';

/** What a command works with: the world, and the code that the process is to end with. */
export type Cli = { io: Io; exit(code: number): void };

/** The options of every command that talks to a server. */
export function withClientOptions(command: Command): Command {
  return command
    .option('--url <address>', 'address of the server (default: PLUMBLINE_URL, else HOST and PORT of the environment)')
    .option('--key <key>', 'API key (default: PLUMBLINE_API_KEY, else the operator key in the data directory)');
}

export type WithClient = ClientOptions & { json?: boolean };

/** `--json`, in the same words everywhere. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print the answer as JSON');
}

/** Prints a value as JSON for scripts. */
export function printJson({ io }: Cli, value: unknown): void {
  print(io.stdout, JSON.stringify(value, null, 2));
}

/** Prints rows as a table (see `table`) that fits where it is read; where there are none, says so to whoever reads along. */
export function printTable({ io }: Cli, ...[headings, rows]: Parameters<typeof table>): void {
  if (rows.length === 0) print(io.stderr, 'There are none.');
  else print(io.stdout, table(headings, rows, roomOf(io.stdout)));
}

/** Adds examples, and whatever else a reader of the help needs to know, below the options. */
export function withExamples(command: Command, examples: readonly (readonly [string, string])[], more = ''): Command {
  const lines = examples.map(([line, why]) => `  $ ${line}\n      ${why}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}${more === '' ? '' : `\n\n${more}`}`);
}

/** Reads a whole number between two bounds. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const n = Number(text);
    if (!/^\d+$/.test(text) || n < min || n > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return n;
  };
}

/** Takes a text of one form alone; `what` says which, with an example. Whether it makes sense is for the server to say. */
export function formed(form: RegExp, what: string): (text: string) => string {
  return (text) => {
    if (!form.test(text)) throw new InvalidArgumentError(`It must be ${what}.`);
    return text;
  };
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `--grace`: how long what is replaced goes on being good, in seconds, a day where it is not said; `what` describes it. */
export const graceOption = (what: string, mostDays: number): Option =>
  new Option('--grace <time>', `${what}: 0, 15m, 24h, 7d`).argParser(graceSeconds(mostDays)).default(86_400, '24h');

/** A parser of grace periods: reads `90s`, `15m`, `24h`, `7d` or `0` as seconds. */
function graceSeconds(mostDays: number): (text: string) => number {
  return (text) => {
    const [, n = '', unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
    const seconds = Number(n) * (UNITS[unit] ?? 1);
    if (n === '' || seconds > mostDays * 86_400)
      throw new InvalidArgumentError(`It must be a time such as 90s, 15m, 24h or 7d, at most ${mostDays}d.`);
    return seconds;
  };
}
