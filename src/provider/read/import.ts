import { errorsOf } from '../protocol/errors.ts';
import { CLIENT_CAPABILITIES, type DynamicValue, type Identity } from '../protocol/messages.ts';
import type { ImportName } from '../contract/types.ts';
import { packJson } from '../codec/raw.ts';
import type { Call } from './identity.ts';

/** The start of an imported object's read. */
type Imported = { state: DynamicValue; private: Uint8Array; identity: Identity | undefined; what: string };

/**
 * Asks the provider to import one object, as Terraform's core does for an `import` block. Nothing is changed, and most
 * providers make no call yet. Some types import several objects at once (older `aws_security_group`): the first of the
 * type counts.
 */
export async function importObject(call: Call, type: string, name: ImportName): Promise<Imported | { wrong: string }> {
  // The older SDK reads an identity as msgpack only.
  const by = 'id' in name ? { id: name.id } : { id: '', identity: { identity_data: packJson(name.identity) } };
  const answer = await call('ImportResourceState', {
    type_name: type,
    client_capabilities: CLIENT_CAPABILITIES,
    ...by,
  });
  const errors = errorsOf(answer.diagnostics);
  if (errors !== undefined) return { wrong: errors };
  const found = answer.imported_resources.find((one) => one.type_name === type);
  if (!found?.state) return { wrong: 'The provider imported nothing by this id.' };
  return { state: found.state, private: found.private, identity: found.identity ?? undefined, what: 'import' };
}
