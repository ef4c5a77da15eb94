import { isObject } from '../../base/json.ts';
import type { Path, Step } from '../../base/value.ts';
import { asDouble } from './exact-json.ts';
import { InvalidState } from './problems.ts';

/**
 * One step: `{type: "get_attr", value: "x"}` or `{type: "index", value: {value: 0, type: "number"}}`. Undefined for an
 * index that is neither key nor position, as into a set.
 */
function readStep(step: unknown, where: string): Step | undefined {
  const stepValue = isObject(step) ? step.value : undefined;
  const value = asDouble(isObject(stepValue) && 'value' in stepValue ? stepValue.value : stepValue);
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (isObject(step) && step.type === 'index') return undefined;
  throw new InvalidState(where, 'a step of an attribute path');
}

/** A path ends before the first step that is neither key nor position: everything below is sensitive. */
function readPath(path: unknown, where: string): Path {
  if (!Array.isArray(path)) throw new InvalidState(where, 'a list');
  const steps = path.map((step: unknown, i) => readStep(step, `${where}[${i}]`));
  const end = steps.indexOf(undefined);
  return steps.slice(0, end === -1 ? steps.length : end).filter((step) => step !== undefined);
}

/**
 * Paths kept per instance. Every shown path is compared with all of them, so that beyond this limit whole attributes are sensitive, or
 * the whole instance: more is hidden than the state marks, never less.
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
