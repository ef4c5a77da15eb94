/** A value in a message. Providers answer in msgpack; JSON is allowed. An empty one means "not given". */
export type DynamicValue = { msgpack?: Uint8Array; json?: Uint8Array };

export type Diagnostic = {
  severity: 'INVALID' | 'ERROR' | 'WARNING';
  summary: string;
  detail: string;
  /** The path in the configuration, if the provider names one. */
  attribute?: { steps: PathStep[] } | null;
};

export type ProtoAttribute = {
  name: string;
  type: Uint8Array;
  nested_type?: { attributes: ProtoAttribute[]; nesting: string } | null;
  required: boolean;
  optional: boolean;
  computed: boolean;
  sensitive: boolean;
  write_only: boolean;
};

export type ProtoBlock = {
  attributes: ProtoAttribute[];
  block_types: { type_name: string; block: ProtoBlock | null; nesting: string }[];
};

export type ProtoSchema = { version: number; block: ProtoBlock | null };

/** The identity of an object, where its type has one. */
export type Identity = { identity_data: DynamicValue | null };
type Capabilities = { plan_destroy: boolean; get_provider_schema_optional: boolean };
type Answer<Fields> = Fields & { diagnostics: Diagnostic[] };
type Nothing = Record<string, never>;
export type PathStep = { attribute_name?: string; element_key_string?: string; element_key_int?: number };

/**
 * The calls of both protocols by the names of protocol 6, with the fields in use. Answers have every field: absent
 * messages are null, absent bytes empty.
 */
export type Calls = {
  GetMetadata: {
    request: Nothing;
    response: Answer<{
      server_capabilities: Capabilities | null;
      resources: { type_name: string }[];
      /** The types that `ListResource` supports; none before protocol 5.10 and 6.10. */
      list_resources: { type_name: string }[];
    }>;
  };
  GetProviderSchema: {
    request: Nothing;
    response: Answer<{
      /** Each is an encoded `ProtoSchema` (`loadSchemaDecoder`): of possibly thousands, few are used. */
      provider: Uint8Array;
      resource_schemas: Record<string, Uint8Array>;
      list_resource_schemas: Record<string, Uint8Array>;
      server_capabilities: Capabilities | null;
    }>;
  };
  ValidateProviderConfig: { request: { config: DynamicValue }; response: Answer<object> };
  ConfigureProvider: {
    request: { terraform_version: string; config: DynamicValue; client_capabilities?: object };
    response: Answer<object>;
  };
  UpgradeResourceState: {
    request: {
      type_name: string;
      version: number;
      raw_state: { json?: Uint8Array; flatmap?: Record<string, string> };
    };
    response: Answer<{ upgraded_state: DynamicValue | null }>;
  };
  UpgradeResourceIdentity: {
    request: { type_name: string; version: number; raw_identity: { json: Uint8Array } };
    response: Answer<{ upgraded_identity: Identity | null }>;
  };
  ReadResource: {
    request: {
      type_name: string;
      current_state: DynamicValue;
      private?: Uint8Array;
      client_capabilities?: object;
      current_identity?: Identity;
    };
    response: Answer<{
      new_state: DynamicValue | null;
      private: Uint8Array;
      deferred: { reason: string } | null;
      new_identity: Identity | null;
    }>;
  };
  PlanResourceChange: {
    request: {
      type_name: string;
      prior_state: DynamicValue;
      proposed_new_state: DynamicValue;
      config: DynamicValue;
      prior_private?: Uint8Array;
      client_capabilities?: object;
      prior_identity?: Identity;
    };
    response: Answer<{
      planned_state: DynamicValue | null;
      requires_replace: { steps: PathStep[] }[];
      planned_private: Uint8Array;
      legacy_type_system: boolean;
      planned_identity: Identity | null;
    }>;
  };
  ApplyResourceChange: {
    request: {
      type_name: string;
      prior_state: DynamicValue;
      planned_state: DynamicValue;
      config: DynamicValue;
      planned_private?: Uint8Array;
      planned_identity?: Identity;
    };
    response: Answer<{
      new_state: DynamicValue | null;
      private: Uint8Array;
      legacy_type_system: boolean;
      new_identity: Identity | null;
    }>;
  };
  ImportResourceState: {
    request: { type_name: string; id: string; client_capabilities?: object; identity?: Identity };
    response: Answer<{
      imported_resources: {
        type_name: string;
        state: DynamicValue | null;
        private: Uint8Array;
        identity: Identity | null;
      }[];
    }>;
  };
  ValidateResourceConfig: {
    request: { type_name: string; config: DynamicValue; client_capabilities?: object };
    response: Answer<object>;
  };
  GenerateResourceConfig: {
    request: { type_name: string; state: DynamicValue };
    response: Answer<{ config: DynamicValue | null }>;
  };
  StopProvider: { request: Nothing; response: { Error: string } };
};

export type Method = keyof Calls;

/** The request to `ListResource`: the objects of a type. Some types of hashicorp/aws 6.47 list more than `limit` of them. */
export type ListRequest = {
  type_name: string;
  config: DynamicValue;
  include_resource_object?: boolean;
  limit: number;
};

/** One object from `ListResource`, or the error that ended the list. */
export type ListEvent = {
  identity: Identity | null;
  display_name: string;
  resource_object: DynamicValue | null;
  diagnostic: Diagnostic[];
};

/** The names of protocol 5, where they differ. */
export const PROTOCOL_5_NAMES: Readonly<Partial<Record<Method, string>>> = {
  GetProviderSchema: 'GetSchema',
  ValidateProviderConfig: 'PrepareProviderConfig',
  ConfigureProvider: 'Configure',
  ValidateResourceConfig: 'ValidateResourceTypeConfig',
  StopProvider: 'Stop',
};

/** The capabilities of our client, in each request that has a field for them. */
export const CLIENT_CAPABILITIES = { deferral_allowed: false, write_only_attributes_allowed: true };
