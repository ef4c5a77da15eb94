import type { Embedder } from './models/embedder.ts';
import type { ProjectCache } from './project.ts';
import type { Models } from './models/models.ts';
import type { Ranking } from './ranking/ranking.ts';

export type WithEmbedder = {
  /** Makes vectors of texts, by the model that comes with Plumbline. */
  embedder: Embedder;
};

export type WithRanking = {
  /** Finds the incidents nearest to a vector. */
  ranking: Ranking;
};

/** What use cases on incidents work with. */
export type WithMemory = WithEmbedder &
  WithRanking & {
    /** Decides which model recall asks. */
    models: Models;
    projectCache: ProjectCache;
  };
