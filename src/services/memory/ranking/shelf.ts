import type { Store } from '../../../store/database.ts';
import {
  countVectors,
  idsOfVectors,
  lookFor,
  readVectors,
  renumberVectors,
  sameServer,
  type Look,
} from '../../../store/queries/vector-looks.ts';
import type { OrgScope } from '../../../store/scope.ts';
import { createBlocks, MAX_DIMENSIONS, rowsOf, type Blocks } from './blocks.ts';
import { createMatrix, type Matrix } from './matrix.ts';

/** Vectors that are read at a time: two megabytes of them. */
const PAGE = 500;
/** More than so many new vectors are read while the database is asked instead. */
const NEWS = 2_000;
/** What was asked for within this time is not put away for something else. */
const WARM_MS = 60_000;
/** Organizations and models; those without incidents take no room. */
const MOST = 10_000;
/** How long it takes until room is looked for again. */
const RETRY_MS = 60_000;

/** An organization's vectors of one model, as far as they were seen. */
export type Memory = {
  /** What was seen: everything that this look saw is in the matrix. */
  seen: Look;
  /** Undefined while there are no vectors. */
  matrix: Matrix | undefined;
  /** It was put away: the database is to be asked. */
  off: boolean;
};

type Held = Memory & {
  scope: OrgScope;
  model: string;
  pins: number;
  usedAt: number;
  busy: Promise<void>;
  /** The reading of news that has not begun yet. */
  next: Promise<void> | undefined;
};

/** Vectors in memory: of the organizations that were asked for last, as many as there is room for. */
export type Shelf = {
  /**
   * Lends the vectors of an organization and a model, which stay until `done` is called; undefined where they are not in
   * memory. Then they are being read, if there is room for them.
   */
  borrow(scope: OrgScope, model: string): { memory: Memory; done: () => void } | undefined;
  /** Reads what was written since it was seen last. Where that is very much, the memory is put away instead. */
  catchUp(memory: Memory): Promise<void>;
  /** Forgets what is no longer in the database: all of it, not only what somebody came across. */
  sweep(memory: Memory): Promise<void>;
  /** Waits for what is being read now. */
  settled(): Promise<void>;
};

/** Thrown where vectors cannot be kept, or not be kept up with: the memory is put away, and that is all. */
class GivenUp extends Error {}

export function createShelf(db: Store['db'], bytes: number, now: () => number = () => performance.now()): Shelf {
  const blocks: Blocks = createBlocks(bytes);
  const held = new Map<string, Held>();
  const notBefore = new Map<string, number>();
  const underway = new Set<string>();
  let loading: Promise<void> = Promise.resolve();

  const keyOf = ({ org_id }: OrgScope, model: string) => `${org_id} ${model}`;

  function putAway(one: Held): void {
    const key = keyOf(one.scope, one.model);
    if (held.get(key) === one) held.delete(key);
    one.off = true;
    if (one.pins > 0) return;
    one.matrix?.release();
    one.matrix = undefined;
  }

  /** Sees to it that so many blocks are free, by putting away what was not asked for lately. */
  function makeRoom(wanted: number): boolean {
    const since = now() - WARM_MS;
    const cold = [...held.values()].filter(({ pins, usedAt }) => pins === 0 && usedAt < since);
    const gain = cold.reduce((sum, { matrix }) => sum + (matrix?.blocks() ?? 0), 0);
    if (blocks.free() + gain < wanted) return false;
    for (const one of cold.sort((a, b) => a.usedAt - b.usedAt)) {
      if (blocks.free() >= wanted) break;
      putAway(one);
    }
    return true;
  }

  /** Takes over what was written since a look, or everything. */
  async function absorb(one: Held, since: Look | undefined, limit: number): Promise<void> {
    for (let [after, read] = ['', 0]; ;) {
      const rows = await readVectors(db, one.scope, { model: one.model, since, after, limit: PAGE });
      for (const { vector, ...entry } of rows) {
        if (!vector) {
          one.matrix?.drop(entry.id);
          continue;
        }
        one.matrix ??= createMatrix(blocks, vector.length);
        if (one.matrix.full() && !makeRoom(1)) throw new GivenUp('no room');
        one.matrix.put(entry, vector);
      }
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
      read += rows.length;
      if (read >= limit) throw new GivenUp('too much news');
    }
  }

  async function load(scope: OrgScope, model: string): Promise<void> {
    const key = keyOf(scope, model);
    await renumberVectors(db, scope);
    const { look, count, dimensions } = await countVectors(db, scope, model);
    const wanted = dimensions === undefined ? 0 : Math.ceil(count / rowsOf(dimensions)) + 1;
    if ((dimensions ?? 0) > MAX_DIMENSIONS || !makeRoom(wanted)) throw new GivenUp('no room');
    const one: Held = {
      scope,
      model,
      seen: look,
      matrix: undefined,
      off: false,
      pins: 0,
      usedAt: now(),
      busy: Promise.resolve(),
      next: undefined,
    };
    try {
      await absorb(one, undefined, Infinity);
      held.set(key, one);
      const [oldest] = held.values();
      if (held.size > MOST && oldest?.pins === 0) putAway(oldest);
    } catch (error) {
      putAway(one);
      throw error;
    }
  }

  function startLoading(scope: OrgScope, model: string): void {
    const key = keyOf(scope, model);
    if (underway.has(key) || (notBefore.get(key) ?? 0) > now()) return;
    underway.add(key);
    loading = loading
      .then(() => load(scope, model))
      .then(
        () => void notBefore.delete(key),
        // Whatever goes wrong, recall asks the database itself meanwhile, and tells.
        () => void notBefore.set(key, now() + RETRY_MS),
      )
      .finally(() => void underway.delete(key));
  }

  /** Runs one change of a memory after another; one that fails takes the memory off the shelf. */
  async function alone(one: Held, change: (one: Held) => Promise<void>): Promise<void> {
    const run = one.busy.then(() => change(one));
    one.busy = run.catch(() => undefined);
    await run.catch((error: unknown) => {
      putAway(one);
      if (!(error instanceof GivenUp)) throw error;
    });
  }

  return {
    borrow(scope, model) {
      const one = held.get(keyOf(scope, model));
      if (!one) {
        startLoading(scope, model);
        return undefined;
      }
      one.pins += 1;
      one.usedAt = now();
      return {
        memory: one,
        done() {
          one.pins -= 1;
          if (one.off) putAway(one);
        },
      };
    },
    catchUp(memory) {
      const one = memory as Held;
      one.next ??= alone(one, async () => {
        one.next = undefined;
        const since = one.seen;
        const { look, unseen } = await lookFor(db, one.scope, { model: one.model, since });
        if (!sameServer(look, since)) throw new GivenUp('another server');
        if (unseen) await absorb(one, since, NEWS);
        one.seen = look;
      });
      return one.next;
    },
    sweep: (memory) =>
      alone(memory as Held, async (one) => {
        const known: Iterable<[string, number]> = one.matrix?.stamps() ?? [];
        const there = await idsOfVectors(db, one.scope, one.model);
        for (const [id, stamp] of known) if (!there.has(id)) one.matrix?.drop(id, stamp);
      }),
    settled: () => loading,
  };
}
