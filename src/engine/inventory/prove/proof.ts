import type { ObjectNode } from '../../../base/schema.ts';
import type { Value } from '../../../base/value.ts';
import type { Candidate } from '../../../clouds/contract/inventory.ts';
import type { ImportName, LiveObject, ProviderSession } from '../../../provider/contract/types.ts';
import type { ImportBy } from '../../model/inventory.ts';
import type { Json } from '../../../base/json.ts';

/** A candidate that the provider has imported and read, so it is an object of its type. */
export type Proven = { candidate: Candidate; schema: ObjectNode; object: LiveObject; live: Value; by: ImportBy };

/** `absent`: no object of this type has this id. `unproven`: the provider gave no answer, so nothing is known. */
export type Proof =
  | ({ status: 'proven' } & Proven)
  | { status: 'absent' }
  /** The provider says that it is the cloud's default object of its kind. */
  | { status: 'default' }
  | { status: 'unproven'; reason: string; detail: string };

/**
 * The ids to try for the import of a candidate, in this order: its import id, which each version of Terraform takes,
 * its identity, its name and its ARN, since versions of a provider take different ids.
 */
export function importsBy({ ids: { importId, identity, arn, name } }: Candidate): ImportBy[] {
  const ids = [...new Set([importId, name, arn])].filter((one) => one !== undefined);
  const all = ids.map((id): ImportBy => ({ id }));
  if (identity === undefined) return all;
  return all.toSpliced(importId === undefined ? 0 : 1, 0, { identity: identity as Record<string, Json> });
}

const nameOf = (by: ImportBy): ImportName => ('id' in by ? by : { identity: JSON.stringify(by.identity) });

/** Errors that mean that no object has this id. Some providers return them instead of null. */
const GONE =
  /\b(?:cannot import non-existent|couldn't find resource|empty result|not found|notfound|does ?n[o']t exist|nosuchentity|no such|invalid\w*id\.(?:notfound|malformed))\b/i;

/** The provider's error about a default object, which another type manages. */
const DEFAULT = /use the `?aws_default_\w+`? resource/i;

/**
 * Proves that a candidate is an object of its type: the provider imports it by its id and reads it, as for an `import`
 * block. Nothing is changed. Rejects only with the reason of `signal`.
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
    // A failed read by one id outweighs "absent" by another.
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
