import { chunksOf } from '../../../base/chunks.ts';
import { AppError } from '../../../base/errors.ts';
import { incidentText } from '../../../recall/embed.ts';
import type { Store } from '../../../store/database.ts';
import { forgetUnused, giveLease, noteUse, takeLease } from '../../../store/queries/embedding-models.ts';
import { countUnembedded, organizationsWithNewVectors, type Embeddable } from '../../../store/queries/unembedded.ts';
import { sameServer, type Snapshot } from '../../../store/queries/vector-snapshots.ts';
import { scoped, type OrgScope } from '../../../store/scope.ts';
import { findingMissing } from './missing.ts';
import { saveVectors } from './vectors.ts';
import type { Source } from './sources.ts';

/** Of models that no process has used for this long, the vectors are removed. */
const UNUSED_DAYS = 7;
const DAY_MS = 24 * 3600_000;
/** How often a process says that it uses its models, and removes those that nobody uses. */
const NOTE_MS = 3600_000;
/** Longer than a batch may take: whoever was killed is waited for no longer. */
const LEASE_S = 180;
/** Incidents that are read together, and then embedded batch by batch. */
const CHUNK = 512;

type Parts = {
  store: Pick<Store, 'db' | 'kind'>;
  sources: readonly Source[];
  /** Tells this process from all others. */
  holder: string;
  /** Whether this process makes vectors, or only says which models it uses. */
  makes: boolean;
  /** How many incidents wait for their vector. */
  onWaiting: (kind: Source['kind'], count: number) => void;
  onBegin: (work: { model: string; waiting: number }) => void;
};

/** Of one model: the snapshot since which only new vectors matter, and the organizations where some may be missing. */
type Progress = {
  model: string | undefined;
  since: Snapshot | undefined;
  behind: Set<string>;
  notedAt: number;
  /** Whether the number of waiting incidents was reported, and has not changed since. */
  isReported: boolean;
};

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'unavailable';

const noProgress = (): Progress => ({
  model: undefined,
  since: undefined,
  behind: new Set(),
  notedAt: -NOTE_MS,
  isReported: false,
});

/**
 * Makes the vectors that are missing: of a model that was configured lately, of incidents that were written while its
 * service was away or by another version. One process at a time does so for a model; two would do no harm. Each call goes
 * on until nothing is missing, a service does not answer, or `signal` is aborted.
 */
