import { join } from 'node:path';
import type { Analysis, TagSettingsUse } from '../engine/model/analysis.ts';
import type { ModuleProblem } from '../engine/code/hcl-settings.ts';
import { tagsBeneath } from '../engine/code/module-tags.ts';
import { configurationName, type ProviderSettings } from '../engine/code/provider-settings.ts';
import { moduleIn, modulesBeside, type FoundModule } from '../provider/module-files.ts';
import type { CloudTarget } from '../engine/refresh/cloud-target.ts';
import type { Providing } from '../engine/refresh/providing.ts';

/** Nobody reads more. */
const MAX_WARNINGS = 20;

/** The tags and code for a scan at the terminal, and the file that each tag setting came from. */
export type LocalTags = Pick<CloudTarget, 'tagsOf'> &
  Required<Pick<Providing, 'codeOf'>> & { used: () => Pick<Analysis, 'tag_settings'> };

export type LocalTagsInput = {
  /** Where code is searched, and the key of each state there. */
  beside: string | undefined;
  besideKey?: ((stateKey: string) => string) | undefined;
  providerSettings?: ProviderSettings | undefined;
  hcl?: string | false | undefined;
  onWarning?: ((text: string) => void) | undefined;
};

/** The root module of each state, if its code is on this machine. Throws like `localTags`. */
export function modulesOf({
  beside,
  besideKey = (key) => key,
  hcl,
}: LocalTagsInput): (stateKey: string) => FoundModule | undefined {
  if (hcl === false || (hcl === undefined && beside === undefined)) return () => undefined;
  if (hcl !== undefined) {
    const named = moduleIn(hcl);
    return () => named;
  }
  const moduleOf = modulesBeside(beside ?? '.');
  return (stateKey) => moduleOf(besideKey(stateKey));
}

/**
 * The tag settings of the command line, and below them those of each state's root module. A configuration inside a child
 * module is a different one, whatever its name: the root module does not apply to it. Throws for a named directory that
 * cannot be used.
 */
export function localTags(input: LocalTagsInput): LocalTags {
  const { providerSettings: given = {}, onWarning = () => undefined } = input;
  const moduleOf = modulesOf(input);
  const uses = new Map<string, TagSettingsUse>();

  /** Whether the command line sets what the block may set, so that a warning about the block is of no use. */
  const isGiven = (name: string, field: 'ignore_tags' | 'default_tags') =>
    [name, '*'].some((one) => Object.hasOwn(given, one) && given[one]?.[field] !== undefined);
  /** Default tags seldom matter and are seldom constant: the analysis reports that, without a warning. */
  const isWarning = ({ of }: ModuleProblem) =>
    of === undefined || (of.setting.startsWith('ignore_tags') && !isGiven(of.provider, 'ignore_tags'));

  function warn({ directory, problems }: FoundModule): void {
    const worth = problems.filter(isWarning);
    for (const { file, detail } of worth.slice(0, MAX_WARNINGS)) onWarning(`${join(directory, file)}: ${detail}`);
    if (worth.length > MAX_WARNINGS) onWarning(`${directory}: ${worth.length - MAX_WARNINGS} more of these.`);
  }
  function note({ directory, settings, problems }: FoundModule, name: string): void {
    const key = JSON.stringify([directory, name]);
    if (uses.has(key)) return;
    const block = settings.get(name);
    const unknown = problems.filter(({ of }) => of?.provider === name);
    const file = block?.file ?? unknown[0]?.file;
    if (file === undefined) return;
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    const ignored = own?.ignore_tags ? undefined : block?.ignore_tags;
    const defaults = own?.default_tags ? undefined : block?.default_tags;
    uses.set(key, {
      provider: name,
      file: join(directory, file),
      ...(ignored && { ignore_tags: ignored }),
      ...(defaults && { default_tags: Object.keys(defaults) }),
      ...(unknown.length > 0 && { not_constant: [...new Set(unknown.map(({ of }) => of?.setting ?? ''))] }),
    });
  }
  return {
    tagsOf: tagsBeneath(given, moduleOf, (found, provider, first) => {
      if (first) warn(found);
      note(found, configurationName(provider));
    }),
    codeOf: (stateKey) => moduleOf(stateKey)?.code,
    used: () => (uses.size === 0 ? {} : { tag_settings: [...uses.values()] }),
  };
}
