import type { ProviderAddress } from '../state/provider-address.ts';
import { withModuleSettings, type ModuleSettings } from './hcl-settings.ts';
import { settingsFor, type ProviderSettings, type TagSettings } from './provider-settings.ts';

/**
 * What is known of the tags of one configuration of a state: what somebody `given`, and beneath it what the root module of that
 * state says. A configuration inside a child module is another one, whatever it is called: of these the root module says
 * nothing. `used` hears of a module for each configuration that is asked for, `first` of them once.
 */
export function tagsBeneath<Module extends Pick<ModuleSettings, 'settings'>>(
  given: ProviderSettings,
  moduleOf: (stateKey: string) => Module | undefined,
  used: (module: Module, provider: ProviderAddress, first: boolean) => void = () => undefined,
): (stateKey: string, provider: ProviderAddress) => TagSettings {
  const merged = new Map<Module, ProviderSettings>();
  return (stateKey, provider) => {
    const found = provider.text.startsWith('module.') ? undefined : moduleOf(stateKey);
    if (!found) return settingsFor(given, provider);
    const known = merged.get(found);
    const settings = known ?? withModuleSettings(given, found);
    merged.set(found, settings);
    used(found, provider, known === undefined);
    return settingsFor(settings, provider);
  };
}
