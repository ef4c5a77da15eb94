import { createHash } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts';
import type { ResourceSchema } from '../../../src/base/schema.ts';
import { UNKNOWN, type Value } from '../../../src/base/value.ts';
import { resolveUnknowns } from '../plan.ts';
import { problem, type ApplyAnswer, type Change, type Provider, type ReadAnswer, type Resource } from '../provider.ts';
import { block, body, computed, map, optional, string } from '../schema.ts';
import { fromJson, textOf, toJson, type ObjectValue } from '../wire.ts';
import { sampleCloud, type SampleCloud } from './cloud.ts';
import { SAMPLE_TYPES, type SampleType } from './types.ts';

const CONFIG_SCHEMA: ResourceSchema = {
  version: 0,
  block: body({
    endpoint: optional(string),
    region: optional(string),
    default_tags: block('single', { tags: optional(map(string)) }),
  }),
};

/** The region of objects if the configuration names none. */
const DEFAULT_REGION = 'us-east-1';

/** The configuration of the provider. */
type Target = { cloud: SampleCloud; region: string; defaultTags: JsonObject };

function tagsOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/**
 * The cloud has one set of tags. `tags_all` is that set; `tags` is the set without those default tags that the
 * configuration does not repeat.
 */
function withTags(live: JsonObject, state: JsonObject, target: Target): JsonObject {
  const all = tagsOf(live['tags']);
  const own = tagsOf(state['tags']);
  const kept = Object.entries(all).filter(([key, value]) => key in own || target.defaultTags[key] !== value);
  const none = kept.length === 0 && (state['tags'] ?? null) === null;
  return { ...live, tags: none ? null : Object.fromEntries(kept), tags_all: all };
}

function schemaOf(type: SampleType): ResourceSchema {
  const common = { id: computed(string), arn: computed(string), region: computed(string) };
  return { version: type.version, block: body({ ...common, ...type.members }) };
}

function resourceOf(name: string, type: SampleType, target: () => Target): Resource {
  const schema = schemaOf(type);

  const stateOf = (live: JsonObject, before: JsonObject): Value =>
    fromJson(schema.block, withTags(live, before, target()));

  /** The id of a new object depends only on its content, so that the same estate always has the same ids. */
  const idOf = (object: JsonObject): string => {
    const of = `${target().region}/${name}/${textOf(object['name'])}`;
    return `${type.prefix}-${createHash('sha256').update(of).digest('hex').slice(0, 12)}`;
  };

  const objectOf = (planned: ObjectValue, prior: ObjectValue | null): JsonObject => {
    const { region, defaultTags } = target();
    const given = toJson(planned) as JsonObject;
    const id = prior ? textOf(prior['id']) : idOf(given);
    const arn = `arn:sample:${name}:${region}:${id}`;
    const chosen: JsonObject = { id, arn, region, ...type.defaults(given, region) };
    const resolved = resolveUnknowns(planned, (attribute) => (chosen[attribute] as Value | undefined) ?? null);
    const { tags_all: _, ...object } = toJson(resolved) as JsonObject;
    return { ...object, tags: { ...defaultTags, ...tagsOf(object['tags']) } };
  };

  return {
    schema,
    replacedBy: type.replacedBy,
    async read(state): Promise<ReadAnswer> {
      const before = toJson(state) as JsonObject;
      const live = await target().cloud.get(name, textOf(before['id']));
      return { state: live ? stateOf(live, before) : null };
    },
    async planning(planned) {
      // `tags_all` is known before the creation, as with real providers: the tags and the default tags.
      const tags = planned['tags'];
      if (tags !== UNKNOWN) planned['tags_all'] = { ...target().defaultTags, ...tagsOf(toJson(tags ?? null)) } as Value;
      return [];
    },
    async apply({ prior, planned }: Change): Promise<ApplyAnswer> {
      const { cloud } = target();
      if (!planned) {
        await cloud.remove(name, textOf(prior?.['id']));
        return { state: null };
      }
      const object = objectOf(planned, prior);
      const live = await cloud.put(name, textOf(object['id']), object);
      return { state: stateOf(live, toJson(planned) as JsonObject) };
    },
  };
}

/**
 * The sample provider. Its resources are in the sample cloud at `endpoint` and `region`, or at AWS_ENDPOINT_URL in
 * `env`.
 */
export function sampleProvider(env: Readonly<Record<string, string | undefined>>): Provider {
  let configured: Target | undefined;
  const target = (): Target => {
    if (configured) return configured;
    throw new Error('the sample provider is not configured');
  };
  return {
    configSchema: CONFIG_SCHEMA,
    resources: Object.fromEntries(
      Object.entries(SAMPLE_TYPES).map(([name, type]) => [`sample_${name}`, resourceOf(name, type, target)]),
    ),
    async configure(config) {
      const { default_tags: defaults, ...given } = toJson(config) as JsonObject;
      // As with real providers, the environment provides defaults for the configuration; the state does not contain
      // them.
      const endpoint = given['endpoint'] ?? env['AWS_ENDPOINT_URL'] ?? null;
      const region = given['region'] ?? DEFAULT_REGION;
      if (typeof endpoint !== 'string' || !/^https?:\/\//.test(endpoint)) {
        return [problem('Invalid endpoint', 'endpoint must be the http(s) address of a sample cloud.')];
      }
      if (typeof region !== 'string' || region === '') return [problem('Invalid region', 'region must not be empty.')];
      const defaultTags = isObject(defaults) ? tagsOf(defaults['tags']) : {};
      configured = { cloud: sampleCloud(endpoint, region), region, defaultTags };
      return [];
    },
  };
}
