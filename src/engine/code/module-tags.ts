import type { ProviderAddress } from '../state/provider-address.ts';
import { withModuleSettings, type ModuleSettings } from './hcl-settings.ts';
import { settingsFor, type ProviderSettings, type TagSettings } from './provider-settings.ts';

/**
 * Returns a function for the tag settings of a provider configuration of a state. The `explicit` settings come first,
 * then those of the state's root module, which do not apply to configurations inside child modules.
 * @param used called with the module for each configuration; `first` is true once per module
 */
export function tagsBeneath<Module extends Pick<ModuleSettings, 'settings'>>(
  explicit: ProviderSettings,
  moduleOf: (stateKey: string) => Module | undefined,
  used: (module: Module, provider: ProviderAddress, first: boolean) => void = () => undefined,
): (stateKey: string, provider: ProviderAddress) => TagSettings {
  const merged = new Map<Module, ProviderSettings>();
  return (stateKey, provider) => {
    const module = provider.text.startsWith('module.') ? undefined : moduleOf(stateKey);
    if (!module) return settingsFor(explicit, provider);
    const cached = merged.get(module);
    const settings = cached ?? withModuleSettings(explicit, module);
    merged.set(module, settings);
    used(module, provider, cached === undefined);
    return settingsFor(settings, provider);
  };
}
