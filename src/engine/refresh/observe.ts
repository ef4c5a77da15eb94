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
import { linkPlace, type FoundPlace, type Place } from '../state/place.ts';
import type { StateInstance } from '../state/parse.ts';
import type { LiveObject, ProviderSession, ReadOutcome, ReadRequest } from '../../provider/contract/types.ts';
import { missingIn, unknownIn, type NoSettings, type ProviderSettings } from './providing.ts';
import { verdictOf, type InstanceVerdict } from '../verdict/verdict.ts';

/**
 * A read instance. Live values are kept only if an attribute differs, otherwise only the verdict, so that a state of
 * any size fits into memory. `child` has the values that parents may repeat.
 */
export type Seen = {
  child: OverlapChild | undefined;
  /** True if the cloud itself answered. Undefined if calls do not go through the gateway. */
  byCloud?: boolean | undefined;
} & (
  | { status: 'in_sync'; verdict: InstanceVerdict }
  /** Later stages decide. Includes every existing deposed object, whose current object decides. */
  | { status: 'present'; result: DriftResult; object?: LiveObject }
  | { status: 'deleted'; result: DriftResult; object?: undefined }
);

/** The observation of one instance: the result of its read, or the verdict with the reason why it was not read. */
export type Observation = { seen: Seen } | { unseen: InstanceVerdict };

export type Observations = ReadonlyMap<StateInstance, Observation>;

/** The results that later stages decide, with the live objects for their plans and reads. */
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

export function unseen(
  instance: StateInstance,
  verdict: Coverage['verdict'],
  reason: string,
  detail?: string,
): Observation {
  const entry = { resource: instance.address, type: instance.type, verdict, reason };
  return { unseen: detail === undefined ? entry : { ...entry, detail } };
}

/** Puts the message about missing settings before the error of a provider. */
export function settingsMissing(observation: Observation, missing: string): Observation {
  if (!('unseen' in observation) || observation.unseen.verdict !== 'unreadable') return observation;
  const { detail, ...verdict } = observation.unseen;
  const whole = detail === undefined ? missing : `${missing} ${detail}`;
  return { unseen: { ...verdict, reason: 'settings_missing', detail: whole } };
}

/** Masks the instance's secrets, because a provider's error may repeat its values. */
function withoutOwnSecrets(instance: StateInstance, schema: ObjectNode, detail: string | undefined) {
  if (detail === undefined) return undefined;
  return withoutSecrets(detail, secretsOf(schema, [instance.values() as Value], instance.sensitivePaths));
}

/**
 * True if later stages cannot change a result: in sync, without a computed-only change that other drift may have
 * caused.
 */
const isFinal = ({ kind, suppressed, instance }: DriftResult): boolean =>
  kind === 'in_sync' && instance.deposed === undefined && !suppressed.some(({ stage }) => stage === 'computed-only');

function observation(
  instance: StateInstance,
  schema: ObjectNode,
  outcome: ReadOutcome,
  { legacy, ...context }: { legacy: boolean | undefined } & Pick<Observed, 'tags' | 'ignored' | 'place'>,
): Observation {
  switch (outcome.status) {
    case 'read': {
      const { object, byCloud, ...rest } = outcome;
      const observed = { instance, schema, outcome: rest, ...context };
      const child = overlapChild(observed);
      const result = compareInstance(observed, legacy);
      return {
        seen: isFinal(result)
          ? { status: 'in_sync', verdict: verdictOf(result), child, byCloud }
          : { status: 'present', result, object, child, byCloud },
      };
    }
    case 'deleted': {
      const verdict = notDeleted(instance);
      if (verdict) return unseen(instance, verdict.verdict, verdict.reason, verdict.detail);
      const observed = { instance, schema, outcome, ...context };
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

export type StateFacts = {
  tagsOf: (instance: StateInstance) => TagSettings;
  placeOf: (instance: StateInstance) => FoundPlace;
  /**
   * The operator's settings for the provider configuration. Undefined for providers that never have settings, such as
   * AWS.
   */
  givenTo: (instance: StateInstance) => ProviderSettings | NoSettings | undefined;
  ignoredOf?: StateCode['ignoredOf'] | undefined;
  signal: AbortSignal | undefined;
};

/** Options for reading an instance again. */
export type ReadOptions = {
  /** The session's location, if it differs from the instance's. Another resource may have the same name there. */
  otherPlace?: Place;
  /** True for another read at the same location. */
  again?: boolean;
};

/**
 * Reads one instance through a configured provider. Throws only if the signal aborts or the provider process is lost
 * for good.
 */
export type Observe = (
  session: ProviderSession,
  instance: StateInstance,
  options?: ReadOptions,
) => Promise<Observation>;

const arnOf = (value: Value): Value | undefined =>
  ['arn', 'id'].map((name) => fields(value)[name]).find((text) => typeof text === 'string' && text.startsWith('arn:'));

/** Treats a resource with another ARN than in the state as deleted: it only has the same name. */
function withoutNamesake(outcome: ReadOutcome): ReadOutcome {
  if (outcome.status !== 'read') return outcome;
  const { before, live } = outcome;
  const arn = arnOf(before);
  return arn === undefined || arn === arnOf(live) ? outcome : { status: 'deleted', before };
}

export function observer({ tagsOf, placeOf, givenTo, ignoredOf, signal }: StateFacts): Observe {
  return async (session, instance, { otherPlace, again = false } = {}) => {
    const schema = await session.resourceSchema(instance.type);
    if (!schema)
      return unseen(
        instance,
        'unsupported',
        'unknown_type',
        `${session.source} ${session.version} does not know ${instance.type}.`,
      );
    const unknown = unknownIn(givenTo(instance));
    if (unknown !== undefined && (await session.takesSettings()))
      return unseen(instance, 'unreadable', 'settings_missing', unknown);
    const outcome = await session.read(readRequest(instance, again), signal);
    const observed = observation(instance, schema.block, otherPlace ? withoutNamesake(outcome) : outcome, {
      legacy: session.legacyType(instance.type),
      tags: tagsOf(instance),
      ignored: ignoredOf?.(instance),
      place: linkPlace(instance, { ...placeOf(instance), ...otherPlace }),
    });
    const missing = missingIn(givenTo(instance));
    return missing !== undefined && (await session.takesSettings()) ? settingsMissing(observed, missing) : observed;
  };
}
