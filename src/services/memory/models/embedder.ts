/** Texts as vectors of one model. */
export type Embedded = {
  /**
   * The model's name, and what distinguishes it from others of that name. Vectors of different models are never
   * compared.
   */
  model: string;
  /** One unit vector per text, in the same order; undefined for a text without words, which is similar to nothing. */
  vectors: (Float32Array | undefined)[];
};

/**
 * The built-in model, which is always available. It turns texts of similar meaning into vectors that are close
 * together.
 */
export type Embedder = {
  /** The model's name and hash. */
  model(): Promise<string>;
  /** Embeds what somebody says, to compare it with incidents. */
  embed(text: string): Promise<{ model: string; vector: Float32Array | undefined }>;
  /** Embeds the texts of incidents (`incidentText`), without blocking other work for long. */
  embedIncidents(texts: readonly string[]): Promise<Embedded>;
};

/** The model of an external service. */
export type RemoteEmbedder = {
  /** The start of its models' ids; `@` and the dimension follow. */
  name: string;
  /** The id of its model as of the last response; undefined before the first. */
  model(): string | undefined;
  /**
   * Seconds until a request makes sense, for a waiting user (`answer`) or background work; 0 if no problem is known.
   */
  waitSeconds(patience?: 'answer' | 'background'): number;
  /**
   * Embeds texts that have words, all of one organization. Throws `unavailable` if the service does not return vectors:
   * soon if a user waits, at once while the service is known to be down. A text that the service rejects has no vector.
   */
  embed(
    texts: readonly string[],
    how: { patience: 'answer' | 'background'; signal?: AbortSignal | undefined },
  ): Promise<Embedded>;
};
