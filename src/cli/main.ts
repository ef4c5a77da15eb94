import { shellWord, shortPath } from './terminal/shell-words.ts';
import { CommanderError, type Command } from 'commander';
import { messageOf } from '../base/errors.ts';
import { isObject } from '../base/json.ts';
import { maskText } from '../engine/mask/mask.ts';
import { CliError } from './terminal/client.ts';
import { print, type Io } from './terminal/io.ts';
import { createProgram } from './program.ts';
import { Interrupted } from './terminal/signals.ts';

/** An error in a line or two for the person at the keyboard. */
export function describeError(error: unknown): string {
  const fields = isObject(error) && Array.isArray(error.fields) ? error.fields.filter(isObject) : [];
  return [messageOf(error), ...fields.map((field) => `  ${String(field.path)} ${String(field.message)}`)].join('\n');
}

/** The API's description of the key's header. It looks like a secret but is none. */
const HOW_KEYS_ARE_SENT = '"Authorization: Bearer <key>"';

function masked(text: string): string {
  return text.split(HOW_KEYS_ARE_SENT).map(maskText).join(HOW_KEYS_ARE_SENT);
}

/** Whether the arguments name an unknown command, for which commander would print the help of all commands. */
function isUnknown(program: Command, argv: readonly string[]): boolean {
  let command = program;
  for (const word of argv) {
    if (word.startsWith('-') || word === 'help' || command.commands.length === 0) return false;
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (!next) return true;
    command = next;
  }
  return false;
}

const withoutHelp = (argv: readonly string[]) => argv.filter((word) => word !== '--help' && word !== '-h');

/**
 * Runs a command line and returns the exit code. Prints errors on stderr without a stack, unless PLUMBLINE_DEBUG is set.
 */
export async function run(io: Io): Promise<number> {
  let exitCode = 0;
  const program = createProgram({ io, exit: (code) => (exitCode = code) });
  try {
    await program.parseAsync(isUnknown(program, io.argv) ? withoutHelp(io.argv) : io.argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof Interrupted) {
      print(io.stderr, 'plumbline: interrupted');
      return error.exitCode;
    }
    print(io.stderr, masked(`plumbline: ${describeError(error)}`));
    if (io.env.PLUMBLINE_DEBUG && error instanceof Error) print(io.stderr, error.stack ?? '');
    return error instanceof CliError ? error.exitCode : 1;
  }
}

/** How to type this command: its name if installed, its file in a clone. */
function commandOf(file: string | undefined): string {
  if (file === undefined || !file.endsWith('.mjs')) return 'plumbline';
  return `node ${shellWord(shortPath(file))}`;
}

/** Removes the secrets from the process's environment, which other processes inherit. Returns a copy of the original. */
async function takenSecrets(env: NodeJS.ProcessEnv): Promise<Io['env']> {
  const { takeSecrets } = await import('../server/config/config.ts');
  return takeSecrets(env);
}

/** The process's entry: see bin/plumbline.mjs, which knows the commands that hide the process's environment. */
export async function main(process: NodeJS.Process, { hides }: { hides: boolean }): Promise<void> {
  const { stdout, stderr, env } = process;
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The reader has closed the pipe: `plumbline … | head`.
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  process.exitCode = await run({
    argv: process.argv.slice(2),
    env: hides ? await takenSecrets(env) : env,
    // A getter: stdin is opened only when a command reads it.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    command: commandOf(process.argv[1]),
  });
}
