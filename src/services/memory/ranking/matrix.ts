import { setImmediate as breathe } from 'node:timers/promises';
import { ONE, rowsOf, type Blocks } from './blocks.ts';

/** What is known of one incident besides its vector. */
export type Entry = { id: string; repo_id: string | null; date: string };

export type Question = {
  vector: Float32Array;
  repo_id?: string | undefined;
  except?: ReadonlySet<string> | undefined;
  limit: number;
};

/** An incident with its cosine in ten thousandths. `stamp` tells what is known now from what is known of it later. */
export type Best = { id: string; date: string; score: number; stamp: number };

/** The vectors of one organization and one model. */
export type Matrix = {
  readonly dimensions: number;
  size(): number;
  /** How many blocks it has. */
  blocks(): number;
  /** Whether the next new incident takes another block. */
  full(): boolean;
  /** Adds an incident, or changes what is known of it. Throws where it takes a block and none is free. */
  put(entry: Entry, vector: Float32Array): void;
  /** Forgets an incident; with a stamp only if nothing was learnt of it since. */
  drop(id: string, stamp?: number): void;
  /** What is known, with its stamps. */
  stamps(): Map<string, number>;
  /**
   * The nearest to a unit vector: by cosine, rounded to four places, of equals the later one, then by id. Everybody gets a
   * turn meanwhile where there is much to compare.
   */
  nearest(question: Question): Promise<Best[]>;
  /** Gives its blocks back; nothing may be asked of it any more. */
  release(): void;
};

/** Blocks that are gone through before others get their turn: some milliseconds. */
const SLICE = 128;
/** Beginnings that others' changes may spoil before one is gone through without giving them a turn. */
const PATIENCE = 3;
const UNIT = 10_000;

type Row = { slot: number; about: number };

/** An empty one. */
export function createMatrix(blocks: Blocks, dimensions: number): Matrix {
  const rows = rowsOf(dimensions);
  const held: number[] = [];
  const slots = new Map<string, number>();
  const [ids, dates, repos, stamps]: [string[], string[], number[], number[]] = [[], [], [], []];
  const repoNumbers = new Map<string, number>();
  let changes = 0;

  const placeOf = (slot: number) => ({ block: held[Math.floor(slot / rows)]!, row: slot % rows });
  function numberOf(repoId: string): number {
    const number = repoNumbers.get(repoId) ?? repoNumbers.size + 1;
    repoNumbers.set(repoId, number);
    return number;
  }

  /** Of two products each may be off by as much, and rounding to four places makes equals of what lies this close. */
  const doubtOf = (off: number) => ONE / UNIT + 2 * off;

  /** Those that may be among the best, with what they are exactly; undefined where others changed something meanwhile. */
  async function sift({ vector, repo_id, except, limit }: Question, patient: boolean): Promise<Best[] | undefined> {
    const began = changes;
    const repo = repo_id === undefined ? undefined : (repoNumbers.get(repo_id) ?? -1);
    const found: Row[] = [];
    const best = createBest(limit);
    const doubt = doubtOf(blocks.ask(vector));
    let least = best.least() - doubt;
    for (const [at, block] of held.entries()) {
      if (patient && at > 0 && at % SLICE === 0) {
        await breathe();
        if (changes !== began) return undefined;
        blocks.ask(vector);
      }
      const first = at * rows;
      const products = blocks.products(block, Math.min(rows, ids.length - first));
      for (let row = 0; row < products.length; row += 1) {
        const about = products[row]!;
        if (about < least) continue;
        const slot = first + row;
        const owner = repos[slot]!;
        if (repo !== undefined && owner !== 0 && owner !== repo) continue;
        if (except?.has(ids[slot]!)) continue;
        found.push({ slot, about });
        best.add(about);
        least = best.least() - doubt;
      }
    }
    // Before anybody else gets a turn, who may ask for something else, or move rows.
    return found.flatMap(({ slot, about }): Best[] => {
      if (about < least) return [];
      const { block, row } = placeOf(slot);
      const score = Math.round(blocks.exact(block, row) * UNIT);
      return [{ id: ids[slot]!, date: dates[slot]!, score, stamp: stamps[slot]! }];
    });
  }

  function drop(id: string, stamp?: number): void {
    const slot = slots.get(id);
    if (slot === undefined || (stamp !== undefined && stamps[slot] !== stamp)) return;
    const last = ids.length - 1;
    if (slot !== last) {
      blocks.copy(placeOf(last), placeOf(slot), dimensions);
      for (const column of [ids, dates, repos, stamps] as unknown[][]) column[slot] = column[last];
      slots.set(ids[slot]!, slot);
    }
    for (const column of [ids, dates, repos, stamps]) column.pop();
    slots.delete(id);
    changes += 1;
    if (held.length > Math.ceil(ids.length / rows)) blocks.give(held.pop()!);
  }

  return {
    dimensions,
    size: () => ids.length,
    blocks: () => held.length,
    full: () => ids.length === held.length * rows,
    put({ id, repo_id, date }, vector) {
      if (vector.length !== dimensions)
        throw new Error(`a vector of ${vector.length} numbers among vectors of ${dimensions}`);
      const slot = slots.get(id) ?? ids.length;
      if (slot === held.length * rows) held.push(blocks.take());
      const { block, row } = placeOf(slot);
      blocks.write(block, row, vector);
      changes += 1;
      slots.set(id, slot);
      ids[slot] = id;
      dates[slot] = date;
      repos[slot] = repo_id === null ? 0 : numberOf(repo_id);
      stamps[slot] = changes;
    },
    drop,
    stamps: () => new Map(ids.map((id, slot) => [id, stamps[slot]!])),
    async nearest(question) {
      let found: Best[] | undefined;
      for (let tries = 0; found === undefined; tries += 1) found = await sift(question, tries < PATIENCE);
      return found.sort(byScore).slice(0, question.limit);
    },
    release() {
      for (const block of held.splice(0)) blocks.give(block);
    },
  };
}

/** Ids and dates are ASCII, and in the order of their letters. */
function byScore(a: Best, b: Best): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/** The so many greatest of the numbers that it is given. */
function createBest(limit: number): { add(value: number): void; least(): number } {
  const sorted: number[] = [];
  return {
    add(value) {
      let at = sorted.length;
      while (at > 0 && sorted[at - 1]! < value) at -= 1;
      if (at >= limit) return;
      sorted.splice(at, 0, value);
      if (sorted.length > limit) sorted.pop();
    },
    /** The least of them; any number may still be among them as long as there are fewer. */
    least: () => (sorted.length < limit ? -Infinity : (sorted[limit - 1] ?? Infinity)),
  };
}
