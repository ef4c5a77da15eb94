/** Texts as vectors of one model. */
export type Embedded = {
  /** The model: its name, and what distinguishes it from others of that name. Vectors of two models are never compared. */
  model: string;
  /** One a text, in their order, of length one; undefined where the text has no words, and so is like nothing. */
  vectors: (Float32Array | undefined)[];
};

/**
 * Turns texts into vectors, so that those which mean much the same lie close together: the model that comes with
 * Plumbline, which always answers.
 */
export type Embedder = {
  /** Its name and hash. */
  model(): Promise<string>;
  embed(text: string): Promise<{ model: string; vector: Float32Array | undefined }>;
  /** Many at once, without keeping others waiting for long. */
  embedMany(texts: readonly string[]): Promise<Embedded>;
};

/** A model that another service offers. */
export type RemoteEmbedder = {
  /** What the ids of its models begin with; `@` and the dimension follow. */
  name: string;
  /** The id of its model as of its last answer; undefined before the first. */
  model(): string | undefined;
  /** Seconds until it makes sense to ask, for somebody who waits for the answer or for nobody; 0 where nothing is known to be wrong. */
  waitSeconds(patience?: 'answer' | 'background'): number;
  /**
   * The vectors of texts that have words, all of one organization. Throws `unavailable` where the service does not answer
   * with them: soon where somebody waits for the answer, at once while it is known to be away. A text that it refuses has
   * no vector.
   */
  embed(
    texts: readonly string[],
    how: { patience: 'answer' | 'background'; signal?: AbortSignal | undefined },
  ): Promise<Embedded>;
};
