/** Scales `vector` to the length whose square is `square`. A zero vector stays zero. */
export function scaleTo(vector: Float32Array, square: number): void {
  const now = vector.reduce((sum, value) => sum + value * value, 0);
  const factor = now > 0 ? Math.sqrt(square / now) : 0;
  for (let i = 0; i < vector.length; i += 1) vector[i]! *= factor;
}

/** The unit vector in the middle of vectors, by weights if there are some; zero if all weights are. */
export function meanOf(vectors: readonly Float32Array[], weights?: Float32Array): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const [at, vector] of vectors.entries()) {
    const weight = weights ? weights[at]! : 1;
    if (weight === 0) continue;
    for (let i = 0; i < mean.length; i += 1) mean[i]! += weight * vector[i]!;
  }
  scaleTo(mean, 1);
  return mean;
}
