import { constant, isBody, type ConfigBody, type ConfigValue } from '../../base/hcl.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';

/** A value, or the reference that is not known: `var.host`. */
export type Evaluated = { value: Json } | { unknown: string };

/** Resolves a reference: `var.host`, `local.names[0]`. */
export type Scope = (reference: string) => Evaluated;

/** The `unknown` of expressions that are no references. */
export const AN_EXPRESSION = 'an expression';
const EXPRESSION: Evaluated = { unknown: AN_EXPRESSION };
/** Matches the references in a template. */
const PIECE = /\$\{\s*([^{}"]*?)\s*\}/g;

export const isKnown = (result: Evaluated): result is { value: Json } => 'value' in result;

/** Evaluates all items. Returns the first unknown result instead, if there is one. */
function together<T>(all: readonly T[], evaluated: (one: T) => Evaluated): { values: Json[] } | { unknown: string } {
  const values: Json[] = [];
  for (const one of all) {
    const result = evaluated(one);
    if (!isKnown(result)) return result;
    values.push(result.value);
  }
  return { values };
}

function evaluateText(text: string, scope: Scope): Evaluated {
  const plain = constant(text);
  if (plain !== undefined) return { value: plain };
  const [, only] = /^\$\{\s*([^{}]*?)\s*\}$/.exec(text) ?? [];
  if (only !== undefined) return scope(only);
  if (/\$\$\{|%\{/.test(text)) return EXPRESSION;
  let unknown: Evaluated | undefined;
  const value = text.replace(PIECE, (_, reference: string) => {
    const result = scope(reference);
    if (isKnown(result) && result.value !== null && typeof result.value !== 'object') return String(result.value);
    unknown ??= isKnown(result) ? EXPRESSION : result;
    return '';
  });
  if (unknown) return unknown;
  return value.includes('${') ? EXPRESSION : { value };
}

/**
 * Repeated blocks with the same name become a list, a single block becomes an object. Only the provider's schema shows
 * which is right.
 */
function evaluateBody({ items }: ConfigBody, scope: Scope): Evaluated {
  const object: JsonObject = {};
  for (const { key: name, labels, value } of items) {
    const key = constant(name);
    if (key === undefined || key === 'dynamic' || labels.length > 0) return EXPRESSION;
    const result = evaluate(value, scope);
    if (!isKnown(result)) return result;
    const before = Object.hasOwn(object, key) ? object[key] : undefined;
    const isRepeated = isBody(value) && before !== undefined && before !== null;
    object[key] = isRepeated ? [before, result.value].flat() : result.value;
  }
  return { value: object };
}

/** Evaluates constants and references that the scope knows. Never calls a function. */
export function evaluate(value: ConfigValue, scope: Scope): Evaluated {
  if (typeof value === 'string') return evaluateText(value, scope);
  if (isBody(value)) return evaluateBody(value, scope);
  if (!Array.isArray(value)) return { value };
  const all = together(value, (one) => evaluate(one, scope));
  return 'values' in all ? { value: all.values } : all;
}

/** The value at a path inside a result; unknown if there is none. */
export function within(result: Evaluated, path: readonly (string | number)[], reference: string): Evaluated {
  return path.reduce((one: Evaluated, step) => {
    if (!isKnown(one)) return one;
    const inner = Array.isArray(one.value)
      ? one.value[Number(step)]
      : isObject(one.value)
        ? one.value[step]
        : undefined;
    return inner === undefined ? { unknown: reference } : { value: inner };
  }, result);
}
