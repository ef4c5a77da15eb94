import { isObject } from '../../base/json.ts';
import type { Path, Step } from '../../base/value.ts';
import { asDouble } from './exact-json.ts';
import { InvalidState } from './problems.ts';

/**
 * Reads one step: `{type: "get_attr", value: "x"}` or `{type: "index", value: {value: 0, type: "number"}}`. Undefined
 * for an index that is neither a key nor a position, such as an index into a set.
 */
function readStep(step: unknown, where: string): Step | undefined {
  const stepValue = isObject(step) ? step.value : undefined;
  const value = asDouble(isObject(stepValue) && 'value' in stepValue ? stepValue.value : stepValue);
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (isObject(step) && step.type === 'index') return undefined;
  throw new InvalidState(where, 'a step of an attribute path');
}

/** Reads a path up to the first step that is neither a key nor a position: everything below is sensitive. */
function readPath(path: unknown, where: string): Path {
  if (!Array.isArray(path)) throw new InvalidState(where, 'a list');
  const steps = path.map((step: unknown, i) => readStep(step, `${where}[${i}]`));
  const end = steps.indexOf(undefined);
  return steps.slice(0, end === -1 ? steps.length : end).filter((step) => step !== undefined);
}

/**
 * Limits the paths of an instance, because every shown path is compared with all of them. Beyond the limit, whole
 * attributes or the whole instance are sensitive: more is hidden than the state marks, never less.
 */
const MAX_PATHS = 1_000;

function bounded(paths: Path[]): Path[] {
  if (paths.length <= MAX_PATHS) return paths;
  const attributes = new Set(paths.map(([first]) => first));
  if (attributes.has(undefined) || attributes.size > MAX_PATHS) return [[]];
  return [...attributes].flatMap((first): Path[] => (first === undefined ? [] : [[first]]));
}

/** The paths in an instance's `sensitive_attributes`, as state v4 writes them. Throws `InvalidState`. */
export function readSensitivePaths(value: unknown, where: string): Path[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new InvalidState(where, 'a list');
  return bounded(value.map((path: unknown, i) => readPath(path, `${where}[${i}]`)));
}
