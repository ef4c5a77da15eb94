import type { StateObject, StateSource } from '../base/state-source.ts';
import type { StateInstance } from '../drift/state/parse.ts';
import { forEachBounded } from './bounded.ts';
import { createBudget, HELD_BYTES } from './budget.ts';
import { openState } from './open-state.ts';
import { givenTo, type Providing } from './providing.ts';

/** An object as a state names it; undefined for what is none, or has nothing that it could be told from others by. */
function objectOf({ mode, type, values }: StateInstance): string | undefined {
  if (mode === 'data') return undefined;
  const { id } = values();
  return typeof id === 'string' && id !== '' ? JSON.stringify([type, id]) : undefined;
}

/** States that are opened beside each other. */
const STATES = 8;

const TWO_SERVERS =
  'Another state has a resource of the same id, with the same settings: two servers would look like that, and which one these settings lead to nobody says. So it was not run. Say in PLUMBLINE_PROVIDER_SETTINGS which states the entry is for: "states": ["prod/*"], or ["*"] if it is one server after all.';

/**
 * Settings as `given`, but none for states of which two say that the same object is theirs by an entry that does not say which
 * states it is for: a copy for production and one for staging are on two servers. Copies of one state (its lineage) are one.
 */
export async function withoutShared(
  given: Providing,
  source: StateSource,
  objects: readonly StateObject[],
  signal?: AbortSignal,
): Promise<Providing['settingsFor']> {
  const { settingsFor } = given;
  if (!settingsFor || !given.sharesSettings || objects.length < 2) return settingsFor;
  const owners = new Map<string, { lineage: string; key: string }>();
  const doubtful = new Set<string>();
  const useOf = (entry: number, key: string) => JSON.stringify([entry, key]);
  const note = (key: string, lineage: string, instance: StateInstance): void => {
    const settings = givenTo(instance.provider, key, given);
    if (settings === undefined || 'missing' in settings || !settings.isShared) return;
    const { entry } = settings;
    const object = objectOf(instance);
    if (object === undefined) return;
    const owner = owners.get(useOf(entry, object)) ?? { lineage, key };
    owners.set(useOf(entry, object), owner);
    if (owner.lineage !== lineage) for (const one of [owner.key, key]) doubtful.add(useOf(entry, one));
  };
  const budget = createBudget(HELD_BYTES);
  await forEachBounded(objects, STATES, ({ key, size }) =>
    budget.within(size, async () => {
      signal?.throwIfAborted();
      const { state } = await openState(source, key, signal);
      for (const instance of state?.instances ?? []) note(key, state?.lineage ?? key, instance);
    }),
  );
  return (provider, key) => {
    const settings = settingsFor(provider, key);
    if ('missing' in settings || !settings.isShared) return settings;
    return doubtful.has(useOf(settings.entry, key)) ? { missing: TWO_SERVERS, others: true } : settings;
  };
}
