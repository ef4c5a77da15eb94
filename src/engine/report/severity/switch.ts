import type { Severity } from '../../model/analysis.ts';

/** A switch that has a safe side. Names are matched against `type:path.to.attribute`. */
export type Switch = {
  id: string;
  names: RegExp;
  /** Whether it is on that is safe. */
  safe: boolean;
  /** Any other text means on: the name of an algorithm or a key. */
  named?: true;
  worse: readonly [Severity, string];
  better: readonly [Severity, string];
};

/** Several words as the end of an attribute's path. */
export const ends = (...names: string[]): RegExp => new RegExp(`[:.](${names.join('|')})$`);
