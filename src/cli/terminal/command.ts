import type { Command, Option } from 'commander';
import { createClient, type Client, type ClientOptions } from './client.ts';
import { print, roomOf, type Io } from './io.ts';
import { CLIENT_OPTIONS, JSON_OPTION, type Values } from './options.ts';
import { table } from './table.ts';

/** The context of a command: its input and output, and the exit code of the process. */
export type Cli = { io: Io; exit(code: number): void };

/** A command or a group of commands, as a row of the command table. It adds itself to its parent. */
export type Row = (parent: Command, cli: Cli) => void;

type Argument<Word> = Word extends `${'<' | '['}${string}...${'>' | ']'}`
  ? [string[]]
  : Word extends `<${string}>`
    ? [string]
    : Word extends `[${string}]`
      ? [string | undefined]
      : [];
/** The arguments of `list <org> [name]`: `[string, string | undefined]`. */
type Args<Use> = Use extends `${infer Word} ${infer Rest}` ? [...Argument<Word>, ...Args<Rest>] : Argument<Use>;

type Head<Use extends string, Options extends readonly Option[]> = {
  /** The command's name and arguments. */
  use: Use;
  about: string;
  /** Shorter than `about`, for the list of commands. */
  summary?: string;
  /** Replaces the usage that is generated from arguments and options. */
  usage?: string;
  alias?: string;
  /** The parser of the first argument. */
  argument?: { about: string; parse: (text: string) => string };
  options?: Options;
  examples: readonly (readonly [line: string, why: string])[];
  /** Further text of the command's help. */
  more?: string;
};

type Local<Use extends string, Options extends readonly Option[]> = Head<Use, Options> & {
  run: (cli: Cli, args: Args<Use>, options: Values<Options>, command: Command) => unknown;
};

/** A command that does its work itself. */
export function local<const Use extends string, const Options extends readonly Option[] = []>(
  row: Local<Use, Options>,
): Row {
  return (parent, cli) => {
    const command = parent.command(row.use).description(row.about);
    if (row.summary !== undefined) command.summary(row.summary);
    if (row.usage !== undefined) command.usage(row.usage);
    if (row.alias !== undefined) command.alias(row.alias);
    const [first] = command.registeredArguments;
    if (row.argument && first) first.argParser(row.argument.parse).description = row.argument.about;
    for (const option of row.options ?? []) command.addOption(option);
    command.addHelpText('after', helpOf(row));
    command.action(async (...all: unknown[]) => {
      const args = all.slice(0, -2) as Args<Use>;
      await row.run(cli, args, all.at(-2) as Values<Options>, command);
    });
  };
}

/** The end of a command's help: examples and further text. */
export function helpOf({ examples, more = '' }: Pick<Head<string, []>, 'examples' | 'more'>): string {
  const lines = examples.map(([line, why]) => `  $ ${line}\n      ${why}`);
  return `\nExamples:\n${lines.join('\n')}${more === '' ? '' : `\n\n${more}`}`;
}

type Remote<Use extends string, Options extends readonly Option[], Answer> = Head<Use, Options> & {
  ask: (client: Client, args: Args<Use>, options: Values<Options>, cli: Cli) => Promise<Answer>;
  /** Prints the answer for people; `--json` prints it as JSON. */
  show: (cli: Cli, answer: Answer, args: Args<Use>, options: Values<Options>) => unknown;
  /** The part of the answer that `--json` prints; default: all of it. */
  json?: (answer: Answer) => unknown;
  /** The exit code, where the answer decides it. */
  code?: (answer: Answer) => number;
};

/** A command that asks a running server, and prints its answer for people or as JSON. */
export function remote<const Use extends string, const Options extends readonly Option[] = [], Answer = unknown>({
  ask,
  show,
  json = (answer) => answer,
  code,
  options,
  ...head
}: Remote<Use, Options, Answer>): Row {
  return local({
    ...head,
    options: [...(options ?? []), ...CLIENT_OPTIONS, JSON_OPTION],
    async run(cli, args, values) {
      const options = values as Values<Options> & ClientOptions & { json?: boolean };
      const answer = await ask(createClient(cli.io.env, options), args, options, cli);
      if (options.json) printJson(cli, json(answer));
      else await show(cli, answer, args, options);
      if (code) cli.exit(code(answer));
    },
  });
}

/** A command that asks a running server, without an answer to print as JSON. */
export function order<const Use extends string, const Options extends readonly Option[] = []>({
  run,
  options,
  ...head
}: Head<Use, Options> & {
  run: (cli: Cli, client: Client, args: Args<Use>, options: Values<Options>) => Promise<void>;
}): Row {
  return local({
    ...head,
    options: [...(options ?? []), ...CLIENT_OPTIONS],
    run: (cli, args, values) => run(cli, createClient(cli.io.env, values), args, values as Values<Options>),
  });
}

export function group(name: string, about: string, rows: readonly Row[]): Row {
  return (parent, cli) => {
    const command = parent.command(name).description(about);
    for (const row of rows) row(command, cli);
    command.helpCommand('help [command]', 'print the help of a command');
  };
}

/** Prints the result, which scripts read. */
export const say = ({ io }: Cli, text: string): void => print(io.stdout, text);

/** Prints text for people, not for `--json`. */
export const note = ({ io }: Cli, text: string): void => print(io.stderr, text);

export const printJson = (cli: Cli, value: unknown): void => say(cli, JSON.stringify(value, null, 2));

/** Prints rows as a table (see `table`) that fits the terminal. */
export function printTable(cli: Cli, ...[headings, rows]: Parameters<typeof table>): void {
  if (rows.length === 0) note(cli, 'There are none.');
  else say(cli, table(headings, rows, roomOf(cli.io.stdout)));
}
