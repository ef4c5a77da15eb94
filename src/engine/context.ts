import type { StateSource } from '../base/state-source.ts';
import type { IgnoreSubject, Ignores, SourcedRule } from './ignore/ignore.ts';
import type { TestDifference } from './ignore/without-ignored.ts';
import { secretsOfState, type Masker, type Secrets } from './mask/mask.ts';
import type { StateFacts } from './refresh/observe.ts';
import { givenTo } from './refresh/providing.ts';
import type { Reading } from './refresh/cloud-target.ts';
import { sessionsFor, type Sessions } from './refresh/sessions.ts';
import type { ReadableState } from './state/open-state.ts';
import type { StateInstance } from './state/parse.ts';
import { placeInstances, type FoundPlace } from './state/place.ts';

/** The context that all states of an analysis share. */
export type AnalysisContext = Reading & {
  source: StateSource;
  masker: Masker;
  ignores: Ignores;
  now: () => Date;
  /** True if the source has other states, which may explain the drift of a state. */
  others: boolean;
};

export type StateContext = StateFacts & {
  key: string;
  instances: readonly StateInstance[];
  lineage: string | null;
  inSessions: Sessions;
  /** `ignoredBy` returns the rule that ignores a whole instance, `rulesFor` the test of its attributes. */
  ignoredBy: (instance: StateInstance) => SourcedRule | undefined;
  rulesFor: (instance: StateInstance) => TestDifference | undefined;
  /** The secrets of the state, which must not appear in any text. Collected on the first call. */
  secrets: () => Secrets;
};

const NOWHERE = { region: undefined, account: undefined };
const UNKNOWN_PLACE: FoundPlace = { ...NOWHERE, usual: NOWHERE, regionBy: 'nobody' };

export function stateContext({ report: { key }, state }: ReadableState, analysis: AnalysisContext): StateContext {
  const { target, ignores, settingsSecrets = [], signal } = analysis;
  const { instances, lineage } = state;
  const code = analysis.codeOf?.(key);
  const places = placeInstances(instances, target.region, code?.regionOf);
  const placeOf = (instance: StateInstance): FoundPlace => places.get(instance) ?? UNKNOWN_PLACE;
  const subjectOf = (instance: StateInstance): IgnoreSubject => {
    const { address, type, provider } = instance;
    return { address, type, state: key, provider: provider.source, ...placeOf(instance) };
  };
  let secrets: Secrets | undefined;
  return {
    key,
    instances,
    lineage,
    placeOf,
    inSessions: sessionsFor(analysis, placeOf, { key, instances }),
    tagsOf: ({ provider }) => target.tagsOf(key, provider),
    givenTo: ({ provider }) => givenTo(provider, key, analysis),
    ignoredOf: code?.ignoredOf,
    ignoredBy: (instance) => ignores.whole(subjectOf(instance)),
    rulesFor: (instance) => ignores.attributes(subjectOf(instance)),
    secrets: () => (secrets ??= secretsOfState(instances, [...target.secrets(), ...settingsSecrets])),
    signal,
  };
}
