import { AppError, messageOf } from '../../base/errors.ts';
import { SourceProblem } from '../../base/state-source.ts';
import { maskText } from '../../engine/mask/mask.ts';
import { decryptedStates } from '../../engine/state/decrypted-states.ts';
import type { StateKeys } from '../../engine/state/encryption/decrypt.ts';
import { openState } from '../../engine/state/open-state.ts';
import type { StateInstance } from '../../engine/state/parse.ts';
import { needsOf } from '../../engine/refresh/providing.ts';
import { formatProviderSource, parseProviderSource } from '../../provider/address/source.ts';
import { ProviderProblem } from '../../provider/contract/problem.ts';
import type { ProviderHost, ProviderSession, ReadOutcome } from '../../provider/contract/types.ts';
import { getProviderSettings } from '../../store/queries/provider-settings.ts';
import { scoped } from '../../store/scope.ts';
import { openStates, type WithStates } from '../state-sources/open.ts';
import { settingsFor, type ProviderGrant } from './grants.ts';
import { grantOf } from './own.ts';
import type { ProviderCheck } from './port.ts';
import { secretsIn } from './secrets.ts';

export type TryOutDeps = WithStates & {
  providers: ProviderHost;
  stateKeys: ReadonlyMap<string, StateKeys['blocks']>;
  hideSecrets?: (secrets: readonly string[]) => void;
};

/** Limits of the search for a resource: the number of states, and their size. */
const MAX_STATES = 50;
const MAX_STATE_BYTES = 16 * 1024 * 1024;

type Found = { key: string; instance: StateInstance; instances: readonly StateInstance[] };

/** The first resource that these settings apply to; undefined if no readable state has one. */
async function findResource(
  deps: TryOutDeps,
  orgId: string,
  grant: ProviderGrant,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const { source, decryptDataKey } = await openStates(deps, orgId, null, signal);
  const states = decryptedStates(source, { blocks: deps.stateKeys.get(orgId) ?? [], decryptDataKey });
  const given = settingsFor([grant]);
  let searched = 0;
  for await (const { key, size } of states.list(signal)) {
    if ((searched += 1) > MAX_STATES) return undefined;
    if (size > MAX_STATE_BYTES) continue;
    const { state } = await openState(states, key, signal);
    const instances = state?.instances ?? [];
    const instance = instances.find((one) => one.mode !== 'data' && 'config' in given(one.provider, key));
    if (instance) return { key, instance, instances };
  }
  return undefined;
}

const READ: Partial<Record<ReadOutcome['status'], string>> = {
  read: 'was read.',
  deleted: 'was looked up: it does not exist any more.',
  suspect: 'was looked up: the provider says that it does not exist any more.',
};

async function readOne(
  session: ProviderSession,
  { key, instance }: Found,
  signal: AbortSignal,
): Promise<ProviderCheck> {
  const { type, schemaVersion, attributes, address, identity } = instance;
  const request = { type, schemaVersion, attributes, private: instance.private, ...(identity && { identity }) };
  const outcome = await session.read(request, signal);
  const result = READ[outcome.status];
  if (result !== undefined) return { name: 'read', ok: true, detail: maskText(`${address} in ${key} ${result}`) };
  const { reason, detail } = outcome as Extract<ReadOutcome, { reason: string }>;
  return { name: 'read', ok: false, code: reason, detail: maskText(`${address} in ${key} was not read: ${detail}`) };
}

const NOTHING_TO_READ: ProviderCheck = {
  name: 'read',
  ok: true,
  detail: 'Nothing was read: no state that can be read has a resource that these settings are for.',
};

/** The step in which a provider failed before it could be used. */
const stepOf = ({ code }: ProviderProblem): ProviderCheck['name'] =>
  code === 'provider_configure_failed' ? 'configure' : 'start';

async function tryGrant(
  deps: TryOutDeps,
  grant: ProviderGrant,
  { source, found }: { source: string; found: Found | undefined },
  signal: AbortSignal,
): Promise<ProviderCheck[]> {
  const needOf = needsOf(found?.key ?? '', found?.instances ?? [], {});
  const { config, env, reach, isTenants } = grant;
  const need = needOf(source, { config, env, reach, isTenants, entry: 0, isShared: false });
  return deps.providers.use(
    need,
    config,
    async (session) => [
      { name: 'start', ok: true, detail: `${session.source} ${session.version} was started.` },
      { name: 'configure', ok: true, detail: 'It takes the configuration.' },
      found ? await readOne(session, found, signal) : NOTHING_TO_READ,
    ],
    signal,
  );
}

/**
 * Tries settings of a provider: starts it, configures it, and reads one resource that they apply to. Problems are in
 * the checks, with their remedies. Returns no checks if there are no such settings.
 */
export async function tryOutProvider(
  deps: TryOutDeps,
  { org_id, name }: { org_id: string; name: string },
  signal: AbortSignal,
): Promise<ProviderCheck[]> {
  const row = await getProviderSettings(scoped(deps.store.db, { org_id }), name);
  const address = row && parseProviderSource(row.provider);
  if (!row || !address) return [];
  const grant = grantOf(deps.vault, row);
  if (!grant) {
    const detail = 'They were encrypted with a key that this server does not have: give them again.';
    return [{ name: 'configure', ok: false, code: 'not_configured', detail }];
  }
  deps.hideSecrets?.(secretsIn([grant], 'perhaps'));
  const source = formatProviderSource(address);
  const found = await findResource(deps, org_id, grant, signal).catch((error: unknown) => {
    if (error instanceof SourceProblem || error instanceof AppError) return undefined;
    throw error;
  });
  try {
    return await tryGrant(deps, grant, { source, found }, signal);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    return [{ name: stepOf(error), ok: false, code: error.code, detail: maskText(messageOf(error)) }];
  }
}
