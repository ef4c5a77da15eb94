import { CALL_STATUS, isCallError } from './call-error.ts';
import { readRaw } from './codec/raw.ts';
import { errorsOf } from './diagnostics.ts';
import type { Calls, Identity, Method } from './protocol/messages.ts';
import type { ReadRequest } from './types.ts';

/** A call that shares the read's deadline. */
export type Call = <M extends Method>(method: M, message: Calls[M]['request']) => Promise<Calls[M]['response']>;

/** What a provider's SDK and framework say where the object that was read has another identity than the state. */
export const IDENTITY_CHANGED = 'Unexpected Identity Change';

/** The identity that a state carries, in the provider's present form. A provider without the call has no identities. */
export async function upgradeIdentity(
  call: Call,
  request: ReadRequest,
): Promise<{ errors: string } | { current_identity?: Identity }> {
  if (request.identity === undefined) return {};
  const { schemaVersion, json } = request.identity;
  const message = { type_name: request.type, version: schemaVersion, raw_identity: { json: Buffer.from(json) } };
  try {
    const answer = await call('UpgradeResourceIdentity', message);
    const errors = errorsOf(answer.diagnostics);
    if (errors !== undefined) return { errors };
    return answer.upgraded_identity === null ? {} : { current_identity: answer.upgraded_identity };
  } catch (error) {
    if (isCallError(error, CALL_STATUS.UNIMPLEMENTED)) return {};
    throw error;
  }
}

function partsOf(identity: Identity | null | undefined): Map<string, unknown> {
  const raw = readRaw(identity?.identity_data ?? null);
  const parts = typeof raw === 'object' && raw !== null ? Object.entries(raw) : [];
  return new Map(parts.filter(([, part]) => part !== null && part !== ''));
}

/**
 * Whether two identities name different objects: something that both tell is not the same. One that lacks account and region, as
 * hashicorp/aws writes it where it was told not to ask who it is, may be that of the object that was read.
 */
export function namesAnother(state: Identity | undefined, live: Identity | null): boolean {
  const told = partsOf(live);
  return [...partsOf(state)].some(([name, part]) => told.has(name) && told.get(name) !== part);
}
