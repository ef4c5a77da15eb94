import type { SchemaNode } from '../../base/schema.ts';
import type { Path } from '../../base/value.ts';
import { stepsAlong } from './diff.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** A path as people write it in HCL: `rule[0].days`, `tags["my key"]`. `isMapKey` returns whether the step at a depth is a key of a map. */
export function formatPath(path: Path, isMapKey: (depth: number) => boolean): string {
  let out = '';
  for (const [i, step] of path.entries()) {
    if (typeof step === 'number') out += `[${step}]`;
    else if (isMapKey(i) || !NAME.test(step)) out += `[${JSON.stringify(step)}]`;
    else out += out === '' ? step : `.${step}`;
  }
  return out;
}

/** A path through a schema as people write it. Keys of maps are not masked. */
export function pathThrough(schema: SchemaNode, path: Path): string {
  const steps = stepsAlong(schema, path);
  return formatPath(path, (depth) => steps[depth]?.from?.kind === 'map');
}
