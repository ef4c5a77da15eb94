import type { Severity } from '../../model/analysis.ts';
import { isOn } from '../../value/scalars.ts';
import { bothWays, type Leaf, type Rule, type Way } from './change.ts';

/** A switch with a safe position. `names` is matched against `type:path.to.attribute`. */
type Switch = {
  id: string;
  names: RegExp;
  /** True if on is safe, false if off is safe. */
  safe: boolean;
  /** Any other text, such as the name of an algorithm or key, means on. */
  named?: true;
  worse: readonly [Severity, string];
  better: readonly [Severity, string];
};

/** Builds a pattern that matches any of several names, separated by blanks, at the end of an attribute's path. */
export const ends = (names: string): RegExp => new RegExp(`[:.](${names.trim().split(/\s+/).join('|')})$`);

function moved({ safe, named }: Switch, { before, live }: Leaf): Way | undefined {
  const isSafe = (value: Leaf['live'][number] | undefined) => {
    const on = isOn(value) ?? (named ? true : undefined);
    return on === undefined ? undefined : on === safe;
  };
  const sides = [before, live].map((values) => (values.length === 0 ? [undefined] : values).map(isSafe));
  if (sides.flat().includes(undefined)) return undefined;
  const [was = 0, is = 0] = sides.map((side) => side.filter((one) => one === false).length);
  return was === is ? undefined : is > was ? 'worse' : 'better';
}

export const switchRules = (switches: readonly Switch[]): Rule[] =>
  switches.flatMap((one) =>
    bothWays({ id: one.id, severity: one.worse[0], better: one.better[0] }, (way, leaf) =>
      one.names.test(leaf.place) && moved(one, leaf) === way ? one[way][1] : undefined,
    ),
  );
