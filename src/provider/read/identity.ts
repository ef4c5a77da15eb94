import { CALL_STATUS, isCallError, errorsOf } from '../protocol/errors.ts';
import { readRaw } from '../codec/raw.ts';
import type { Calls, Identity, Method } from '../protocol/messages.ts';
import type { ReadRequest } from '../contract/types.ts';

/** A call that shares the read's deadline. */
export type Call = <M extends Method>(method: M, message: Calls[M]['request']) => Promise<Calls[M]['response']>;

/** The error of a provider's SDK and framework where the live object's identity differs from the state's. */
export const IDENTITY_CHANGED = 'Unexpected Identity Change';

/** The framework's error for an identity that needs no upgrade; the older SDK accepts it. */
const IS_CURRENT = 'Unexpected Identity Upgrade Request';

/**
 * A state's identity in the provider's present format. Undefined where the provider cannot use it, such as one that is
 * older than the state and has no identities for the type yet; a read works without.
 */
export async function upgradeIdentity(call: Call, { type, identity }: ReadRequest): Promise<Identity | undefined> {
  if (identity === undefined) return undefined;
  const json = Buffer.from(identity.json);
  const message = { type_name: type, version: identity.schemaVersion, raw_identity: { json } };
  try {
    const answer = await call('UpgradeResourceIdentity', message);
    const errors = errorsOf(answer.diagnostics);
    if (errors?.includes(IS_CURRENT)) return { identity_data: { json } };
    return errors === undefined ? (answer.upgraded_identity ?? undefined) : undefined;
  } catch (error) {
    if (isCallError(error, CALL_STATUS.UNIMPLEMENTED)) return undefined;
    throw error;
  }
}

function partsOf(identity: Identity | null | undefined): Map<string, unknown> {
  const raw = readRaw(identity?.identity_data ?? null);
  const parts = typeof raw === 'object' && raw !== null ? Object.entries(raw) : [];
  return new Map(parts.filter(([, part]) => part !== null && part !== ''));
}

/**
 * True where two identities name different objects: a part that both have differs. An identity without account and
 * region, as hashicorp/aws writes it when configured not to look up its account, may be the live object's.
 */
export function namesAnother(state: Identity | undefined, live: Identity | null): boolean {
  const liveParts = partsOf(live);
  return [...partsOf(state)].some(([name, part]) => liveParts.has(name) && liveParts.get(name) !== part);
}
