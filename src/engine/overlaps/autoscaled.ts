import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { fields } from '../value/canonical.ts';
import { stepsAlong, valueAt } from '../value/diff.ts';
import { stable } from '../value/stable.ts';
import type { Present, Stage } from '../compare/observed.ts';
import { entryOf } from '../../clouds/clouds.ts';
import type { ChildLink, Scaled } from '../../clouds/contract/overlaps.ts';
import { valuesAt } from '../value/fields.ts';
import type { FindChildren } from './match/children.ts';

type Attributes = Record<string, Value>;

/** True if a number is within limits. Without values a limit does not apply. */
function within(value: Value, least: readonly Value[], most: readonly Value[]): boolean {
  const n = value === null || value === '' ? Number.NaN : Number(value);
  const [low, high] = [least.map(Number), most.map(Number)];
  return (
    Number.isFinite(n) && (low.length === 0 || n >= Math.min(...low)) && (high.length === 0 || n <= Math.max(...high))
  );
}

const isWithin = (count: Value, [least, most]: Scaled['limits'], of: Value) =>
  within(count, valuesAt(of, least), valuesAt(of, most));

/** True if an autoscaler manages a count of a resource and allows this value. */
function isScaled(
  count: Value,
  scaled: Scaled,
  { outcome: { live }, place }: Present,
  childrenOf: FindChildren,
): boolean {
  const { scalers, itself, limits, limitsOf } = scaled;
  if (itself !== undefined) {
    const isOn = valuesAt(live, itself).some((one) => one !== false) && valuesAt(live, limits[1]).length > 0;
    return isOn && isWithin(count, limits, live);
  }
  return scalers
    .flatMap((link) => childrenOf(link, fields(live), place))
    .some((child) => child.live !== null && isWithin(count, limits, limitsOf === 'resource' ? live : child.live));
}

/** The names in a path, without the positions of blocks: `spec.replicas` of `spec[0].replicas`. */
const nameOf = (path: Path) => path.filter((step) => typeof step === 'string').join('.');

const scaledAt = (type: string, path: Path) =>
  (entryOf(type)?.scaled ?? []).filter(({ count }) => count === nameOf(path));

/**
 * Returns a function that lists the autoscaled counts of a block; undefined if no autoscaler sets counts in such
 * blocks.
 */
function scalersAt({ instance, outcome: { live } }: Present, [attribute]: Path) {
  const blocks = entryOf(instance.type)?.scaledBlocks;
  if (blocks === undefined || blocks.attribute !== attribute) return undefined;
  return (block: Attributes) => blocks.scaledOf(fields(live), block);
}

function blocksAt(side: Value, path: Path): Attributes[] {
  const blocks = valueAt(side, path);
  return (Array.isArray(blocks) ? blocks : []).map(fields);
}

/** The reason if two sets of blocks are equal except for counts that an autoscaler sets. */
function sameButForScaled(one: Present, path: Path, childrenOf: FindChildren): string | undefined {
  const node: SchemaNode | undefined = stepsAlong(one.schema, path).at(-1)?.to;
  const scaledOf = scalersAt(one, path);
  if (node?.kind !== 'set' || scaledOf === undefined) return undefined;
  let why: string | undefined;
  const unscaled = (block: Attributes) => {
    const members = Object.entries(block).map(([field, value]): [string, Value] => {
      const scaled = scaledOf(block).find(({ count }) => count === field);
      if (!scaled || !isScaled(value, scaled, one, childrenOf)) return [field, value];
      why = scaled.why;
      return [field, 'scaled'];
    });
    return stable(Object.fromEntries(members));
  };
  const form = (side: Value) => blocksAt(side, path).map(unscaled).sort().join('\n');
  return form(one.outcome.before) === form(one.outcome.live) ? why : undefined;
}

/**
 * Suppresses a count that autoscaling changed, if its autoscaler is managed by Terraform, still exists, and allows that
 * count. Without an autoscaler, or beyond its limits, the count is drift.
 */
export function autoscaled(childrenOf: FindChildren): Stage {
  return {
    name: 'autoscaled',
    suppress(one, path) {
      const count = valueAt(one.outcome.live, path);
      const match = scaledAt(one.instance.type, path).find((scaled) => isScaled(count, scaled, one, childrenOf));
      const why = match?.why ?? sameButForScaled(one, path, childrenOf);
      return why === undefined ? undefined : { why };
    },
  };
}

/** The links to resources that may scale the count at a path. */
export function scalerLinks(one: Present, path: Path): ChildLink[] {
  const scaledOf = scalersAt(one, path);
  const inBlocks = scaledOf ? blocksAt(one.outcome.live, path.slice(0, 1)).flatMap(scaledOf) : [];
  return [...scaledAt(one.instance.type, path), ...inBlocks].flatMap(({ scalers }) => scalers);
}
