import { constant, isBody, type ConfigBody, type ConfigValue } from '../../base/hcl.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';

/** A value, or what it takes to know it: `var.host`. */
export type Evaluated = { value: Json } | { unknown: string };

/** Resolves a reference: `var.host`, `local.names[0]`. */
export type Scope = (reference: string) => Evaluated;

/** What is not known where that is no reference. */
export const AN_EXPRESSION = 'an expression';
const EXPRESSION: Evaluated = { unknown: AN_EXPRESSION };
/** A template that consists of texts and references. */
const PIECE = /\$\{\s*([^{}"]*?)\s*\}/g;

export const isKnown = (result: Evaluated): result is { value: Json } => 'value' in result;

/** All of them, or the first that is unknown. */
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

/** Blocks of one name are a list where there are several, and an object where there is one: the provider's schema tells what it is. */
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

/** Evaluates what consists of constants and of references that the scope knows. No function is called. */
export function evaluate(value: ConfigValue, scope: Scope): Evaluated {
  if (typeof value === 'string') return evaluateText(value, scope);
  if (isBody(value)) return evaluateBody(value, scope);
  if (!Array.isArray(value)) return { value };
  const all = together(value, (one) => evaluate(one, scope));
  return 'values' in all ? { value: all.values } : all;
}

/** What lies at a path within a value. */
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
