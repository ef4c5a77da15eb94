import { messageOf } from '../../base/errors.ts';
import { SourceProblem, type StateObject, type StateSource } from '../../base/state-source.ts';
import { looksLikeState } from '../../engine/state/sniff.ts';
import { maskText } from '../../engine/mask/mask.ts';
import { noteSourceVerified } from '../../store/queries/state-sources.ts';
import { scoped } from '../../store/scope.ts';
import type { Ctx } from '../base/context.ts';
import { inTurn } from '../base/verifying.ts';
import type { WithVault } from '../secrets/vault.ts';
import { fetchSource } from './manage.ts';
import { credentialsOf } from './open.ts';
import type { WithStateSources } from './port.ts';

/** One step of using a source; the steps after a failed one are skipped. */
type SourceCheck = { name: 'list' | 'read' | 'locks'; ok: boolean; code?: string; detail: string };

export type SourceVerification = { ok: boolean; checks: SourceCheck[]; checked_at: string };

const TIMEOUT_MS = 20_000;

async function tried(name: SourceCheck['name'], what: () => Promise<string>): Promise<SourceCheck> {
  try {
    return { name, ok: true, detail: await what() };
  } catch (error) {
    if (error instanceof SourceProblem) return { name, ok: false, code: error.code, detail: maskText(error.message) };
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
    const detail = `It did not answer within ${TIMEOUT_MS / 1000} seconds (${messageOf(error)}).`;
    return { name, ok: false, code: 'source_unreachable', detail };
  }
}

/** The maximal number of states to list. */
const MAX_LISTED = 50;

/** The smallest of the first states, since it is read into memory; undefined if there is none. */
async function smallestOf(source: StateSource, signal: AbortSignal): Promise<StateObject | undefined> {
  let smallest: StateObject | undefined;
  let listed = 0;
  for await (const state of source.list(signal)) {
    if (!smallest || state.size < smallest.size) smallest = state;
    if ((listed += 1) === MAX_LISTED) break;
  }
  return smallest;
}

async function readOne(source: StateSource, { key }: StateObject, signal: AbortSignal): Promise<string> {
  const { bytes } = await source.read(key, signal);
  return looksLikeState(Buffer.from(bytes.subarray(0, 4096)).toString('utf8'))
    ? `${key} was read.`
    : `${key} was read, but does not look like a state: check where the states lie.`;
}

async function countLocks(source: StateSource, signal: AbortSignal): Promise<string> {
  if (!source.locks) return 'It has none, or none that can be read: a scheduled analysis does not wait for an apply.';
  for await (const { key } of source.locks(undefined, signal)) return `Locks can be read; ${key} is locked now.`;
  return 'Locks can be read; none is held.';
}

async function checksOf(source: StateSource): Promise<SourceCheck[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let smallest: StateObject | undefined;
  const checks = [
    await tried('list', async () => {
      smallest = await smallestOf(source, signal);
      return smallest ? 'States can be listed.' : 'It can be listed, and holds no states yet.';
    }),
  ];
  const found = smallest;
  if (found) checks.push(await tried('read', () => readOne(source, found, signal)));
  if (checks[0]?.ok) checks.push(await tried('locks', () => countLocks(source, signal)));
  return checks;
}

/**
 * Verifies a source by listing its states, reading one, and reading locks. Problems are in the result, with their
 * remedies. A success is stored. 404 for another organization's.
 */
export async function verifySource(
  ctx: Ctx & WithVault & WithStateSources,
  input: { org_id: string; name: string },
): Promise<SourceVerification> {
  const row = await fetchSource(ctx, input);
  const credentials = credentialsOf(ctx.vault, row);
  const source = ctx.openSource(row.org_id, row.kind, { settings: row.settings, credentials, narrower: '' });
  const checks = await inTurn(() => checksOf(source));
  const ok = checks.every((check) => check.ok);
  const now = new Date();
  if (ok) await noteSourceVerified(scoped(ctx.store.db, { org_id: row.org_id }), row, now);
  return { ok, checks, checked_at: now.toISOString() };
}