export function catchingUp({ store, sources, holder, makes, onWaiting, onBegin }: Parts) {
  const { db } = store;
  const findMissing = findingMissing(store);
  const progressOf = new Map<Source, Progress>(sources.map((source) => [source, noProgress()]));
  let forgotAt = -NOTE_MS;

  async function findBehind(progress: Progress): Promise<void> {
    const { since } = progress;
    const found = await organizationsWithNewVectors(db, since);
    const isLater = since !== undefined && sameServer(since, found.snapshot);
    const { snapshot, orgs } =
      since === undefined || isLater ? found : await organizationsWithNewVectors(db, undefined);
    for (const org of orgs) progress.behind.add(org);
    progress.since = snapshot;
    if (orgs.length > 0) progress.isReported = false;
  }

  async function note(source: Source, progress: Progress): Promise<void> {
    if (performance.now() - progress.notedAt < NOTE_MS) return;
    await noteUse(db, await source.known());
    progress.notedAt = performance.now();
  }

  /** Whether there is nothing to do: nothing is behind, and the model is the one that it was. */
  async function isUpToDate(source: Source, { behind, model }: Progress): Promise<boolean> {
    if (behind.size > 0) return false;
    if (model === undefined) return true;
    const known = await source.known();
    return !('id' in known) || known.id === model;
  }

  /** Which model it is now; where that has changed, everything may be missing. */
  async function identify(source: Source, progress: Progress, signal: AbortSignal): Promise<string> {
    const model = await source.identify(signal);
    if (model !== progress.model) {
      Object.assign(progress, { model, since: undefined, notedAt: -NOTE_MS });
      await findBehind(progress);
    }
    return model;
  }

  /** How many of these have their vector now; undefined where another process goes on, or it is another model by now. */
  async function embedBatch(
    source: Source,
    batch: readonly Embeddable[],
    work: { model: string; scope: OrgScope; signal: AbortSignal },
  ): Promise<number | undefined> {
    const { model, scope, signal } = work;
    signal.throwIfAborted();
    if (!(await takeLease(db, model, holder, LEASE_S))) return undefined;
    try {
      const made = await source.embed(batch.map(incidentText), signal);
      await saveVectors(store, scope, batch, made);
      return made.model === model ? batch.length : undefined;
    } catch (error) {
      if (!isUnavailable(error) || source.isAway()) throw error;
    }
    // One by one, all but those that it fails at have their vectors.
    let done = 0;
    for (const one of batch.length > 1 ? batch : []) {
      const more = await embedBatch(source, [one], work);
      if (more === undefined) return undefined;
      done += more;
    }
    return done;
  }

  /** Embeds what one organization misses, a chunk at most; answers how many that were. */
  async function embedChunk(source: Source, model: string, org: string, signal: AbortSignal): Promise<number> {
    const scope = { org_id: org };
    const missing = await findMissing(scope, model, CHUNK);
    let done = 0;
    for (const batch of chunksOf(missing, source.batch)) {
      const more = await embedBatch(source, batch, { model, scope, signal });
      if (more === undefined) return 0;
      done += more;
    }
    return done;
  }

  /** How many incidents wait; organizations where none does are left out from then on. */
  async function measure(model: string, { behind }: Progress): Promise<number> {
    let waiting = 0;
    for (const org_id of behind) {
      const { length } = await findMissing({ org_id }, model, CHUNK);
      if (length === 0) behind.delete(org_id);
      waiting += length < CHUNK ? length : await countUnembedded(scoped(db, { org_id }), { id: model });
    }
    return waiting;
  }

  /** In turns, so that an organization with many incidents does not keep the others waiting. */
  async function embedAll(
    source: Source,
    model: string,
    work: { behind: Iterable<string>; waiting: number; signal: AbortSignal },
  ) {
    let { waiting } = work;
    for (let turn = [...work.behind]; turn.length > 0;) {
      const goOn: string[] = [];
      for (const org of turn) {
        const done = await embedChunk(source, model, org, work.signal);
        waiting = Math.max(0, waiting - done);
        onWaiting(source.kind, waiting);
        if (done === CHUNK) goOn.push(org);
      }
      turn = goOn;
    }
  }

  async function catchUp(source: Source, progress: Progress, signal: AbortSignal): Promise<void> {
    const { behind } = progress;
    await findBehind(progress);
    const upToDate = await isUpToDate(source, progress);
    if (!upToDate || progress.model !== undefined) await note(source, progress);
    if (upToDate) return;
    const model = await identify(source, progress, signal);
    await note(source, progress);
    const waiting = await measure(model, progress);
    onWaiting(source.kind, waiting);
    progress.isReported = false;
    if (waiting === 0 || !(await takeLease(db, model, holder, LEASE_S))) return;
    onBegin({ model, waiting });
    try {
      await embedAll(source, model, { behind, waiting, signal });
    } finally {
      await giveLease(db, model, holder);
    }
    onWaiting(source.kind, await measure(model, progress));
  }

  /** A service does not answer: the number of waiting incidents is reported all the same, when it may have changed. */
  async function measureUnanswered(source: Source, progress: Progress): Promise<void> {
    if (progress.isReported) return;
    const model = await source.known();
    let waiting = 0;
    for (const org_id of progress.behind) waiting += await countUnembedded(scoped(db, { org_id }), model);
    onWaiting(source.kind, waiting);
    progress.isReported = true;
  }

  async function cleanUp(): Promise<void> {
    const complete = [...progressOf.values()].every(({ behind }) => behind.size === 0);
    if (!complete || performance.now() - forgotAt < NOTE_MS) return;
    await forgetUnused(db, new Date(Date.now() - UNUSED_DAYS * DAY_MS));
    forgotAt = performance.now();
  }

  return {
    /** One sweep. A service that does not answer is no failure: the next sweep tries again. */
    async sweep(signal: AbortSignal): Promise<void> {
      if (!makes) {
        for (const [source, progress] of progressOf) {
          await findBehind(progress);
          if (progress.behind.size > 0) await note(source, progress);
        }
        return;
      }
      for (const [source, progress] of progressOf)
        try {
          await catchUp(source, progress, signal);
        } catch (error) {
          if (signal.aborted) return;
          if (!isUnavailable(error)) throw error;
          await measureUnanswered(source, progress);
        }
      await cleanUp();
    },
  };
}
