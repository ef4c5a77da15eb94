import type { Embedder } from './models/embedder.ts';
import type { ProjectCache } from './project.ts';
import type { Models } from './models/models.ts';
import type { Ranking } from './ranking/ranking.ts';

export type WithEmbedder = {
  /** Embeds texts with the built-in model. */
  embedder: Embedder;
};

export type WithRanking = {
  /** Finds the incidents nearest to a vector. */
  ranking: Ranking;
};

/** The dependencies of use cases on incidents. */
export type WithMemory = WithEmbedder &
  WithRanking & {
    /** Chooses the model that recall uses. */
    models: Models;
    projectCache: ProjectCache;
  };
