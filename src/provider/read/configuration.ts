import type { ResourceSchema } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';
import { decodeValue } from '../codec/decode.ts';
import { encodeObject } from '../codec/encode.ts';
import { CALL_STATUS, errorsOf, isCallError, presentable } from '../protocol/errors.ts';
import type { Plugin } from '../process/plugin.ts';
import { CLIENT_CAPABILITIES } from '../protocol/messages.ts';
import type { ConfigProblem, LiveObject } from '../contract/types.ts';
import { stepOf } from './plan.ts';
import type { CallOptions } from './read.ts';

/**
 * The provider's errors about a configuration. Rejects with a `CallError` where the transport fails, and
 * `SchemaMismatch`.
 */
export async function validateConfig(
  plugin: Plugin,
  schema: ResourceSchema,
  { type, config }: { type: string; config: Value },
  { deadlineMs, redact, signal }: CallOptions,
): Promise<ConfigProblem[]> {
  const request = {
    type_name: type,
    config: { msgpack: encodeObject(schema.block, config) },
    client_capabilities: CLIENT_CAPABILITIES,
  };
  const { diagnostics } = await plugin.call('ValidateResourceConfig', request, deadlineMs, signal);
  return diagnostics
    .filter(({ severity }) => severity === 'ERROR')
    .map((one) => ({
      path: one.attribute?.steps.map(stepOf) ?? [],
      text: presentable(errorsOf([one]) ?? '', redact),
    }));
}

/**
 * The provider's generated configuration for an object; undefined before protocols 5.10 and 6.10, which lack the call.
 */
export async function generateConfig(
  plugin: Plugin,
  schema: ResourceSchema,
  { type, state }: LiveObject,
  { deadlineMs, signal }: CallOptions,
): Promise<Value | undefined> {
  try {
    const answer = await plugin.call('GenerateResourceConfig', { type_name: type, state }, deadlineMs, signal);
    if (errorsOf(answer.diagnostics) !== undefined) return undefined;
    return decodeValue(answer.config, schema.block) ?? undefined;
  } catch (error) {
    if (isCallError(error, CALL_STATUS.UNIMPLEMENTED)) return undefined;
    throw error;
  }
}
