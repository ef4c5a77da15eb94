import type { ResourceSchema } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { decodeValue } from '../codec/decode.ts';
import { encodeObject } from '../codec/encode.ts';
import { errorsOf, presentable } from '../protocol/errors.ts';
import type { Plugin } from '../process/plugin.ts';
import { CLIENT_CAPABILITIES, type Calls } from '../protocol/messages.ts';
import type { CallOptions } from './read.ts';
import type { LiveObject, PlanOutcome } from '../contract/types.ts';

type Request = Calls['PlanResourceChange']['request'];
type Step = Calls['PlanResourceChange']['response']['requires_replace'][number]['steps'][number];

/** A step of a protocol path. */
export const stepOf = ({ attribute_name: name, element_key_string: key, element_key_int: index }: Step) =>
  name || key || (index ?? 0);

/**
 * Asks for a plan as Terraform's core does, with the prior state, the configuration and core's proposal. Rejects with a
 * `CallError` where the transport fails, and with `SchemaMismatch` where the target does not fit the schema.
 */
export async function planObject(
  plugin: Plugin,
  schema: ResourceSchema,
  object: LiveObject,
  target: { config: Value; proposed: Value },
  { deadlineMs, redact, signal }: CallOptions,
): Promise<PlanOutcome> {
  const request: Request = {
    type_name: object.type,
    prior_state: object.state,
    proposed_new_state: { msgpack: encodeObject(schema.block, target.proposed) },
    config: { msgpack: encodeObject(schema.block, target.config) },
    prior_private: object.private,
    client_capabilities: CLIENT_CAPABILITIES,
  };
  if (object.identity !== undefined) request.prior_identity = object.identity;
  const answer = await plugin.call('PlanResourceChange', request, deadlineMs, signal);
  const errors = errorsOf(answer.diagnostics);
  if (errors !== undefined) return { status: 'refused', detail: presentable(errors, redact) };
  return {
    status: 'planned',
    planned: decodeValue(answer.planned_state, schema.block),
    replaces: answer.requires_replace.map(({ steps }): Path => steps.map(stepOf)),
    legacy: answer.legacy_type_system,
  };
}
