import type { ObjectNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';
import type { Coverage } from '../model/analysis.ts';
import { fields } from '../value/canonical.ts';
import { compareInstance, type DriftResult, type Observed } from '../sift/sift.ts';
import { secretsOf, withoutSecrets } from '../mask/mask.ts';
import { overlapChild, type OverlapChild } from '../overlaps/overlaps.ts';
import { notDeleted } from '../noise/gone.ts';
import type { StateCode } from '../code/module-code.ts';
import type { TagSettings } from '../code/provider-settings.ts';
import { linkPlace } from '../state/link-place.ts';
import type { StateInstance } from '../state/parse.ts';
import type { FoundPlace, Place } from '../state/place.ts';
import type { LiveObject, ProviderSession, ReadOutcome, ReadRequest } from '../../provider/contract/types.ts';
import { missingIn, type NoSettings, type ProviderSettings } from './providing.ts';
import { verdictOf, type InstanceVerdict } from '../verdict/verdict.ts';

/**
 * What is kept of an instance that was seen. Of most it is the verdict alone: live values are kept only where something
 * differs, so that a state of any size fits. `child` is what parents may show of it.
 */
export type Seen = {
  child: OverlapChild | undefined;
  /** Whether the cloud itself was heard to answer, not only the provider; undefined where nobody hears it. */
  byCloud?: boolean | undefined;
} & (
  | { status: 'in_sync'; verdict: InstanceVerdict }
  /** Later stages decide; a deposed object is among them whatever it says, since its current one decides. */
  | { status: 'present'; result: DriftResult; object?: LiveObject }
  | { status: 'deleted'; result: DriftResult; object?: undefined }
);

/** What became of one instance: it was seen, with or without drift, or it was not, and why. */
export type Observation = { seen: Seen } | { unseen: InstanceVerdict };

export type Observations = ReadonlyMap<StateInstance, Observation>;

/** What was read and is not in sync by itself: what comparing came to for each, and the live objects by which providers are asked again. */
export function changedOf(observations: Observations): {
  results: DriftResult[];
  objects: ReadonlyMap<StateInstance, LiveObject>;
} {
  const changed = [...observations.values()].flatMap((one) =>
    'seen' in one && one.seen.status !== 'in_sync' ? [one.seen] : [],
  );
  const objects = changed.flatMap(({ result, object }) => (object ? [[result.instance, object] as const] : []));
  return { results: changed.map(({ result }) => result), objects: new Map(objects) };
}

function readRequest(instance: StateInstance, again: boolean): ReadRequest {
  return {
    again,
    type: instance.type,
    schemaVersion: instance.schemaVersion,
    attributes: instance.attributes,
    private: instance.private,
    ...(instance.identity ? { identity: instance.identity } : {}),
  };
}

/** The verdict on an instance that was not looked at, or whose answer says nothing about it. */
export function unseen(
  instance: StateInstance,
  verdict: Coverage['verdict'],
  reason: string,
  detail?: string,
): Observation {
  const what = { resource: instance.address, type: instance.type, verdict, reason };
  return { unseen: detail === undefined ? what : { ...what, detail } };
}

/** A provider that got no settings and fails: that it got none comes first, whatever it makes of it. */
export function settingsMissing(observation: Observation, missing: string): Observation {
  if (!('unseen' in observation) || observation.unseen.verdict !== 'unreadable') return observation;
  const { detail, ...verdict } = observation.unseen;
  const told = detail === undefined ? missing : `${missing} ${detail}`;
  return { unseen: { ...verdict, reason: 'settings_missing', detail: told } };
}

/** A provider's error may repeat the values that it was given. */
function withoutOwnSecrets(instance: StateInstance, schema: ObjectNode, detail: string | undefined) {
  if (detail === undefined) return undefined;
  return withoutSecrets(detail, secretsOf(schema, [instance.values() as Value], instance.sensitivePaths));
}

/** What nothing can be said of any more: in sync, and nothing that others may have moved. */
const isSettled = ({ kind, suppressed, instance }: DriftResult): boolean =>
  kind === 'in_sync' && instance.deposed === undefined && !suppressed.some(({ stage }) => stage === 'computed-only');

function observation(
  instance: StateInstance,
  schema: ObjectNode,
  outcome: ReadOutcome,
  { legacy, ...known }: { legacy: boolean | undefined } & Pick<Observed, 'tags' | 'ignored' | 'place'>,
): Observation {
  switch (outcome.status) {
    case 'read': {
      const { object, byCloud, ...rest } = outcome;
      const observed = { instance, schema, outcome: rest, ...known };
      const child = overlapChild(observed);
      const result = compareInstance(observed, legacy);
      return {
        seen: isSettled(result)
          ? { status: 'in_sync', verdict: verdictOf(result), child, byCloud }
          : { status: 'present', result, object, child, byCloud },
      };
    }
    case 'deleted': {
      const other = notDeleted(instance);
      if (other) return unseen(instance, other.verdict, other.reason, other.detail);
      const observed = { instance, schema, outcome, ...known };
      const result = compareInstance(observed, legacy);
      return { seen: { status: 'deleted', result, child: overlapChild(observed), byCloud: outcome.byCloud } };
    }
    case 'suspect':
      return unseen(instance, 'suspect', 'identity_missing', withoutOwnSecrets(instance, schema, outcome.detail));
    case 'unreadable':
    case 'unsupported':
      return unseen(instance, outcome.status, outcome.reason, withoutOwnSecrets(instance, schema, outcome.detail));
  }
}

/** What is known of the instances of a state besides what it says of each. */
export type Surroundings = {
  tagsOf: (instance: StateInstance) => TagSettings;
  placeOf: (instance: StateInstance) => FoundPlace;
  /** What the operator gave its provider configuration; undefined where nobody gives any, as to AWS's. */
  givenTo: (instance: StateInstance) => ProviderSettings | NoSettings | undefined;
  ignoredOf?: StateCode['ignoredOf'] | undefined;
  signal: AbortSignal | undefined;
};

/** How an instance is looked at when it was looked at before. */
export type Look = {
  /** Where the session looks, when that is not where the state says it is: another one may have its name there. */
  elsewhere?: Place;
  /** In the same place once more. */
  again?: boolean;
};

/**
 * Reads one instance through a configured provider. Throws only when the signal aborts or the provider is lost for good.
 */
export type Observe = (session: ProviderSession, instance: StateInstance, look?: Look) => Promise<Observation>;

const arnOf = (value: Value): Value | undefined =>
  ['arn', 'id'].map((name) => fields(value)[name]).find((text) => typeof text === 'string' && text.startsWith('arn:'));

/** What has another ARN than the state says is a namesake; the one that was looked for is not there. */
function withoutNamesake(outcome: ReadOutcome): ReadOutcome {
  if (outcome.status !== 'read') return outcome;
  const { before, live } = outcome;
  const arn = arnOf(before);
  return arn === undefined || arn === arnOf(live) ? outcome : { status: 'deleted', before };
}

/** How the instances of a state are read. */
export function observer({ tagsOf, placeOf, givenTo, ignoredOf, signal }: Surroundings): Observe {
  return async (session, instance, { elsewhere, again = false } = {}) => {
    const schema = await session.resourceSchema(instance.type);
    if (!schema)
      return unseen(
        instance,
        'unsupported',
        'unknown_type',
        `${session.source} ${session.version} does not know ${instance.type}.`,
      );
    const outcome = await session.read(readRequest(instance, again), signal);
    const observed = observation(instance, schema.block, elsewhere ? withoutNamesake(outcome) : outcome, {
      legacy: session.legacyType(instance.type),
      tags: tagsOf(instance),
      ignored: ignoredOf?.(instance),
      place: linkPlace(instance, { ...placeOf(instance), ...elsewhere }),
    });
    const missing = missingIn(givenTo(instance));
    return missing !== undefined && (await session.takesSettings()) ? settingsMissing(observed, missing) : observed;
  };
}
