import type { JsonObject } from '../../src/base/json.ts';
import type { ResourceSchema, SchemaNode } from '../../src/base/schema.ts';
import type { Value } from '../../src/base/value.ts';
import type { ObjectValue } from './wire.ts';

export type Diagnostic = { severity: 1 | 2; summary: string; detail?: string };

export const problem = (summary: string, detail = ''): Diagnostic => ({ severity: 1, summary, detail });
export const warning = (summary: string, detail = ''): Diagnostic => ({ severity: 2, summary, detail });

/** The result of a read: a state (null if the instance is deleted), or raw bytes to send instead. */
export type ReadAnswer = {
  state?: Value;
  bytes?: Buffer;
  diagnostics?: Diagnostic[];
  identity?: JsonObject;
};

export type ApplyAnswer = { state: Value; private?: Buffer; diagnostics?: Diagnostic[]; identity?: JsonObject };

/** `prior` is null for a creation, `planned` is null for a deletion. Only `config` contains write-only attributes. */
export type Change = { prior: ObjectValue | null; planned: ObjectValue | null; config: ObjectValue | null };

/** One resource type of a provider. */
export type Resource = {
  schema: ResourceSchema;
  /** Top-level attributes whose change forces a replacement. */
  replacedBy: readonly string[];
  identity?: { version: number; attributes: Record<string, SchemaNode> };
  /** Turns attributes of an older schema version into those of the current one. */
  upgrade?(attributes: JsonObject, from: number): JsonObject;
  /** All its objects, for types that the provider lists (`ListResource`). */
  list?: () => Promise<{ name: string; identity: JsonObject }[]>;
  /** The state with which the read of an imported object begins. */
  importing?: (identity: JsonObject) => ObjectValue;
  read(state: ObjectValue, identity: JsonObject | undefined): Promise<ReadAnswer>;
  /** May delay a plan, add diagnostics to it, or fail. */
  planning?(planned: ObjectValue): Promise<Diagnostic[]>;
  apply(change: Change): Promise<ApplyAnswer>;
};

/** One call in the log of calls. */
export type Call = { pid: number; call: string; type?: string; id?: string; private?: string; region?: string };

/** The implementation of a provider. `calling` runs before every call. */
export type Provider = {
  configSchema: ResourceSchema;
  resources: Readonly<Record<string, Resource>>;
  configure(config: ObjectValue): Promise<Diagnostic[]>;
  calling?: (call: Omit<Call, 'pid'>) => Promise<void>;
};
