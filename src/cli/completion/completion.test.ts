import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { run } from '../main.ts';

async function script(shell: string): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const io = {
    env: {},
    stdout: { write: (text: string) => (said.out += text) },
    stderr: { write: (text: string) => (said.err += text) },
  };
  const code = await run({ ...io, argv: ['completion', shell] });
  return { code, ...said };
}

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** A shell's completions of each line, with the cursor at its end. */
async function offered(shell: 'bash' | 'zsh' | 'fish', line: string): Promise<string[]> {
  await using dir = await temporaryDirectory();
  const file = join(dir.path, 'completion');
  writeFileSync(file, (await script(shell)).out);
  const words = line.split(' ');
  const programs = {
    bash: `source ${file}; COMP_WORDS=(${words.map((one) => `'${one}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _plumbline; printf '%s\\n' "\${COMPREPLY[@]}"`,
    fish: `source ${file}; complete -C '${line}' | string replace -r '\\t.*' ''`,
    zsh: '',
  };
  const out = execFileSync(shell, ['-c', programs[shell]], { encoding: 'utf8', cwd: dir.path });
  return out.split('\n').filter(Boolean);
}

const CASES: [line: string, some: string[], none: string[]][] = [
  ['plumbline ', ['scan', 'orgs', 'completion'], ['list', '--json']],
  ['plumbline sc', ['scan'], ['start']],
  ['plumbline orgs ', ['list', 'create'], ['scan']],
  ['plumbline orgs list --', ['--limit', '--json'], ['--format']],
  ['plumbline scan --format ', ['text', 'json', 'markdown', 'sarif', 'junit'], ['scan', '--json']],
  ['plumbline scan infra --fail-on h', ['high'], ['low']],
];

test.each(CASES)('bash completes "%s"', async (line, some, none) => {
  const found = await offered('bash', line);
  expect(found).toEqual(expect.arrayContaining(some));
  for (const one of none) expect(found).not.toContain(one);
});

test.skipIf(!has('fish')).each(CASES)('fish completes "%s"', async (line, some, none) => {
  const found = await offered('fish', line);
  expect(found).toEqual(expect.arrayContaining(some));
  for (const one of none) expect(found).not.toContain(one);
});

test.skipIf(!has('zsh'))('zsh reads its script', async () => {
  const { out } = await script('zsh');
  execFileSync('zsh', ['-n'], { input: out });
  expect(out).toContain("'scan:compare Terraform states");
});

test('names every command in each script, and refuses another shell', async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await script(shell)).out).toContain(
      "' aws set'".replaceAll("'", shell === 'fish' ? String.raw`\'` : "'").slice(1, -1),
    );
  const other = await script('tcsh');
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('bash, zsh, fish')]);
});
