import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import { messageOf } from '../../src/base/errors.ts';
import { isObject, type Json, type JsonObject } from '../../src/base/json.ts';
import { PROTOCOL_5_NAMES, type Calls, type ListRequest, type Method } from '../../src/provider/protocol/messages.ts';
import { fromFlatmap } from './flatmap.ts';
import type { Protocol } from './goplugin.ts';
import { planChange } from './plan.ts';
import { problem, type Diagnostic, type Provider, type Resource } from './provider.ts';
import { body, optional } from './schema.ts';
import { schemaEncoder, typeBytes } from './schema-message.ts';
import { decodeValue, encodeValue, fromJson, parseExact, toJson, type DynamicValue, type ObjectValue } from './wire.ts';

type Identity = { identity_data: DynamicValue | null } | null | undefined;
type Answer = { diagnostics?: Diagnostic[]; [field: string]: unknown };
type Handle<M extends Method> = (request: Calls[M]['request']) => Promise<Answer> | Answer;
type Handlers = { [M in Method]?: Handle<M> } & { GetResourceIdentitySchemas: () => Answer };

function identityNode(resource: Resource): ReturnType<typeof body> {
  const entries = Object.entries(resource.identity?.attributes ?? {});
  return body(Object.fromEntries(entries.map(([name, node]) => [name, optional(node)])));
}

function identityMessage(resource: Resource, identity: JsonObject | undefined): object | null {
  if (!resource.identity || !identity) return null;
  const node = identityNode(resource);
  return { identity_data: encodeValue(node, fromJson(node, identity)) };
}

function identityOf(resource: Resource, identity: Identity): JsonObject | undefined {
  const value = identity ? toJson(decodeValue(identityNode(resource), identity.identity_data)) : null;
  return isObject(value) && Object.values(value).some((part) => part !== null) ? value : undefined;
}

function objectOf(resource: Resource, value: DynamicValue): ObjectValue | null {
  const decoded = decodeValue(resource.schema.block, value);
  return isObject(decoded) ? decoded : null;
}

/**
 * Upgrades a raw state's attributes to the current schema version. A newer state stays unchanged, as in real providers.
 */
function upgraded(resource: Resource, { version, raw_state }: Calls['UpgradeResourceState']['request']): Json {
  const attributes = raw_state.json?.length
    ? parseExact(Buffer.from(raw_state.json).toString('utf8'))
    : fromFlatmap(resource.schema.block, raw_state.flatmap ?? {});
  const older = version < resource.schema.version && isObject(attributes);
  return older && resource.upgrade ? resource.upgrade(attributes, version) : attributes;
}

