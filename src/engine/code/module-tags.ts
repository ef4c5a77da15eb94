import type { ProviderAddress } from '../state/provider-address.ts';
import { withModuleSettings, type ModuleSettings } from './hcl-settings.ts';
import { settingsFor, type ProviderSettings, type TagSettings } from './provider-settings.ts';

/**
 * What is known of the tags of one configuration of a state: what somebody `given`, and beneath it what the root module of that
 * state says. A configuration inside a child module is another one, whatever it is called: of these the root module says
 * nothing. `used` hears of a module for each configuration that is asked for, `first` of them once.
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
