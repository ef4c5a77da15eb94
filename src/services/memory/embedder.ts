/** Turns texts into vectors, so that those which mean much the same lie close together. */
export type Embedder = {
  /**
   * `model` names what made the vector; vectors of two models are never compared. The vector has length one; undefined
   * where the text has no words, and so is like nothing.
   */
  embed(text: string): Promise<{ model: string; vector: Float32Array | undefined }>;
};
