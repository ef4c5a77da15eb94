import { isObject, type Json, type JsonObject } from '../src/base/json.ts';
import type { ResourceSchema, SchemaNode } from '../src/base/schema.ts';
import type { Value } from '../src/base/value.ts';
import { decodeValue } from '../src/provider/codec/decode.ts';
import { encodeObject } from '../src/provider/codec/encode.ts';
import { errorsOf } from '../src/provider/protocol/errors.ts';
import type { Plugin } from '../src/provider/process/plugin.ts';
import { CLIENT_CAPABILITIES, type Diagnostic, type DynamicValue } from '../src/provider/protocol/messages.ts';
import { schemaReader } from '../src/provider/schema/convert.ts';
import {
  instanceAddress,
  resourceAddress,
  sensitivePaths,
  stateDocument,
  stateJson,
  type InstanceKey,
  type StateDocument,
  type StateInstance,
} from './state-document.ts';

/** Resolves to the attributes of an instance once it is created. The instance must come earlier in the list. */
export type AttributesOf = (address: string) => Promise<JsonObject>;

/** An instance to create, with the values of its HCL block. */
export type ApplyResource = InstanceKey & {
  config: JsonObject | ((attributesOf: AttributesOf) => JsonObject | Promise<JsonObject>);
};

export type ApplyOptions = {
  plugin: Plugin;
  /** Fully qualified: `registry.terraform.io/hashicorp/aws`. */
  source: string;
  /** The provider block's alias, for the state's `provider["…"].alias`. */
  alias?: string;
  providerConfig: JsonObject;
  resources: readonly ApplyResource[];
  /** The number of concurrent calls, default 10 as in terraform. */
  concurrency?: number;
  /** Whether to read every instance after all are created, as terraform's next refresh would. Default true. */
  refresh?: boolean;
  serial?: number;
  lineage?: string;
  terraformVersion?: string;
};

type Created = { state: DynamicValue; value: Value; private: Uint8Array };
type Target = { plugin: Plugin; schemas: Readonly<Record<string, ResourceSchema>> };

const DEADLINE_MS = 300_000;
const NOTHING: DynamicValue = { msgpack: Buffer.from([0xc0]) };

function refuse(what: string, diagnostics: readonly Diagnostic[]): void {
  const errors = errorsOf(diagnostics);
  if (errors !== undefined) throw new Error(`${what}: ${errors}`);
}

function schemaOf({ schemas }: Target, type: string): ResourceSchema {
  const schema = schemas[type];
  if (!schema) throw new Error(`the provider has no resource type ${type}`);
  return schema;
}

/** The proposed state of a new object: its configuration without write-only attributes, as in Terraform's core. */
function proposed(node: SchemaNode, config: Json): Json {
  if (Array.isArray(config) && 'element' in node) return config.map((child) => proposed(node.element, child));
  if (!isObject(config)) return config;
  const fields = Object.entries(config).flatMap(([name, child]): [string, Json][] => {
    if (node.kind === 'map') return [[name, proposed(node.element, child)]];
    const member = node.kind === 'object' ? node.members[name] : undefined;
    if (member?.role === 'attribute' && member.writeOnly) return [];
    return [[name, member ? proposed(member.node, child) : child]];
  });
  return Object.fromEntries(fields);
}

async function create(target: Target, key: InstanceKey, config: JsonObject): Promise<Created> {
  const { plugin } = target;
  const type_name = key.type;
  const schema = schemaOf(target, type_name);
  const change = {
    type_name,
    prior_state: NOTHING,
    config: { msgpack: encodeObject(schema.block, config) },
  };
  const plan = await plugin.call(
    'PlanResourceChange',
    {
      ...change,
      proposed_new_state: { msgpack: encodeObject(schema.block, proposed(schema.block, config)) },
      client_capabilities: CLIENT_CAPABILITIES,
    },
    DEADLINE_MS,
  );
  refuse('the plan failed', plan.diagnostics);
  const applied = await plugin.call(
    'ApplyResourceChange',
    { ...change, planned_state: plan.planned_state ?? NOTHING, planned_private: plan.planned_private },
    DEADLINE_MS,
  );
  refuse('the creation failed', applied.diagnostics);
  const state = applied.new_state ?? NOTHING;
  return { state, value: decodeValue(state, schema.block), private: applied.private };
}