/** The handlers of both protocols, under protocol 6's names. */
function handlersOf(provider: Provider, protocol: Protocol): Handlers {
  const of = (type: string): Resource => {
    const resource = provider.resources[type];
    if (!resource) throw new Error(`unknown resource type ${type}`);
    return resource;
  };
  const all = <T>(make: (resource: Resource) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(provider.resources).map(([type, resource]) => [type, make(resource)]));
  const server_capabilities = { get_provider_schema_optional: true };
  const log = provider.calling ?? (async () => undefined);

  return {
    async GetMetadata() {
      await log({ call: 'GetMetadata' });
      const types = Object.entries(provider.resources);
      return {
        server_capabilities,
        resources: types.map(([type_name]) => ({ type_name })),
        list_resources: types.flatMap(([type_name, { list }]) => (list ? [{ type_name }] : [])),
      };
    },
    async GetProviderSchema() {
      await log({ call: 'GetProviderSchema' });
      const encoded = await schemaEncoder(protocol);
      const resource_schemas = all(({ schema }) => encoded(schema));
      const listed = Object.entries(provider.resources).filter(([, { list }]) => list);
      const noArguments = encoded({ version: 0, block: body({}) });
      const list_resource_schemas = Object.fromEntries(listed.map(([type]) => [type, noArguments]));
      return { provider: encoded(provider.configSchema), resource_schemas, list_resource_schemas, server_capabilities };
    },
    GetResourceIdentitySchemas() {
      const schemas = Object.entries(provider.resources).flatMap(([type, { identity }]) => {
        if (!identity) return [];
        const identity_attributes = Object.entries(identity.attributes).map(([name, node]) => ({
          name,
          type: typeBytes(node),
          required_for_import: true,
        }));
        return [[type, { version: identity.version, identity_attributes }] as const];
      });
      return { identity_schemas: Object.fromEntries(schemas) };
    },
    ValidateProviderConfig: ({ config }) => ({ prepared_config: config }),
    async ConfigureProvider({ config }) {
      const value = decodeValue(provider.configSchema.block, config);
      if (!isObject(value)) return { diagnostics: [problem('Missing configuration')] };
      await log({ call: 'ConfigureProvider', ...(typeof value['region'] === 'string' && { region: value['region'] }) });
      return { diagnostics: await provider.configure(value) };
    },
    async UpgradeResourceState(request) {
      const resource = of(request.type_name);
      await log({ call: 'UpgradeResourceState', type: request.type_name });
      const { block } = resource.schema;
      return { upgraded_state: encodeValue(block, fromJson(block, upgraded(resource, request))) };
    },
    UpgradeResourceIdentity({ type_name, version, raw_identity }) {
      const { identity } = of(type_name);
      if (!identity) throw new Error(`no identity schema for ${type_name}`);
      if (version === identity.version) return { diagnostics: [problem('Unexpected Identity Upgrade Request')] };
      const json = JSON.parse(Buffer.from(raw_identity.json).toString('utf8')) as JsonObject;
      return { upgraded_identity: identityMessage(of(type_name), json) };
    },
    async ReadResource(request) {
      const resource = of(request.type_name);
      const state = objectOf(resource, request.current_state);
      const held = Buffer.from(request.private ?? []);
      await log({
        call: 'ReadResource',
        type: request.type_name,
        ...(typeof state?.['id'] === 'string' && { id: state['id'] }),
        ...(held.length > 0 && { private: held.toString('base64') }),
      });
      const { block } = resource.schema;
      if (!state) return { new_state: encodeValue(block, null) };
      const answer = await resource.read(state, identityOf(resource, request.current_identity));
      const new_state = answer.bytes ? { msgpack: answer.bytes } : encodeValue(block, answer.state ?? null);
      const new_identity = identityMessage(resource, answer.identity);
      return { new_state, private: held, new_identity, diagnostics: answer.diagnostics ?? [] };
    },
    async ImportResourceState({ type_name, identity }) {
      const resource = of(type_name);
      // As the SDK of most providers.
      if (identity && !identity.identity_data?.msgpack?.length) throw new Error('EOF');
      const by = identityOf(resource, identity);
      if (!resource.importing || !by) return { diagnostics: [problem('Import needs an identity')] };
      const state = encodeValue(resource.schema.block, resource.importing(by));
      return { imported_resources: [{ type_name, state, identity: identityMessage(resource, by) }] };
    },
    async PlanResourceChange(request) {
      const resource = of(request.type_name);
      await log({ call: 'PlanResourceChange', type: request.type_name });
      const proposed = objectOf(resource, request.proposed_new_state);
      const { planned, replace } = planChange(resource, objectOf(resource, request.prior_state), proposed);
      const diagnostics = planned ? ((await resource.planning?.(planned)) ?? []) : [];
      const requires_replace = replace.map((name) => ({ steps: [{ attribute_name: name }] }));
      const planned_state = encodeValue(resource.schema.block, planned);
      return { planned_state, requires_replace, planned_private: request.prior_private, diagnostics };
    },
    async ApplyResourceChange(request) {
      const resource = of(request.type_name);
      await log({ call: 'ApplyResourceChange', type: request.type_name });
      const answer = await resource.apply({
        prior: objectOf(resource, request.prior_state),
        planned: objectOf(resource, request.planned_state),
        config: objectOf(resource, request.config),
      });
      return {
        new_state: encodeValue(resource.schema.block, answer.state),
        private: answer.private ?? request.planned_private,
        new_identity: identityMessage(resource, answer.identity),
        diagnostics: answer.diagnostics ?? [],
      };
    },
    StopProvider: () => ({ Error: '' }),
  };
}

type Listing = { request: ListRequest; write: (event: object) => void; end: () => void };

/** Answers `ListResource`: one event for each object, or one with the error that ended the list. */
async function serveList(provider: Provider, { request, write, end }: Listing): Promise<void> {
  const resource = provider.resources[request.type_name];
  try {
    await provider.calling?.({ call: 'ListResource', type: request.type_name });
    if (!resource?.list) throw new Error(`${request.type_name} is not listed`);
    for (const { name, identity } of await resource.list())
      write({ display_name: name, identity: identityMessage(resource, identity) });
  } catch (error) {
    write({ diagnostic: [problem(messageOf(error))] });
  }
  end();
}

type Callback = (error: object | null, response?: object) => void;

/** A provider as a gRPC service. Errors of handlers become diagnostics, except for errors with a gRPC status. */
export function implementProvider(provider: Provider, protocol: Protocol): UntypedServiceImplementation {
  const handlers = Object.entries(handlersOf(provider, protocol)) as [Method, (request: unknown) => Promise<Answer>][];
  const unary = Object.fromEntries(
    handlers.map(([method, handle]) => {
      const name = (protocol === 5 ? PROTOCOL_5_NAMES[method] : undefined) ?? method;
      const serve = async ({ request }: { request: unknown }, callback: Callback): Promise<void> => {
        try {
          callback(null, await handle(request));
        } catch (error) {
          if (error instanceof Error && 'code' in error) callback(error);
          else callback(null, { diagnostics: [problem(messageOf(error))] });
        }
      };
      return [name, serve];
    }),
  );
  const ListResource = (call: Listing) => {
    void serveList(provider, {
      request: call.request,
      write: (event) => call.write(event),
      end: () => call.end(),
    });
  };
  return { ...unary, ListResource };
}
