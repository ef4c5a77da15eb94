import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { run } from './main.ts';
import { createProgram } from './program.ts';

function terminal() {
  const said = { out: '', err: '' };
  const io = {
    env: {},
    stdout: { columns: 80, write: (text: string) => (said.out += text) },
    stderr: { columns: 80, write: (text: string) => (said.err += text) },
  };
  return { said, run: (...argv: string[]) => run({ ...io, argv }), io };
}

function commandsOf(command: Command, path: string[] = []): string[][] {
  return command.commands.flatMap((sub) => [[...path, sub.name()], ...commandsOf(sub, [...path, sub.name()])]);
}

const program = createProgram({ io: { ...terminal().io, argv: [] }, exit: () => undefined });

describe.each([[], ...commandsOf(program)].map((path) => ({ path, name: path.join(' ') || 'plumbline' })))(
  'help of $name',
  ({ path }) => {
    test('is there, describes it, and fits a terminal', async () => {
      const { said, run } = terminal();
      expect(await run(...path, '--help')).toBe(0);
      expect(said.out).toMatch(/^Usage: plumbline/);
      expect(said.err).toBe('');
      for (const line of said.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    });
  },
);

test.each(commandsOf(program).filter((path) => path.length > 1 || ['scan', 'demo', 'start'].includes(path[0] ?? '')))(
  'shows an example in the help of %s %s',
  async (...path) => {
    const { said, run } = terminal();
    await run(...path.filter(Boolean), '--help');
    expect(said.out).toContain('Examples:\n  $ ');
  },
);

test('lists exit codes in the help of scan', async () => {
  const { said, run } = terminal();
  await run('scan', '--help');
  expect(said.out).toMatch(/Exit codes:\n +0 .*\n +1 [^]*--allow-unread[^]*\n +2 +drift/);
});

test('shows the help of a command, and reports an unknown one', async () => {
  const { said, run } = terminal();
  expect(await run('help', 'aws', 'set')).toBe(0);
  expect(said.out).toMatch(/^Usage: plumbline aws set /);
  expect(await run('help', 'aws', 'nix')).toBe(1);
  expect(said.err).toContain('there is no command "aws nix"');
});

test.each([['nonsense'], ['aws', 'nonsense']])('fails on the help of an unknown command: %s %s', async (...path) => {
  const { said, run } = terminal();
  expect(await run(...path.filter(Boolean), '--help')).toBe(1);
  expect(said.out).toBe('');
  expect(said.err).toContain("unknown command 'nonsense'");
});

test('prints the version of the package', async () => {
  const { said, run } = terminal();
  expect(await run('--version')).toBe(0);
  expect(said.out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [['scna'], "unknown command 'scna'\n(Did you mean scan?)"],
  [['explain'], "missing required argument 'address'"],
  [['scan', 'x', '--json', '--markdown'], 'cannot be used with'],
  [['orgs', 'lst'], 'Did you mean list?'],
  [['keys', 'create', 'org_1', '--name', 'x', '--scope', 'root'], 'Allowed choices are read, write, admin'],
  [['keys', 'create', 'org_1', '--name', 'x', '--expires', 'tomorrow'], 'such as 2027-01-01T00:00:00Z'],
  [['orgs', 'nix'], 'Add --help'],
  [['orgs', 'list', '--limit', 'many'], 'It must be a whole number from 1 to 100.'],
])('rejects plumbline %j with a hint', async (argv, text) => {
  const { said, run } = terminal();
  expect(await run(...argv)).toBe(1);
  expect(said.err).toContain(text);
  expect(said.err).toMatch(/^plumbline: /);
  expect(said.err).not.toContain('    at ');
});

test('prints an error as one line, with a stack under PLUMBLINE_DEBUG', async () => {
  const { said, io } = terminal();
  const argv = ['orgs', 'list', '--url', 'nowhere', '--key', 'k'];
  expect(await run({ ...io, argv })).toBe(1);
  expect(said.err).toBe(
    'plumbline: --url or PLUMBLINE_URL must be an address such as http://127.0.0.1:8080 (got "nowhere").\n',
  );
  await run({ ...io, argv, env: { PLUMBLINE_DEBUG: '1' } });
  expect(said.err).toContain('    at ');
});
