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

/** Vectors that are read at a time: two megabytes of them. */
const PAGE = 500;
/** More new vectors than this are read while the database compares instead. */
const MAX_NEW = 2_000;
/** What was used within this time is not evicted. */
const WARM_MS = 60_000;
/** Organizations and models; those without incidents take no room. */
const MAX_CACHED = 10_000;
/** How long after a failure it takes until the vectors are read again. */
const RETRY_MS = 60_000;

/** An organization's vectors of one model, as of a snapshot of the database. */
export type CachedVectors = {
  /** Everything that this snapshot saw is in the set. */
  seen: Snapshot;
  /** Undefined while there are no vectors. */
  set: VectorSet | undefined;
  /** It is out of date and is not in the cache any more: the database has to compare. */
  evicted: boolean;
};

type Cached = CachedVectors & {
  scope: OrgScope;
  model: string;
  usedAt: number;
  /** The end of the change that was begun last. */
  changing: Promise<void>;
  /** The refresh that has not begun yet, which every caller until then can share. */
  refreshing: Promise<void> | undefined;
};

/** Vectors in memory, of the organizations that were asked for last. */
export type VectorCache = {
  /** The vectors of an organization and a model. Undefined where they are not in memory: then they are being read, if there is room. */
  get(scope: OrgScope, model: string): CachedVectors | undefined;
  /** Reads what was written since the last snapshot. Evicts the vectors instead where that is very much. */
  refresh(vectors: CachedVectors): Promise<void>;
  /** Removes every vector that is no longer in the database. */
  removeDeleted(vectors: CachedVectors): Promise<void>;
  /** Waits for what is being read now. */
  settled(): Promise<void>;
};

/** Thrown where vectors cannot be kept or not be brought up to date: they are evicted, and nothing else happens. */
class NotCacheable extends Error {}

/** Takes `maxBytes` of vectors at most. */
export function createVectorCache(
  db: Store['db'],
  maxBytes: number,
  now: () => number = () => performance.now(),
): VectorCache {
  /** In the order of their reading. */
  const cached = new Map<string, Cached>();
  /** When the vectors may be read again whose reading failed. */
  const retryAt = new Map<string, number>();
  const queued = new Set<string>();
  let loading: Promise<void> = Promise.resolve();

  const keyOf = ({ org_id }: OrgScope, model: string) => `${org_id} ${model}`;

  function evict(one: Cached): void {
    const key = keyOf(one.scope, one.model);
    if (cached.get(key) === one) cached.delete(key);
    one.evicted = true;
  }

  /** Makes room for so many bytes more by evicting what has not been used for longest; `growing` takes room, too. */
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

  /** Takes over what was written since a snapshot, or everything. */
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
        // Whatever went wrong, recall asks the database meanwhile, and reports it.
        () => void retryAt.set(key, now() + RETRY_MS),
      )
      .finally(() => void queued.delete(key));
  }

  /** Changes one after another; vectors are evicted when a change of theirs fails. */
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
