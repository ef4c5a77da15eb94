import type { StateInstance } from '../drift/state/parse.ts';
import type { Place } from '../drift/state/place.ts';
import { ProviderProblem } from '../provider/problem.ts';
import type { ProviderHost, ProviderSession } from '../provider/types.ts';
import { forEachBounded } from './bounded.ts';
import { groupInstances } from './groups.ts';
import type { CloudTarget } from './ports.ts';
import { isAws, providerConfig } from './provider-config.ts';
import { slowFirst } from './slow-first.ts';
import { needsOf, useOf, withoutSettings, type Providing } from './providing.ts';

/** Questions about one state that wait at the provider host at once; the host itself bounds what really runs. */
const QUESTIONS = 64;

/** Has something asked about each of these instances, in a session that is configured for where it lives. */
export type Sessions = (
  instances: StateInstance[],
  ask: (session: ProviderSession, instance: StateInstance) => Promise<void>,
  /** The provider of these instances cannot be had, or is lost for good. */
  onProblem: (instances: StateInstance[], problem: ProviderProblem) => Promise<void> | void,
) => Promise<void>;

type Around = Providing & { providers: ProviderHost; target: CloudTarget; signal?: AbortSignal };

/** A state: which one, and all that is in it. */
type Of = { key: string; instances: readonly StateInstance[] };

/** Sessions on the providers of a state's instances. Rejects with the abort reason of `signal`, and with what `ask` throws. */
export function sessionsFor(around: Around, placeOf: (instance: StateInstance) => Place, state: Of): Sessions {
  const { providers, target, signal } = around;
  const needOf = needsOf(state.key, state.instances, around);
  return async (instances, ask, onProblem) => {
    for (const group of groupInstances(instances, placeOf)) {
      const { source, region } = group;
      const need = needOf(source);
      const account = group.instances.map((one) => placeOf(one).account).find((one) => one !== undefined);
      // What surrounds a scan is one object for all of its states.
      const asker = { by: around, account };
      const settings = isAws(source) ? undefined : around.settingsFor?.(source);
      const askAll = async (session: ProviderSession) => {
        await around.used?.(useOf(session, need));
        await forEachBounded(slowFirst(group.instances), QUESTIONS, (instance) => {
          signal?.throwIfAborted();
          return ask(session, instance);
        });
      };
      try {
        await providers.use(need, providerConfig(source, target, region, settings), askAll, signal, asker);
      } catch (error) {
        if (!(error instanceof ProviderProblem)) throw error;
        await onProblem(group.instances, withoutSettings(error, settings));
      }
    }
  };
}
