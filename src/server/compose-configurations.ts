import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject } from '../base/json.ts';
import { getOrInsert } from '../base/get-or-insert.ts';
import { blockOf, type Configuration } from '../engine/code/provider-blocks.ts';
import type { NoSettings, ProviderSettings, Providing } from '../engine/refresh/providing.ts';
import { configurationIn, type ProviderAddress } from '../engine/state/provider-address.ts';
import { directoriesOf, nearest } from '../provider/lock-files.ts';
import { readRootModule, type RootModule } from '../provider/root-module.ts';
import type { Env } from './config/config.ts';
import type { ProviderGrant } from '../services/provider-settings/grants.ts';
import { givenBy } from '../services/provider-settings/given.ts';
import { secretsIn } from '../services/provider-settings/secrets.ts';
import type { AwsBlock } from './compose-local.ts';
import type { ScanTarget } from './compose-target.ts';

export type ConfigurationsInput = {
  target: Pick<ScanTarget, 'beside' | 'besideKey' | 'root' | 'workspaceOf'>;
  /** The named root module; `false`: none. */
  hcl: string | false | undefined;
  /** The entries of PLUMBLINE_PROVIDER_SETTINGS, which take precedence over the code. */
  grants: readonly ProviderGrant[];
  env: Env;
  /** Whether the person trusts the directory, so that providers run as Terraform runs them. */
  isTrusted: boolean;
};

const SANDBOXED =
  'It ran in the sandbox, and without your environment and network if it lies in .terraform/providers. In a directory that you trust, --trust runs it as Terraform does.';

/**
 * Variables of Plumbline, Terraform itself and the plugin protocol, which providers do not get, and of proxies, which
 * all providers get anyway.
 */
const NOT_PASSED = /^(?:PLUMBLINE_|PLUGIN_|TF_(?!VAR_)|NODE_|GOMEMLIMIT$|TMPDIR$|(?:HTTPS?|ALL|NO)_PROXY$)/i;

/** The person's own environment, as Terraform passes it to its providers. */
const personal = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || NOT_PASSED.test(name) ? [] : [[name, value]],
    ),
  );

function modulesOf({ target, hcl, env }: ConfigurationsInput): (stateKey: string) => RootModule | undefined {
  const { beside, besideKey } = target;
  if (hcl === false || (hcl === undefined && beside === undefined)) return () => undefined;
  if (hcl !== undefined) {
    const named = readRootModule(hcl, env);
    return () => named;
  }
  const moduleNear = nearest((directory) => {
    try {
      return readRootModule(directory, env);
    } catch (error) {
      // A missing or unreadable directory has no settings; a file in it that cannot be parsed may have any.
      if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
      return undefined;
    }
  });
  return (stateKey) => moduleNear(directoriesOf(beside ?? '.', besideKey(stateKey)));
}

const ENTRY = 'an entry of its own in PLUMBLINE_PROVIDER_SETTINGS';

function unknown({ text }: ProviderAddress, why: string): NoSettings {
  return {
    missing: `The configuration of ${text} is not known, so nothing is read with it: ${why}, or give it ${ENTRY}.`,
    others: false,
    isUnknown: true,
  };
}

const secretsOf = (config: ProviderGrant['config'], env: ProviderGrant['env']): string[] =>
  secretsIn([{ config, env }], 'yes');

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function awsBlocks({ target: { root, workspaceOf }, hcl, env }: ConfigurationsInput): AwsBlock[] {
  const directory = hcl ?? root;
  if (directory === false || directory === undefined || !existsSync(directory)) return [];
  const all =
    readRootModule(directory, env)?.configurations(workspaceOf('terraform.tfstate')) ??
    new Map<string, Configuration>();
  return [...all].flatMap(([name, { config }]) => {
    if (!/^hashicorp\/aws(?:\.|$)/.test(name)) return [];
    const role = [config.assume_role].flat().find((one) => isObject(one));
    const [profile, roleArn] = [text(config.profile), text(role?.role_arn)];
    if (profile === undefined && roleArn === undefined) return [];
    const whom = { ...(profile !== undefined && { profile }), ...(roleArn !== undefined && { roleArn }) };
    return [{ isDefault: name === 'hashicorp/aws', ...whom, externalId: text(role?.external_id) }];
  });
}

