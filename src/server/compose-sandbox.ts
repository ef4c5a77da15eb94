import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { ProviderProblem } from '../provider/contract/problem.ts';
import type { ProviderNeed } from '../provider/contract/types.ts';
import type { ProviderFinder } from '../provider/find.ts';
import { meantBy, type ProviderPattern } from '../provider/address/pattern.ts';
import { createSandbox, type Known, type Sandbox } from '../provider/jail/sandbox.ts';
import type { SandboxLevel } from '../provider/jail/types.ts';
import type { Config } from './config/config.ts';
import { SETTINGS } from './config/settings.ts';

const ACCEPT = 'PLUMBLINE_SANDBOX=off accepts that providers run unconfined.';

const standard = (): ProviderPattern[] => SETTINGS.providers.read(SETTINGS.providers.fallback ?? '');

/** The directory of a server's providers. */
export const providersDir = (dataDir: string): string => join(dataDir, 'providers');

/** The sandbox of the providers in `cacheDir`, which it creates. */
export function composeSandbox({ sandbox: mode }: Pick<Config, 'sandbox'>, cacheDir: string, known?: Known): Sandbox {
  mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
  return createSandbox({ mode, secret: [cacheDir], known });
}

/** A warning for the operator; undefined where providers are fully confined, or confinement is off. */
export function sandboxWarning({ level, missing }: SandboxLevel): string | undefined {
  if (level === 'full' || level === 'off') return undefined;
  return `Providers are not fully confined on this machine (sandbox: ${level}). ${missing.join(' ')}`;
}

/** Why a scan does not run the providers installed in its directory; undefined where they are confined, or trusted. */
export async function whyNotInstalled(sandbox: Sandbox): Promise<string | undefined> {
  const { level } = await shownLevel(sandbox);
  if (level === 'full' || level === 'off') return undefined;
  return `whoever wrote the directory may have put it there, and this machine cannot confine it (sandbox: ${level}). In a directory that you trust, --trust runs it as Terraform does.`;
}

/** The sandbox's level for display, even if it cannot be determined: then no provider starts. */
export async function shownLevel(sandbox: Sandbox): Promise<SandboxLevel> {
  return sandbox.level().catch((error: unknown) => ({
    level: 'none' as const,
    missing: [`${messageOf(error)} No provider is started until that works; it is tried again each time.`],
  }));
}

/** Warns once where a scan's providers are not fully confined. */
export async function warnOfSandbox(sandbox: Sandbox, warn: ((text: string) => void) | undefined): Promise<void> {
  const warning = sandboxWarning(await shownLevel(sandbox));
  if (warning !== undefined) warn?.(warning);
}

/**
 * Refuses providers that a server cannot confine where others would be at risk: those that are not on the default list,
 * and all where there are several organizations or the organization's own settings. With own settings, they run
 * unconfined only for a single organization and with confinement off. Throws `ProviderProblem` `provider_not_allowed`,
 * and `provider_start_failed` where the level cannot be determined now.
 */
export function confinedFinder(
  find: ProviderFinder,
  sandbox: Sandbox,
  countOrganizations: () => Promise<number>,
): ProviderFinder {
  const levelFor = (source: string): Promise<SandboxLevel> =>
    sandbox.level().catch((error: unknown) => {
      const failed = `The provider ${source} could not be started`;
      throw new ProviderProblem(
        'provider_start_failed',
        source,
        `${failed}: whether this server can confine it could not be found out now. Start the analysis again later.`,
        { internal: `${failed}: ${messageOf(error)} ${ACCEPT}`, cause: error },
      );
    });
  const refusal = async ({ source, isTenants = false }: ProviderNeed): Promise<string | undefined> => {
    const { level } = await levelFor(source);
    if (level === 'full') return undefined;
    // Some providers' settings make them run programs or connect to this machine: only the sandbox prevents that.
    if (isTenants && (level !== 'off' || (await countOrganizations()) > 1)) return 'has settings of its organization';
    if (level === 'off') return undefined;
    if (!meantBy(standard(), source)) return 'is not one of the default list';
    return (await countOrganizations()) > 1 ? 'would run for more than one organization' : undefined;
  };
  return async (need, ...rest) => {
    const why = await refusal(need);
    if (why === undefined) return find(need, ...rest);
    const { level } = await levelFor(need.source);
    throw new ProviderProblem(
      'provider_not_allowed',
      need.source,
      `The provider ${need.source} ${why}, and this server cannot confine it (sandbox: ${level}). Run Plumbline on Linux 6.7 or newer, or see docs/operations.md.${level === 'off' ? '' : ` ${ACCEPT}`}`,
    );
  };
}
