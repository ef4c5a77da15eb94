import type { Json } from '../../../../base/json.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Quotes a text for HCL; the starts of interpolations and directives are escaped. */
export function hclText(text: string): string {
  const own = (signs: string) =>
    signs.length === 1 ? signs + signs : signs.replaceAll('$', '\\u0024').replaceAll('%', '\\u0025');
  return JSON.stringify(text).replace(/(\$+|%+)\{/g, (_, signs: string) => `${own(signs)}{`);
}

/** Lines of `name = value`. The signs of adjacent one-line values are aligned, as by `terraform fmt`. */
export function hclLines(entries: readonly (readonly [name: string, value: string])[], indent: string): string[] {
  const isLong = (value: string) => value.includes('\n');
  return entries.flatMap(([name, value], i) => {
    if (isLong(value)) return [`${indent}${name} = ${value}`];
    let [first, last] = [i, i];
    while (first > 0 && !isLong(entries[first - 1]![1])) first -= 1;
    while (last + 1 < entries.length && !isLong(entries[last + 1]![1])) last += 1;
    const width = Math.max(...entries.slice(first, last + 1).map((one) => one[0].length));
    return [`${indent}${name.padEnd(width)} = ${value}`];
  });
}

/** A JSON value as an HCL expression. */
export function hclValue(value: Json, indent = ''): string {
  if (typeof value === 'string') return hclText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    if (value.length === 1 && typeof value[0] === 'string') return `[${hclText(value[0])}]`;
    return ['[', ...value.map((one) => `${inner}${hclValue(one, inner)},`), `${indent}]`].join('\n');
  }
  const entries = Object.entries(value).map(
    ([name, one]) => [NAME.test(name) ? name : hclText(name), hclValue(one, inner)] as const,
  );
  if (entries.length === 0) return '{}';
  return ['{', ...hclLines(entries, inner), `${indent}}`].join('\n');
}