/** The settings of a configuration in the code beside a state; undefined where there is no code. */
function inCode(
  provider: ProviderAddress,
  module: RootModule | undefined,
  workspace: string | undefined,
): Configuration | NoSettings | undefined {
  const name = configurationIn(provider);
  if (name.startsWith('module.'))
    return unknown(
      provider,
      'its block stands in a child module, which is not evaluated. Move it to the root module and pass it on with providers = { }',
    );
  const whose = provider.alias === undefined ? 'provider block' : `provider block with alias = "${provider.alias}"`;
  const advice = `scan the directory with its ${whose}`;
  if (module === undefined) return provider.alias === undefined ? undefined : unknown(provider, advice);
  const found = module.configurations(workspace).get(blockOf(provider));
  if (found?.unknown !== undefined)
    return unknown(
      provider,
      `its block in ${module.directory} has ${found.unknown}, which has no value here. Set TF_VAR_… or a *.tfvars for a variable`,
    );
  if (found) return found;
  if (module.unread.length > 0)
    return unknown(
      provider,
      `${module.directory} has files that could not be read (${module.unread.join(', ')}). Correct them`,
    );
  return provider.alias === undefined
    ? { config: {} }
    : unknown(provider, `${module.directory} has no ${whose}. Add it`);
}

/**
 * The settings of providers for a scan at the terminal: entries of PLUMBLINE_PROVIDER_SETTINGS, or else, for each
 * configuration, the code beside the state, with the person's own environment. Nothing is read with an unknown
 * configuration. AWS's provider gets its credentials elsewhere.
 */
export function localConfigurations(input: ConfigurationsInput): Required<
  Pick<Providing, 'settingsFor' | 'sharesSettings' | 'settingsSecrets'>
> & {
  regionOf: (provider: ProviderAddress, stateKey: string) => string | undefined;
  /** The AWS blocks of the named root module that have a profile or a role. */
  awsBlocks: AwsBlock[];
} {
  const { target, grants } = input;
  const given = givenBy(grants);
  const moduleOf = modulesOf(input);
  const env = personal(input.env);
  const entries = new Map<string, number>();
  // One list that grows with the configurations, so that the masker has it from the start.
  const secrets = [...(given.settingsSecrets ?? []), ...secretsOf({}, env)];

  function settingsOf(config: ProviderSettings['config'], key: string, hint?: string): ProviderSettings {
    const entry = getOrInsert(entries, key, () => {
      secrets.push(...secretsOf(config, {}));
      return grants.length + entries.size;
    });
    return { config, env, entry, isShared: true, hint };
  }
  /** The person runs Terraform only in the named root module. */
  function directoryOf(module: RootModule | undefined): string | undefined {
    const root = target.root === undefined ? undefined : resolve(target.root);
    return module !== undefined && resolve(module.directory) === root ? root : undefined;
  }

  return {
    settingsFor(provider, stateKey) {
      const explicit = given.settingsFor!(provider, stateKey);
      if (!('missing' in explicit)) return explicit;
      const module = moduleOf(stateKey);
      const code =
        explicit.others && module === undefined ? explicit : inCode(provider, module, target.workspaceOf(stateKey));
      if (code === undefined) return settingsOf({}, provider.source, explicit.missing);
      if (!('config' in code)) return explicit.others ? explicit : code;
      const name = JSON.stringify([module?.directory, blockOf(provider), configurationIn(provider)]);
      const directory = directoryOf(module);
      const hint = directory === undefined || input.isTrusted ? undefined : SANDBOXED;
      return { ...settingsOf(code.config, name, hint), directory };
    },
    sharesSettings: given.sharesSettings || 'states',
    settingsSecrets: secrets,
    awsBlocks: awsBlocks(input),
    regionOf(provider, stateKey) {
      const isRoot = !configurationIn(provider).startsWith('module.');
      const block = isRoot
        ? moduleOf(stateKey)?.configurations(target.workspaceOf(stateKey)).get(blockOf(provider))
        : undefined;
      return typeof block?.config.region === 'string' ? block.config.region : undefined;
    },
  };
}
