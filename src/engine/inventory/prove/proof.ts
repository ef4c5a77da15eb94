import type { ObjectNode } from '../../../base/schema.ts';
import type { Value } from '../../../base/value.ts';
import type { Candidate } from '../../../clouds/contract/inventory.ts';
import type { ImportName, LiveObject, ProviderSession } from '../../../provider/contract/types.ts';
import type { ImportBy } from '../../model/inventory.ts';
import type { Json } from '../../../base/json.ts';

/** A candidate that the provider has imported and read: an object of its type. */
export type Proven = { candidate: Candidate; schema: ObjectNode; object: LiveObject; live: Value; by: ImportBy };

/** `absent`: nothing of this type has this id. `unproven`: the provider gave no answer, so that nothing is known. */
export type Proof =
  | ({ status: 'proven' } & Proven)
  | { status: 'absent' }
  /** The provider takes it for the cloud's default of its kind. */
  | { status: 'default' }
  | { status: 'unproven'; reason: string; detail: string };

/**
 * What a candidate may be imported by: its import id, which each version of Terraform takes, then its identity, then what else is known of it, since
 * versions of a provider differ in what they take.
 */
export function importsBy({ ids: { importId, identity, arn, name } }: Candidate): ImportBy[] {
  const ids = [...new Set([importId, name, arn])].filter((one) => one !== undefined);
  const [first, ...others] = ids.map((id): ImportBy => ({ id }));
  const named = identity === undefined ? [] : [{ identity: identity as Record<string, Json> }];
  return importId === undefined
    ? [...named, ...(first ? [first] : []), ...others]
    : [...(first ? [first] : []), ...named, ...others];
}

const nameOf = (by: ImportBy): ImportName => ('id' in by ? by : { identity: JSON.stringify(by.identity) });

/** How providers say in an error that there is nothing by an id: some do not answer with null. */
const GONE =
  /\b(?:cannot import non-existent|couldn't find resource|empty result|not found|notfound|does ?n[o']t exist|nosuchentity|no such|invalid\w*id\.(?:notfound|malformed))\b/i;

/** How the provider says that an object is a default, which a type of its own manages. */
const DEFAULT = /use the `?aws_default_\w+`? resource/i;

/**
 * Proves that a candidate is an object of its type: the provider imports it by its id and reads it, as it would for an `import` block. Nothing
 * is changed. Rejects only with the reason of `signal`.
 */
export async function prove(session: ProviderSession, candidate: Candidate, signal?: AbortSignal): Promise<Proof> {
  const { type } = candidate;
  const schema = await session.resourceSchema(type);
  if (schema === undefined)
    return { status: 'unproven', reason: 'unknown_type', detail: `The provider ${session.version} has no ${type}.` };
  let last: Proof = { status: 'unproven', reason: 'no_id', detail: 'Its list gives no id to import it by.' };
  for (const by of importsBy(candidate)) {
    const proof = await proveBy(session, candidate, by, schema.block, signal);
    if (proof.status === 'proven' || proof.status === 'default') return proof;
    // That nothing has one of its names does not outweigh a read that failed by another.
    if (last.status !== 'unproven' || last.reason === 'no_id') last = proof;
  }
  return last;
}

async function proveBy(
  session: ProviderSession,
  candidate: Candidate,
  by: ImportBy,
  schema: ObjectNode,
  signal: AbortSignal | undefined,
): Promise<Proof> {
  const { type } = candidate;
  const request = {
    type,
    schemaVersion: 0,
    attributes: { json: '{}' },
    private: new Uint8Array(),
    imports: nameOf(by),
  };
  const outcome = await session.read(request, signal);
  switch (outcome.status) {
    case 'read':
      return { status: 'proven', candidate, schema, object: outcome.object, live: outcome.live, by };
    case 'deleted':
    case 'suspect':
      return { status: 'absent' };
    case 'unreadable':
    case 'unsupported':
      if (outcome.reason === 'provider_error' && DEFAULT.test(outcome.detail)) return { status: 'default' };
      if (outcome.reason === 'provider_error' && GONE.test(outcome.detail)) return { status: 'absent' };
      return { status: 'unproven', reason: outcome.reason, detail: outcome.detail };
  }
}
