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

/** The vectors of a model that no process has used for this long are removed. */
const UNUSED_DAYS = 7;
const DAY_MS = 24 * 3600_000;
/** The interval at which a process records the models that it uses, and removes unused ones. */
const NOTE_MS = 3600_000;
/** Longer than a batch takes. After a crash, other processes wait this long. */
const LEASE_S = 180;
/** Incidents that are read together, and then embedded in batches. */
const CHUNK = 512;

type Parts = {
  store: Pick<Store, 'db' | 'kind'>;
  sources: readonly Source[];
  /** Identifies this process. */
  holder: string;
  /** False if this process only records which models it uses, and makes no vectors. */
  makes: boolean;
  /** Receives the number of incidents without a vector. */
  onWaiting: (kind: Source['kind'], count: number) => void;
  onBegin: (work: { model: string; waiting: number }) => void;
};

/**
 * The progress of one model: the snapshot up to which all organizations are checked, and the organizations in which
 * vectors may be missing.
 */
type Progress = {
  model: string | undefined;
  since: Snapshot | undefined;
  behind: Set<string>;
  notedAt: number;
  /** True if the number of waiting incidents was reported and has not changed since. */
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
 * Makes missing vectors: of a newly configured model, and of incidents that were written while its service was
 * unavailable or by another version. One process at a time works on a model; two would do no harm. Each call continues
 * until no vector is missing, a service does not answer, or `signal` is aborted.
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

  /** True if no vector can be missing and the model is still the same. */
  async function isUpToDate(source: Source, { behind, model }: Progress): Promise<boolean> {
    if (behind.size > 0) return false;
    if (model === undefined) return true;
    const known = await source.known();
    return !('id' in known) || known.id === model;
  }

  /** The current model. If it has changed, all vectors may be missing. */
  async function identify(source: Source, progress: Progress, signal: AbortSignal): Promise<string> {
    const model = await source.identify(signal);
    if (model !== progress.model) {
      Object.assign(progress, { model, since: undefined, notedAt: -NOTE_MS });
      await findBehind(progress);
    }
    return model;
  }

  /**
   * Embeds a batch. Returns the number of its incidents that now have a vector; undefined if another process holds the
   * lease or the model has changed.
   */
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
    // One by one, all get a vector except those that the service fails at.
    let done = 0;
    for (const one of batch.length > 1 ? batch : []) {
      const more = await embedBatch(source, [one], work);
      if (more === undefined) return undefined;
      done += more;
    }
    return done;
  }

  /** Embeds up to one chunk of an organization's missing incidents. Returns their number. */
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

  /** The number of waiting incidents. Drops organizations without any from `behind`. */
  async function measure(model: string, { behind }: Progress): Promise<number> {
    let waiting = 0;
    for (const org_id of behind) {
      const { length } = await findMissing({ org_id }, model, CHUNK);
      if (length === 0) behind.delete(org_id);
      waiting += length < CHUNK ? length : await countUnembedded(scoped(db, { org_id }), { id: model });
    }
    return waiting;
  }

  /** Works on organizations in turns, so that one with many incidents does not hold up the others. */
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

  /** Reports the number of waiting incidents, if it may have changed, although the service does not answer. */
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
    /** Runs one sweep. A service that does not answer is no error: the next sweep tries again. */
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
