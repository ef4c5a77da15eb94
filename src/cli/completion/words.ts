import type { Command } from 'commander';

type OptionWords = { flags: string[]; about: string; takesValue: boolean; choices: readonly string[] };

/** Completions after one command; `path` is ` orgs list`, and empty for the program itself. */
export type CommandWords = { path: string; commands: { name: string; about: string }[]; options: OptionWords[] };

/** Shells show a description on one line. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** The commands and options of a program, for each command, the program first. */
export function wordsOf(command: Command, path = ''): CommandWords[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const own: CommandWords = {
    path,
    commands: commands.map((one) => ({ name: one.name(), about: oneLine(one.summary() || one.description()) })),
    options: help.visibleOptions(command).map(({ long, short, description, argChoices, required, optional }) => ({
      flags: [long, short].filter((flag) => typeof flag === 'string'),
      about: oneLine(description),
      takesValue: required || optional,
      choices: argChoices ?? [],
    })),
  };
  return [own, ...command.commands.flatMap((one) => wordsOf(one, `${path} ${one.name()}`))];
}
