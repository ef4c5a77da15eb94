import type { Expression, Item } from '../../model/configuration.ts';

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
};

/**
 * Quotes a text as a template without interpolations (`${`), directives (`%{`) and line ends, as hclwrite does
 * (`escapeQuotedStringLit`). Unprintable characters are escaped.
 */
export function quote(text: string): string {
  const inner = text
    .toWellFormed()
    .replaceAll(/["\\\n\r\t]/g, (one) => ESCAPES[one] ?? one)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, escaped)
    .replaceAll(/[$%](?=\{)/g, (one) => one + one);
  return `"${inner}"`;
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const KEYWORDS = new Set(['true', 'false', 'null', 'for', 'if', 'in']);

/** The key of an object, quoted unless it is an identifier. */
const key = (name: string): string => (IDENTIFIER.test(name) && !KEYWORDS.has(name) ? name : quote(name));

const indented = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `  ${line}`));

/** A list, on one line if its values are short. */
export function listOf(elements: readonly Expression[]): Expression {
  const flat = elements.map(([first = '']) => first).join(', ');
  if (elements.every(({ length }) => length === 1) && flat.length <= 90) return [`[${flat}]`];
  return ['[', ...indented(elements.flatMap((lines) => [...lines.slice(0, -1), `${lines.at(-1)},`])), ']'];
}

/** An object with one member per line and aligned equals signs, as `terraform fmt` formats it. */
export function objectOf(members: readonly (readonly [name: string, value: Expression])[]): Expression {
  if (members.length === 0) return ['{}'];
  return ['{', ...indented(aligned(members.map(([name, value]) => [key(name), value]))), '}'];
}

/** A call with one argument, without line breaks inside the parentheses: `jsonencode({`. */
export const callOf = (name: string, argument: Expression): Expression =>
  argument.map((line, i) => `${i === 0 ? `${name}(` : ''}${line}${i === argument.length - 1 ? ')' : ''}`);

/**
 * Lines `name = value`. Consecutive members of one line each are aligned, longer ones are not (hclwrite's
 * `formatCells`).
 */
function aligned(members: readonly (readonly [name: string, value: Expression])[]): string[] {
  const lines: string[] = [];
  for (let from = 0; from < members.length;) {
    let to = from;
    while (to < members.length && members[to]?.[1].length === 1) to += 1;
    const width = Math.max(0, ...members.slice(from, to).map(([name]) => name.length));
    for (const [name, [value = '']] of members.slice(from, to)) lines.push(`${name.padEnd(width)} = ${value}`);
    const long = members[to];
    if (long) {
      const [first = '', ...rest] = long[1];
      lines.push(`${long[0]} = ${first}`, ...rest);
    }
    from = to + 1;
  }
  return lines;
}

/** The lines of a body: attributes first, then blocks, with an empty line before each block. */
export function bodyLines(items: readonly Item[]): string[] {
  const attributes = items.flatMap((one) => (one.kind === 'attribute' ? [[one.name, one.value] as const] : []));
  const blocks = items.flatMap((one) => (one.kind === 'block' ? [blockLines(one)] : []));
  const lines = aligned(attributes);
  for (const block of blocks) lines.push(...(lines.length > 0 ? [''] : []), ...block);
  return lines;
}

function blockLines({ type, labels, body }: Extract<Item, { kind: 'block' }>): string[] {
  const head = [type, ...labels.map(quote)].join(' ');
  const lines = bodyLines(body);
  return lines.length === 0 ? [`${head} {`, '}'] : [`${head} {`, ...indented(lines), '}'];
}

/** The text of a file with these items. */
export const fileText = (items: readonly Item[]): string => `${bodyLines(items).join('\n')}\n`;
