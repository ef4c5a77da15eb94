import { getOrInsert } from '../../base/get-or-insert.ts';
import type { StateObject, StateSource } from '../../base/state-source.ts';
import type { StateInstance } from '../state/parse.ts';
import { configurationIn } from '../state/provider-address.ts';
import { forEachState } from './bounded.ts';
import { openState } from '../state/open-state.ts';
import { givenTo, type Providing } from './providing.ts';

/** The identity of a managed object; undefined for data sources and for objects without an id. */
function objectOf({ mode, type, values }: StateInstance): string | undefined {
  if (mode === 'data') return undefined;
  const { id } = values();
  return typeof id === 'string' && id !== '' ? JSON.stringify([type, id]) : undefined;
}

const MAX_OPEN_STATES = 8;

const ONE_ENTRY =
  'has a resource of the same id, with the same settings: two servers would look like that, and which one these settings lead to nobody says. So it was not run.';
const SAID = 'or "states": ["*"] if it is one server after all.';
const TWO_SERVERS = {
  states: `Another state ${ONE_ENTRY} Say in PLUMBLINE_PROVIDER_SETTINGS which states the entry is for: "states": ["prod/*"], ${SAID}`,
  configurations: `Another configuration of this provider in this state ${ONE_ENTRY} Give each an entry with its own "alias" in PLUMBLINE_PROVIDER_SETTINGS, ${SAID}`,
};

/**
 * Wraps `settingsFor` of `providing`. It returns no settings if an entry that names no states applies to two states, or
 * to two configurations of one state, that contain the same object: a copy for production and one for staging may be on
 * two servers. Copies of one state (equal lineage) count as one state.
 */
export async function withoutShared(
  providing: Providing,
  source: StateSource,
  objects: readonly StateObject[],
  signal?: AbortSignal,
): Promise<Providing['settingsFor']> {
  const { settingsFor } = providing;
  const { sharesSettings } = providing;
  if (!settingsFor || !sharesSettings || (sharesSettings === 'states' && objects.length < 2)) return settingsFor;
  const owners = new Map<string, { lineage: string; key: string; configuration: string }>();
  const ambiguous = new Map<string, keyof typeof TWO_SERVERS>();
  const useOf = (entry: number, key: string) => JSON.stringify([entry, key]);
  const note = (key: string, lineage: string, instance: StateInstance): void => {
    const settings = givenTo(instance.provider, key, providing);
    if (settings === undefined || 'missing' in settings || !settings.isShared) return;
    const { entry } = settings;
    const object = objectOf(instance);
    if (object === undefined) return;
    const configuration = configurationIn(instance.provider);
    const owner = getOrInsert(owners, useOf(entry, object), () => ({ lineage, key, configuration }));
    const both = [owner.key, key].map((one) => useOf(entry, one));
    if (owner.lineage !== lineage) for (const use of both) ambiguous.set(use, 'states');
    else if (owner.configuration !== configuration) for (const use of both) ambiguous.set(use, 'configurations');
  };
  await forEachState(objects, MAX_OPEN_STATES, async ({ key }) => {
    signal?.throwIfAborted();
    const { state } = await openState(source, key, signal);
    for (const instance of state?.instances ?? []) note(key, state?.lineage ?? key, instance);
  });
  return (provider, key) => {
    const settings = settingsFor(provider, key);
    if ('missing' in settings || !settings.isShared) return settings;
    const two = ambiguous.get(useOf(settings.entry, key));
    if (two === undefined) return settings;
    const others = sharesSettings !== 'states';
    return { missing: TWO_SERVERS[two], others, isUnknown: !others };
  };
}
