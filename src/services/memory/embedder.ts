/** Texts as vectors of one model. */
export type Embedded = {
  /** What made them: its name, and what tells it from others of that name. Vectors of two models are never compared. */
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