async function read(target: Target, key: InstanceKey, created: Created): Promise<Created> {
  const answer = await target.plugin.call(
    'ReadResource',
    {
      type_name: key.type,
      current_state: created.state,
      private: created.private,
      client_capabilities: CLIENT_CAPABILITIES,
    },
    DEADLINE_MS,
  );
  refuse('the refresh failed', answer.diagnostics);
  const state = answer.new_state ?? NOTHING;
  const value = decodeValue(state, schemaOf(target, key.type).block);
  if (value === null) throw new Error('it is gone right after its creation');
  return { state, value, private: answer.private };
}

/** Adds the instance's address to the message of an error. */
async function about<T>(address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${address}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function configured(options: ApplyOptions): Promise<Target> {
  const { plugin, providerConfig, resources, terraformVersion = '1.11.4' } = options;
  const answer = await plugin.call('GetProviderSchema', {}, DEADLINE_MS);
  refuse('the schema could not be had', answer.diagnostics);
  if (answer.provider.length === 0) throw new Error('the provider has no schema for its own configuration');
  const read = await schemaReader(plugin.protocol);
  const config = { msgpack: encodeObject(read(answer.provider).block, providerConfig) };
  const request = { terraform_version: terraformVersion, config, client_capabilities: CLIENT_CAPABILITIES };
  refuse('the configuration was refused', (await plugin.call('ConfigureProvider', request, DEADLINE_MS)).diagnostics);
  const schemas = [...new Set(resources.map(({ type }) => type))].flatMap((type) => {
    const schema = answer.resource_schemas[type];
    return schema ? [[type, read(schema)] as const] : [];
  });
  return { plugin, schemas: Object.fromEntries(schemas) };
}

/** Limits the number of concurrent tasks to `width`. Tasks start in their order. */
function limited(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = width;
  return async (work) => {
    if (free === 0) await new Promise<void>((go) => waiting.push(go));
    else free--;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

type Made = { key: InstanceKey; address: string; created: Created; dependencies: string[] };

/** Creates all instances concurrently. An instance that needs the attributes of another waits for it. */
async function createAll(target: Target, { resources, concurrency = 10 }: ApplyOptions): Promise<Made[]> {
  const inTurn = limited(concurrency);
  const before = new Map<string, Promise<Made>>();
  const making = resources.map(({ config, ...key }) => {
    const address = instanceAddress(key);
    const earlier = new Map(before);
    const dependencies = new Set<string>();
    const attributesOf: AttributesOf = async (wanted) => {
      const made = await earlier.get(wanted);
      if (!made) throw new Error(`${wanted} does not come before it`);
      dependencies.add(resourceAddress(made.key));
      for (const further of made.dependencies) dependencies.add(further);
      return stateJson(schemaOf(target, made.key.type).block, made.created.value) as JsonObject;
    };
    const made = about(address, async (): Promise<Made> => {
      const settled = typeof config === 'function' ? await config(attributesOf) : config;
      const created = await inTurn(() => create(target, key, settled));
      return { key, address, created, dependencies: [...dependencies].sort() };
    });
    before.set(address, made);
    return made;
  });
  // Waits for all even if one fails, so that nothing keeps running after this function has returned.
  await Promise.allSettled(making);
  return Promise.all(making);
}

function instanceOf(target: Target, { key, created, dependencies }: Made): StateInstance {
  const schema = schemaOf(target, key.type);
  return {
    ...(key.indexKey !== undefined && { index_key: key.indexKey }),
    schema_version: schema.version,
    attributes: stateJson(schema.block, created.value) as JsonObject,
    sensitive_attributes: sensitivePaths(schema.block, created.value),
    ...(created.private.length > 0 && { private: Buffer.from(created.private).toString('base64') }),
    ...(dependencies.length > 0 && { dependencies }),
  };
}

/**
 * Applies an estate without terraform: configures the provider, plans and creates every resource as Terraform's core
 * does, reads each again, and returns the state that terraform would have written. If the provider refuses an instance,
 * throws an error that names it; instances that are already created stay.
 */
export async function applyEstate(options: ApplyOptions): Promise<StateDocument> {
  const { source, alias, refresh = true, concurrency = 10 } = options;
  const target = await configured(options);
  const made = await createAll(target, options);
  const inTurn = limited(concurrency);
  const settled = await Promise.all(
    made.map(async (one): Promise<Made> => {
      if (!refresh) return one;
      const created = await inTurn(() => about(one.address, () => read(target, one.key, one.created)));
      return { ...one, created };
    }),
  );
  return stateDocument(
    settled.map((one) => ({ key: one.key, instance: instanceOf(target, one) })),
    { ...options, provider: `provider["${source}"]${alias === undefined ? '' : `.${alias}`}` },
  );
}
