import type { Path } from '../base/value.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** A path as people write it in HCL: `rule[0].days`, `tags["my key"]`. `mapKeys` says which steps are keys of a map. */
export function formatPath(path: Path, isMapKey: (depth: number) => boolean): string {
  let out = '';
  for (const [i, step] of path.entries()) {
    if (typeof step === 'number') out += `[${step}]`;
    else if (isMapKey(i) || !NAME.test(step)) out += `[${JSON.stringify(step)}]`;
    else out += out === '' ? step : `.${step}`;
  }
  return out;
}
