import { describe, expect, test } from 'vitest';
import type { FoundProvider } from '../provider/contract/types.ts';
import { levelOf } from '../provider/jail/level.ts';
import { createSandbox, type Sandbox } from '../provider/jail/sandbox.ts';
import { composeSandbox, confinedFinder, sandboxWarning, shownLevel, warnOfSandbox } from './compose-sandbox.ts';

const AWS = 'registry.terraform.io/hashicorp/aws';
const GOOGLE = 'registry.terraform.io/hashicorp/google';
const FOUND: FoundProvider = { source: AWS, version: '1.0.0', path: '/x', checksum: '', origin: '' };

const finding = (sandbox: Sandbox, organizations: number) =>
  confinedFinder(
    async () => FOUND,
    sandbox,
    async () => organizations,
  );
const fits = async (): Promise<boolean> => true;

describe.skipIf(process.platform !== 'linux')('a server on a machine without Landlock', () => {
  const partial = createSandbox({ mode: 'auto', without: ['landlock', 'namespaces'] });

  test('runs the default providers for one organization', async () => {
    expect((await partial.level()).level).toBe('partial');
    await expect(finding(partial, 1)({ source: AWS }, fits)).resolves.toBe(FOUND);
  });

  test.each([
    ['a provider beyond the default list', GOOGLE, 1, 'is not one of the default list'],
    ['any for several organizations', AWS, 2, 'would run for more than one organization'],
  ])('refuses %s, and says what to do', async (_, source, organizations, why) => {
    await expect(finding(partial, organizations)({ source }, fits)).rejects.toMatchObject({
      code: 'provider_not_allowed',
      source,
      message: expect.stringMatching(new RegExp(`${why}.*sandbox: partial.*PLUMBLINE_SANDBOX=off`)),
    });
  });

  test('refuses settings of an organization, which may have a provider run programs', async () => {
    const need = { source: AWS, isTenants: true };
    const off = createSandbox({ mode: 'off' });
    for (const [sandbox, organizations] of [[partial, 1] as const, [off, 2] as const])
      await expect(finding(sandbox, organizations)(need, fits)).rejects.toMatchObject({
        code: 'provider_not_allowed',
        message: expect.stringContaining('has settings of its organization'),
      });
    await expect(finding(off, 1)(need, fits)).resolves.toBe(FOUND);
    await expect(finding(off, 2)({ source: AWS }, fits)).resolves.toBe(FOUND);
  });

  test('warns of what is missing, in the log and once at a scan', async () => {
    const warnings: string[] = [];
    await warnOfSandbox(partial, (text) => warnings.push(text));
    expect(warnings).toEqual([sandboxWarning(await partial.level())]);
    expect(warnings[0]).toMatch(/sandbox: partial.*Files are not protected/);
  });
});

describe('where it cannot be found out now', () => {
  const unknown: Sandbox = {
    ...createSandbox({ mode: 'auto' }),
    level: () => Promise.reject(new Error('The guard said nothing.')),
  };

  test('finds no provider, and lets the analysis be retried', async () => {
    await expect(finding(unknown, 1)({ source: AWS }, fits)).rejects.toMatchObject({
      code: 'provider_start_failed',
      message: expect.stringMatching(/could not be found out now. Start the analysis again later.$/),
      internal: expect.stringContaining('The guard said nothing.'),
    });
  });

  test('warns that no provider is started', async () => {
    const { level, missing } = await shownLevel(unknown);
    expect([level, missing]).toEqual([
      'none',
      [expect.stringMatching(/The guard said nothing. No provider is started/)],
    ]);
    const warnings: string[] = [];
    await warnOfSandbox(unknown, (text) => warnings.push(text));
    expect(warnings).toEqual([expect.stringContaining('No provider is started')]);
  });
});

test('reuses the sandbox level that another process has found', async () => {
  const layers = { landlock: 7, seccomp: true, mounts: false, network: false };
  const confinement = { layers, argv: ['guard'], env: {} };
  const sandbox = createSandbox({ mode: 'auto', known: { confinement } });
  expect(await sandbox.confinement()).toBe(confinement);
  expect((await sandbox.level()).level).toBe('full');
  expect((await createSandbox({ mode: 'auto', known: { confinement: undefined } }).level()).level).toBe('none');
});

test('accepts a sandbox that is turned off, without a warning', async () => {
  const off = createSandbox({ mode: 'off' });
  await expect(finding(off, 9)({ source: GOOGLE }, fits)).resolves.toBe(FOUND);
  expect(sandboxWarning(await off.level())).toBeUndefined();
});

describe('the level', () => {
  const whole = { landlock: 7, seccomp: true, mounts: true, network: true };

  test('is full where all is there, and names nothing', () => {
    expect(levelOf(whole)).toEqual({ level: 'full', missing: [] });
  });

  test('is full without namespaces, and names what remains open', () => {
    const { level, missing } = levelOf({ ...whole, mounts: false, network: false });
    expect(level).toBe('full');
    expect(missing).toEqual([expect.stringContaining('Unix sockets'), expect.stringContaining('Other machines')]);
  });

  test.each([
    [{ landlock: 0 }, 'Files are not protected'],
    [{ landlock: 3, network: false }, 'Any TCP address'],
    [{ landlock: 2 }, 'from being emptied: it is older than version 3 (Linux 6.2)'],
    [{ seccomp: false }, 'System calls are not restricted'],
    [{ seccomp: false, landlock: 5 }, 'Other processes can be signalled'],
  ])('is partial with %j', (layers, what) => {
    const { level, missing } = levelOf({ ...whole, ...layers });
    expect(level).toBe('partial');
    expect(missing.join(' ')).toContain(what);
  });

  test('is partial where secrets lie in a directory of the system', async () => {
    // The level that is shown and the start of providers use the same sandbox.
    const { level, missing } = await composeSandbox({ sandbox: 'auto' }, '/usr/share').level();
    expect([level, missing[0]]).toEqual(['partial', expect.stringContaining('/usr/share can be read')]);
  });

  test('is none where nothing is there', () => {
    expect(levelOf(undefined).level).toBe('none');
  });
});
