import { AppError, messageOf } from '../../base/errors.ts';
import { counted } from '../../base/plural.ts';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import type { ListerFor } from '../../engine/inventory/place.ts';
import { takeInventory } from '../../engine/inventory/run.ts';
import type { SourcedRule } from '../../engine/ignore/ignore.ts';
import { compileUnmanagedIgnores } from '../../engine/ignore/unmanaged.ts';
import { maskText, type Masker } from '../../engine/mask/mask.ts';
import { sumFigures } from '../../engine/model/analysis.ts';
import { NO_FAILURES, noObjects, type ListingCounts } from '../../engine/model/inventory.ts';
import type { Reading } from '../../engine/refresh/cloud-target.ts';
import { withMaskedKeys } from '../../engine/state/masked-keys.ts';
import { listChecked } from '../../store/queries/coverage.ts';
import { getIgnoreRules } from '../../store/queries/ignore-rules.ts';
import { beginInventory, listListingsOf, type InventoryEnd } from '../../store/queries/inventories.ts';
import { getInventorySettings } from '../../store/queries/inventory-settings.ts';
import type { Run } from '../../store/queries/runs.ts';
import { countSeen } from '../../store/queries/unmanaged-objects.ts';
import type { Tenant } from '../../store/scope.ts';
import type { WithEmbedder } from '../memory/services.ts';
import type { WithQuotas } from '../quotas/quotas.ts';
import { reportNews, RunLost } from './news.ts';
import { NOTHING_LISTED, TOO_MANY_NEWS } from './bounds.ts';
import { inventoryStore } from './sink.ts';

/** Younger objects wait for the next inventory: an apply may be under way, which writes its state last. */
const MIN_AGE_MS = 3_600_000;

type Input = {
  deps: WithEmbedder & WithQuotas;
  tenant: Tenant;
  run: Run;
  reading: Omit<Reading, 'signal'>;
  /** All states of the organization. */
  source: StateSource;
  listerFor: ListerFor;
  masker: Masker;
  signal: AbortSignal;
  /** Receives errors on our side, which do not fail the analysis. */
  onError: (error: unknown) => void;
};

/** True if an analysis has read that an instance exists; undefined where it gave no such verdict. */
async function thereIn(tenant: Tenant, run: Run): Promise<(stateKey: string, address: string) => boolean | undefined> {
  const keyOf = (stateKey: string, address: string) => JSON.stringify([stateKey, address]);
  const there = new Map<string, boolean>();
  for (const { state_key: key, resource, verdict } of await listChecked(tenant, run.id))
    there.set(keyOf(key, resource), verdict !== 'deleted');
  return (stateKey, address) => there.get(keyOf(stateKey, address));
}

async function sumUp(tenant: Tenant, run: Run, unread: readonly string[]): Promise<InventoryEnd> {
  const listings = await listListingsOf(tenant, run.id);
  const counts: ListingCounts = noObjects();
  for (const one of listings)
    for (const name of Object.keys(counts) as (keyof ListingCounts)[]) counts[name] += one.counts[name];
  const failed = listings.filter(({ state, reason }) => state === 'not_listed' && !NO_FAILURES.has(reason ?? ''));
  const isBlind = !listings.some(({ state, reason }) => state === 'listed' || reason === 'not_in_use');
  return {
    status: failed.length + unread.length + counts.unproven > 0 || isBlind ? 'partial' : 'completed',
    finished_at: new Date(),
    objects: await countSeen(tenant, run),
    counts,
    not_listed: failed.length,
    unread_states: unread,
    ...(isBlind && { error: { code: NOTHING_LISTED, detail: 'Nothing could be listed.' } }),
  };
}

/**
 * Takes the inventory that an analysis was asked for, after the analysis has read the managed resources. Returns how it
 * ended; undefined if none was asked for. Its failure is its own result, and no failure of the analysis. Throws only the
 * reason of `signal`, `RunLost`, and the error of a database that is away at the beginning.
 */
export async function takeInventoryOf(input: Input): Promise<InventoryEnd | undefined> {
  const { tenant, run, signal, reading } = input;
  if (!(await beginInventory(tenant, run))) return undefined;
  const before = sumFigures(reading.calls.rows()).calls;
  const made = (): number => sumFigures(reading.calls.rows()).calls - before;
  try {
    const { unread, omitted } = await takeAll(input);
    const left = await reportNews(input.deps, { ...input, isWhole: unread.length === 0 });
    const sum = await sumUp(tenant, run, unread);
    return { ...sum, ...(left > 0 && tooManyNews(left)), ...(omitted > 0 && tooMany(omitted)), calls: made() };
  } catch (error) {
    if (signal.aborted || error instanceof RunLost) throw error;
    const isTheirs = error instanceof SourceProblem || error instanceof AppError;
    if (!isTheirs) input.onError(error);
    const failure = isTheirs
      ? { code: error.code, detail: maskText(messageOf(error)) }
      : { code: 'internal', detail: 'The inventory failed on our side; the log has the reason.' };
    return { status: 'failed', finished_at: new Date(), error: failure, calls: made() };
  }
}

const tooManyNews = (left: number) => ({
  status: 'partial' as const,
  error: {
    code: TOO_MANY_NEWS,
    detail: `${counted(left, 'object')} more are new or were added, and have no finding: the worst ones have one.`,
  },
});

const tooMany = (omitted: number) => ({
  status: 'partial' as const,
  error: { code: 'too_many_objects', detail: `${counted(omitted, 'object')} more were counted, and are not listed.` },
});

async function takeAll({ tenant, run, reading, listerFor, masker, signal, ...input }: Input) {
  const source = withMaskedKeys(input.source);
  const rules = ((await getIgnoreRules(tenant))?.rules ?? []).map((rule): SourcedRule => ({
    ...rule,
    source: 'organization',
  }));
  const settings = await getInventorySettings(tenant);
  const now = run.started_at;
  const ignoredBy = compileUnmanagedIgnores(rules, now);
  const sink = inventoryStore({ tenant, run, masker, ignoredBy, signal });
  const unread = await takeInventory({
    ...reading,
    signal,
    source,
    objects: await Array.fromAsync(source.list(signal)),
    isThere: await thereIn(tenant, run),
    sink,
    listerFor,
    withExpensive: settings?.expensive ?? false,
    now,
    since: new Date(now.getTime() - MIN_AGE_MS),
  });
  return { unread, omitted: sink.omitted() };
}
