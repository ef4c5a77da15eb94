import type { Store } from '../../../store/database.ts';
import {
  countVectors,
  idsOfVectors,
  hasNewVectors,
  readVectors,
  renumberVectors,
  sameServer,
  type Snapshot,
} from '../../../store/queries/vector-snapshots.ts';
import { scoped, type OrgScope } from '../../../store/scope.ts';
import { createVectorSet, type VectorSet } from './vector-set.ts';

/** Vectors per query: two megabytes. */
const PAGE = 500;
/** Above this number of new vectors, they are loaded again later, and the database does the ranking meanwhile. */
const MAX_NEW = 2_000;
/** Vectors that were used within this time are not evicted. */
const WARM_MS = 60_000;
/** The maximal number of sets; those without incidents take no memory. */
const MAX_CACHED = 10_000;
/** The time after a failed load before the next attempt. */
const RETRY_MS = 60_000;

/** An organization's vectors of one model, as of a snapshot of the database. */
export type CachedVectors = {
  /** The set contains everything that this snapshot saw. */
  seen: Snapshot;
  /** Undefined while there are no vectors. */
  set: VectorSet | undefined;
  /** True if the vectors are out of date and no longer in the cache: the database has to do the ranking. */
  evicted: boolean;
};

type Cached = CachedVectors & {
  scope: OrgScope;
  model: string;
  usedAt: number;
  /** Ends with the last change that was started. */
  changing: Promise<void>;
  /** A refresh that has not started yet; all callers until then share it. */
  refreshing: Promise<void> | undefined;
};

/** Vectors in memory of the organizations that were queried last. */
export type VectorCache = {
  /**
   * The vectors of an organization and a model. If they are not in memory: undefined, and they are loaded if possible.
   */
  get(scope: OrgScope, model: string): CachedVectors | undefined;
  /** Reads vectors written since the last snapshot. If there are very many, it evicts the set instead. */
  refresh(vectors: CachedVectors): Promise<void>;
  /** Removes every vector that is no longer in the database. */
  removeDeleted(vectors: CachedVectors): Promise<void>;
  /** Waits for the loads in progress. */
  settled(): Promise<void>;
};

/** Vectors cannot be cached or updated: they are evicted, without further effect. */
class NotCacheable extends Error {}

/** Creates a cache of at most `maxBytes` of vectors. */
export function createVectorCache(
  db: Store['db'],
  maxBytes: number,
  now: () => number = () => performance.now(),
): VectorCache {
  /** In the order in which they were loaded. */
  const cached = new Map<string, Cached>();
  /** The earliest time for another attempt, of vectors whose load failed. */
  const retryAt = new Map<string, number>();
  const queued = new Set<string>();
  let loading: Promise<void> = Promise.resolve();

  const keyOf = ({ org_id }: OrgScope, model: string) => `${org_id} ${model}`;

  function evict(one: Cached): void {
    const key = keyOf(one.scope, one.model);
    if (cached.get(key) === one) cached.delete(key);
    one.evicted = true;
  }

  /**
   * Makes room for `bytes` by evicting the least recently used sets. `growing` takes room as well and is not evicted.
   */
  function makeRoom(bytes: number, growing: Cached): void {
    const bytesOf = (all: Iterable<Cached>) => [...all].reduce((sum, { set }) => sum + (set?.bytes() ?? 0), 0);
    const others = [...cached.values()].filter((one) => one !== growing);
    let free = maxBytes - bytesOf([growing, ...others]);
    const since = now() - WARM_MS;
    const cold = others.filter(({ usedAt }) => usedAt < since).sort((a, b) => a.usedAt - b.usedAt);
    if (free + bytesOf(cold) < bytes) throw new NotCacheable('no room');
    for (const one of cold) {
      if (free >= bytes) return;
      free += bytesOf([one]);
      evict(one);
    }
  }

  /** Adds the vectors that were written since a snapshot, or all of them. */
  async function readInto(one: Cached, since: Snapshot | undefined, max: number): Promise<void> {
    for (let [after, read] = ['', 0]; ;) {
      const rows = await readVectors(scoped(db, one.scope), { model: one.model, since, after, limit: PAGE });
      for (const { vector, ...entry } of rows) {
        if (!vector) {
          one.set?.remove(entry.id);
          continue;
        }
        one.set ??= createVectorSet(vector.length);
        const growth = one.set.growth();
        if (growth > 0) makeRoom(growth, one);
        one.set.put(entry, vector);
      }
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
      read += rows.length;
      if (read >= max) throw new NotCacheable('too many new vectors');
    }
  }

  async function load(scope: OrgScope, model: string): Promise<void> {
    const tenant = scoped(db, scope);
    await renumberVectors(tenant);
    const { snapshot, count, dimensions = 0 } = await countVectors(tenant, model);
    const one: Cached = {
      scope,
      model,
      seen: snapshot,
      set: undefined,
      evicted: false,
      usedAt: now(),
      changing: Promise.resolve(),
      refreshing: undefined,
    };
    makeRoom(count * dimensions * 4, one);
    await readInto(one, undefined, Infinity);
    cached.set(keyOf(scope, model), one);
    const [oldest] = cached.values();
    if (cached.size > MAX_CACHED && oldest) evict(oldest);
  }

  function startLoading(scope: OrgScope, model: string): void {
    const key = keyOf(scope, model);
    if (queued.has(key) || (retryAt.get(key) ?? 0) > now()) return;
    queued.add(key);
    loading = loading
      .then(() => load(scope, model))
      .then(
        () => void retryAt.delete(key),
        // Whatever the error was, recall uses the database meanwhile, which reports its own errors.
        () => void retryAt.set(key, now() + RETRY_MS),
      )
      .finally(() => void queued.delete(key));
  }

  /** Runs changes of a set one after another. Evicts the set if a change fails. */
  async function change(one: Cached, how: () => Promise<void>): Promise<void> {
    const run = one.changing.then(how);
    one.changing = run.catch(() => undefined);
    await run.catch((error: unknown) => {
      evict(one);
      if (!(error instanceof NotCacheable)) throw error;
    });
  }

  return {
    get(scope, model) {
      const one = cached.get(keyOf(scope, model));
      if (one) one.usedAt = now();
      else startLoading(scope, model);
      return one;
    },
    refresh(vectors) {
      const one = vectors as Cached;
      one.refreshing ??= change(one, async () => {
        one.refreshing = undefined;
        const since = one.seen;
        const { snapshot, unseen } = await hasNewVectors(scoped(db, one.scope), { model: one.model, since });
        if (!sameServer(snapshot, since)) throw new NotCacheable('another server');
        if (unseen) await readInto(one, since, MAX_NEW);
        one.seen = snapshot;
      });
      return one.refreshing;
    },
    removeDeleted(vectors) {
      const one = vectors as Cached;
      return change(one, async () => {
        const entries = one.set?.entries() ?? [];
        const there = await idsOfVectors(scoped(db, one.scope), one.model);
        for (const entry of entries) if (!there.has(entry.id)) one.set?.remove(entry);
      });
    },
    settled: () => loading,
  };
}
