import { AppError } from '../../../base/errors.ts';
import { maskText } from '../../../engine/mask/mask.ts';
import { incidentText } from '../../../recall/embed.ts';
import { hasWords } from '../../../recall/words.ts';
import type { Store } from '../../../store/database.ts';
import type { Match } from '../../../store/queries/incident-vectors.ts';
import type { OrgScope } from '../../../store/scope.ts';
import type { Embedder, RemoteEmbedder } from './embedder.ts';
import type { Listening, Unchanged } from '../ranking/ranking.ts';
import { findingMissing, snapshotCache } from './missing.ts';
import { embedRemotely } from './sources.ts';
import { saveVectors } from './vectors.ts';

/**
 * A query vector of a model. The ranking calls `onUnchanged` if nothing was written meanwhile. `isPartial` if many
 * incidents have no vector of the model yet, and have to be compared as well.
 */
export type Asked = { model: string; vector: Float32Array; isPartial?: boolean } & Listening;

type Rank = (query: Asked) => Promise<Match[]>;

/** Chooses the model that recall uses. */
export type Models = {
  /**
   * Ranks the incidents of an organization by their similarity to a text. `rank` compares with the vectors of one
   * model, which has embedded all incidents that existed at the time of the call, unless `isPartial` says otherwise; it
   * may run again if incidents changed meanwhile. A text without words has no matches.
   */
  ask(scope: OrgScope, text: string, rank: Rank): Promise<Match[]>;
};

/** Up to this many missing vectors are made on demand by a service, in the request that also embeds the query. */
const REMOTE_ON_THE_SPOT = 15;
/** The same for the built-in model: a tenth of a second. */
const OWN_ON_THE_SPOT = 500;
/** Several rounds, since an incident that is being changed gets no vector at that moment. */
const ROUNDS = 5;

type Parts = { store: Pick<Store, 'db'>; embedder: Embedder; remote: RemoteEmbedder | undefined };

/** Uses the remote model if there is one and it has embedded all incidents, else the built-in one. */
export function createModels({ store, embedder, remote }: Parts): Models {
  const findMissing = findingMissing(store);
  const upToDate = snapshotCache();

  /** Undefined if the remote model cannot answer now. */
  async function askRemote(model: RemoteEmbedder, scope: OrgScope, text: string, rank: Rank) {
    let asked: Asked | undefined;
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = model.model();
      const missing = id === undefined ? [] : await findMissing(scope, id, REMOTE_ON_THE_SPOT + 1);
      if (missing.length > REMOTE_ON_THE_SPOT) return undefined;
      if (asked && asked.model === id && missing.length === 0) {
        const matches = await rank(asked);
        // The vector of an incident is removed when its text changes. An incident whose vector was removed meanwhile
        // was not compared.
        if ((await findMissing(scope, asked.model, 1)).length === 0) return matches;
        continue;
      }
      const texts = [text, ...missing.map(incidentText)];
      const { vectors, ...made } = await embedRemotely(model, texts, { patience: 'answer' });
      await saveVectors(store, scope, missing, { ...made, vectors: vectors.slice(1) });
      if (!vectors[0]) return undefined;
      asked = { ...made, vector: vectors[0] };
    }
    return undefined;
  }

  async function askOwn(scope: OrgScope, text: string, rank: Rank): Promise<Match[]> {
    const { model, vector } = await embedder.embed(text);
    if (!vector) return [];
    let heard: { unchanged?: Unchanged } = {};
    const asked: Asked = { model, vector, onUnchanged: (unchanged) => void (heard.unchanged = unchanged) };
    const known = upToDate.get(scope, model);
    if (known !== undefined) {
      const matches = await rank(asked);
      // No vector was missing at that snapshot, and none was written since.
      if (heard.unchanged?.from === known) {
        upToDate.keep(scope, model, heard.unchanged.to);
        return matches;
      }
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      heard = {};
      // Vectors are missing only if another version of Plumbline, with another model, wrote the incidents. So the check
      // and the ranking run concurrently.
      const [missing, matches] = await Promise.all([findMissing(scope, model, OWN_ON_THE_SPOT + 1), rank(asked)]);
      if (missing.length === 0) {
        if (heard.unchanged) upToDate.keep(scope, model, heard.unchanged.to);
        return matches;
      }
      if (missing.length > OWN_ON_THE_SPOT) break;
      await saveVectors(store, scope, missing, await embedder.embedIncidents(missing.map(incidentText)));
    }
    // After an update the vectors are made in the background. Until then those without one are compared as well.
    return rank({ model, vector, isPartial: true });
  }

  return {
    async ask(scope, text, rank) {
      // The text is sent to a service, so it is masked, as all stored texts are.
      const masked = remote ? maskText(text) : text;
      if (remote && remote.waitSeconds() === 0 && hasWords(masked)) {
        const matches = await askRemote(remote, scope, masked, rank).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'unavailable') return undefined;
          throw error;
        });
        if (matches) return matches;
      }
      return askOwn(scope, text, rank);
    },
  };
}
