import { ACCESS_SWITCHES } from './access-switches.ts';
import { bothWays, type Leaf, type Rule } from './change.ts';
import { PROTECTION_SWITCHES } from './protection-switches.ts';
import { isOn } from '../../value/scalars.ts';
import type { Switch } from './switch.ts';

function moved({ safe, named }: Switch, { before, live }: Leaf): 'worse' | 'better' | undefined {
  const isSafe = (value: Leaf['live'][number] | undefined) => {
    const on = isOn(value) ?? (named ? true : undefined);
    return on === undefined ? undefined : on === safe;
  };
  const sides = [before, live].map((values) => (values.length === 0 ? [undefined] : values).map(isSafe));
  if (sides.flat().includes(undefined)) return undefined;
  const [was = 0, is = 0] = sides.map((side) => side.filter((one) => one === false).length);
  return was === is ? undefined : is > was ? 'worse' : 'better';
}

export const SWITCH_RULES: readonly Rule[] = [...ACCESS_SWITCHES, ...PROTECTION_SWITCHES].flatMap((one) =>
  bothWays({ id: one.id, severity: one.worse[0], better: one.better[0] }, (way, leaf) =>
    one.names.test(leaf.place) && moved(one, leaf) === way ? one[way][1] : undefined,
  ),
);
