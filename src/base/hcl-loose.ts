import type { ConfigBody, ConfigValue } from './hcl.ts';

/** Stands for any value that is not constant: a template in HCL's JSON syntax, whose content is not read. */
const EXPRESSION = '${…}';
/** Maximum depth of bodies and values: deeper bodies are skipped, deeper values are not constant. Bounds the time, too. */
const MAX_DEPTH = 6;
/** Maximum length of a list or object; a longer one is not constant. So the result is no larger than the text. */
const MAX_ITEMS = 1_000;

/** Characters that must not occur before the end of a skipped part. */
const CLOSING = new Set(['}', ']', ')']);
const BLANK = new Set([' ', '\t', '\r', '\n', '\ufeff']);
const OPENING = new Set(['{', '[', '(']);

type Scanner = ReturnType<typeof scannerOf>;

/** Scans any HCL without parsing it: finds the ends of comments, strings, templates and heredocs. */
function scannerOf(text: string) {
  const patterns = {
    plain: /[^"<#/{}[\](),=:\n]+/y,
    name: /[\p{L}_][\p{L}\p{N}_-]*/uy,
    integer: /-?(?:0|[1-9]\d{0,14})(?![\p{L}\p{N}_.])/uy,
    heredoc: /<<-?([\p{L}_][\p{L}\p{N}_-]*)[ \t]*\r?\n/uy,
    inString: /[^"\\$%\n]+/y,
    reference: /[\p{L}_][\p{L}\p{N}_-]*(?:\.(?:[\p{L}_][\p{L}\p{N}_-]*|\d+)|\[(?:\d+|"(?:[^"\\$%\n]|\\.)*")\])*/uy,
  };
  const match = (what: keyof typeof patterns, at: number): RegExpExecArray | null => {
    const pattern = patterns[what];
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const problem = (at: number, what: string) => new Error(`line ${text.slice(0, at).split('\n').length}: ${what}`);

  function afterComment(at: number): number {
    const end = text.indexOf('*/', at + 2);
    if (end < 0) throw problem(at, 'a comment does not end');
    return end + 2;
  }
  /** The position after a heredoc's last line, before its line break. */
  function afterHeredoc(at: number, [opening, marker = '']: RegExpExecArray): number {
    for (let line = at + opening.length; line <= text.length;) {
      const found = text.indexOf('\n', line);
      const end = found < 0 ? text.length : found;
      if (text.slice(line, end).trim() === marker) return end;
      line = end + 1;
    }
    throw problem(at, 'a heredoc does not end');
  }
  /** The position after a string and all its templates, which may contain strings again. */
  function afterString(start: number): number {
    const within: ('string' | 'template' | 'braces')[] = ['string'];
    let at = start + 1;
    while (at < text.length) {
      const char = text[at];
      if (within.at(-1) !== 'string') {
        if (char === '"') within.push('string');
        else if (char === '{') within.push('braces');
        else if (char === '}') within.pop();
        at = char === '"' || char === '\n' ? at + 1 : step(at, true);
        continue;
      }
      if (char === '\n') break;
      if (char === '"') {
        within.pop();
        if (within.length === 0) return at + 1;
        at += 1;
      } else if (char === '\\') at += 2;
      else if ((char === '$' || char === '%') && text.startsWith(`${char}${char}{`, at)) at += 3;
      else if ((char === '$' || char === '%') && text[at + 1] === '{') {
        within.push('template');
        at += 2;
      } else at += match('inString', at)?.[0].length ?? 1;
    }
    throw problem(start, 'a string does not end');
  }
  /** The position after the next comment, string, heredoc, run of plain text, or single character. */
  function step(at: number, flat = false): number {
    const char = text[at];
    if (char === '"' && !flat) return afterString(at);
    if (char === '#' || text.startsWith('//', at)) {
      const end = text.indexOf('\n', at);
      return end < 0 ? text.length : end;
    }
    if (text.startsWith('/*', at)) return afterComment(at);
    const heredoc = char === '<' ? match('heredoc', at) : null;
    if (heredoc) return afterHeredoc(at, heredoc);
    return at + (match('plain', at)?.[0].length ?? 1);
  }
  /** The position of the first of `stops` outside all brackets; `end` if there is none. */
  function find(stops: string, start: number, end: number): number {
    let depth = 0;
    let at = start;
    while (at < end) {
      const char = text[at] ?? '';
      if (depth === 0 && stops.includes(char)) return at;
      if (OPENING.has(char)) depth += 1;
      if (CLOSING.has(char) && --depth < 0) throw problem(at, 'a bracket closes that was not opened');
      at = step(at);
    }
    if (depth > 0) throw problem(start, 'a bracket is not closed');
    return end;
  }
  /** The position after blanks, line breaks and comments, at most `end`. */
  function afterBlank(start: number, end: number): number {
    let at = start;
    while (at < end) {
      if (BLANK.has(text[at] ?? '')) at += 1;
      else if (text[at] === '#' || text.startsWith('//', at) || text.startsWith('/*', at)) at = step(at);
      else break;
    }
    return at;
  }
  /** The position of the bracket that closes the one at `at`. */
  function closing(at: number, mark: '}' | ']', end: number): number {
    const close = find(mark, at + 1, end);
    if (close >= end) throw problem(at, 'a bracket is not closed');
    return close;
  }
  return { text, match, problem, step, find, afterBlank, closing };
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
]);

/** A string without quotes and escapes. Templates stay as they are, as in the JSON syntax. */
function unquoted(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|U(000[0-9a-fA-F]{5}|0010[0-9a-fA-F]{4})|([^]))/g, (_, short, long, one) =>
      one === undefined ? String.fromCodePoint(Number.parseInt(short ?? long, 16)) : (ESCAPES.get(one) ?? EXPRESSION),
    );
}

/** The text between two positions, split at each of `stops` outside all brackets. */
function* parts({ find }: Scanner, stops: string, start: number, end: number): Generator<[number, number]> {
  for (let at = start; at < end;) {
    const stop = find(stops, at, end);
    yield [at, stop];
    at = stop + 1;
  }
}

/** A name, quoted or not, that ends right before `end`; undefined for any other text. */
function keyAt({ text, match, step, afterBlank }: Scanner, start: number, end: number): string | undefined {
  const name = match('name', start)?.[0];
  const after = name === undefined && text[start] === '"' ? step(start) : start + (name?.length ?? 0);
  if (after === start || afterBlank(after, end) < end) return undefined;
  return name ?? unquoted(text.slice(start, after));
}

function objectAt(scanner: Scanner, start: number, end: number, depth: number): ConfigValue {
  const items: ConfigBody['items'] = [];
  for (const [from, to] of parts(scanner, ',\n', start, end)) {
    const begin = scanner.afterBlank(from, to);
    if (begin >= to) continue;
    if (items.length === MAX_ITEMS) return EXPRESSION;
    const mark = scanner.find('=:', begin, to);
    const key = mark < to ? keyAt(scanner, begin, mark) : undefined;
    items.push({
      key: key ?? EXPRESSION,
      labels: [],
      value: key === undefined ? EXPRESSION : valueAt(scanner, mark + 1, to, depth + 1),
    });
  }
  return { items };
}

function listAt(scanner: Scanner, start: number, end: number, depth: number): ConfigValue {
  const values: ConfigValue[] = [];
  for (const [from, to] of parts(scanner, ',', start, end)) {
    if (scanner.afterBlank(from, to) >= to) continue;
    if (values.length === MAX_ITEMS) return EXPRESSION;
    values.push(valueAt(scanner, from, to, depth + 1));
  }
  return values;
}

/** The constant between two positions; a template for anything else. */
function valueAt(scanner: Scanner, from: number, end: number, depth: number): ConfigValue {
  const { text, match, step, find, afterBlank } = scanner;
  const start = afterBlank(from, end);
  const isLast = (at: number) => afterBlank(at, end) >= end;
  const char = text[start];
  if (start >= end || depth > MAX_DEPTH) return EXPRESSION;
  if (char === '"') {
    const after = step(start);
    return isLast(after) ? unquoted(text.slice(start, after)) : EXPRESSION;
  }
  if (char === '[' || char === '{') {
    const close = find(char === '[' ? ']' : '}', start + 1, end);
    const loop = match('name', afterBlank(start + 1, end))?.[0] === 'for';
    if (loop || close >= end || !isLast(close + 1)) return EXPRESSION;
    return char === '[' ? listAt(scanner, start + 1, close, depth) : objectAt(scanner, start + 1, close, depth);
  }
  const word = (match('integer', start) ?? match('reference', start))?.[0] ?? '';
  if (word === '' || !isLast(start + word.length)) return EXPRESSION;
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  return /\d$/.test(word) && Number.isInteger(Number(word)) ? Number(word) : `\${${word}}`;
}

type Wanted = Pick<ReadonlySet<string>, 'has'>;

/** The name of the block or attribute at `start`, its labels, and the position after them. */
function headAt({ text, match, problem, step, afterBlank }: Scanner, start: number, end: number) {
  const key = match('name', start)?.[0];
  if (key === undefined) throw problem(start, 'expected the name of a block or an attribute');
  const labels: string[] = [];
  let at = afterBlank(start + key.length, end);
  for (; at < end; at = afterBlank(at, end)) {
    const label = match('name', at)?.[0];
    if (label === undefined && text[at] !== '"') break;
    const after = label === undefined ? step(at) : at + label.length;
    labels.push(label ?? unquoted(text.slice(at, after)));
    at = after;
  }
  return { key, labels, after: at };
}

/** Names of the blocks to read: the outermost ones, and the nested ones. */
type Names = { outside: Wanted; within: Wanted };

function bodyAt(scanner: Scanner, start: number, end: number, names: Names, depth: number): ConfigBody {
  const { text, problem, find, afterBlank, closing } = scanner;
  const items: ConfigBody['items'] = [];
  const wanted = depth === 0 ? names.outside : names.within;
  for (let at = afterBlank(start, end); at < end; at = afterBlank(at, end)) {
    const { key, labels, after } = headAt(scanner, at, end);
    at = after;
    if (text[at] === '{' && at < end) {
      const close = closing(at, '}', end);
      if (wanted.has(key) && depth < MAX_DEPTH)
        items.push({ key, labels, value: bodyAt(scanner, at + 1, close, names, depth + 1) });
      at = close + 1;
    } else if (text[at] === '=' && labels.length === 0 && at < end) {
      const stop = find('\n', at + 1, end);
      if (depth > 0) items.push({ key, labels, value: valueAt(scanner, at + 1, stop, 0) });
      at = stop;
    } else throw problem(at, 'expected "=" or "{"');
  }
  return { items };
}

/**
 * Finds blocks by name in any HCL: the outermost ones, and nested ones with the same names (or with names in `within`).
 * Reads all their attributes and skips the rest. A value that is not constant becomes a text with a template, as in the
 * JSON syntax: `${var.name}` for a reference. Takes linear time in the text's length. Throws an error with the line
 * where brackets, strings or comments are not closed, or where neither a block nor an attribute begins.
 */
export function parseLooseSyntax(text: string, wanted: Wanted, within: Wanted = wanted): ConfigBody {
  return bodyAt(scannerOf(text), 0, text.length, { outside: wanted, within }, 0);
}

/** The outermost blocks of any HCL, with their first lines. Throws like `parseLooseSyntax`. */
export function* outermostBlocks(text: string): Generator<{ key: string; labels: string[]; line: number }> {
  const scanner = scannerOf(text);
  const { find, afterBlank, closing } = scanner;
  let [line, counted] = [1, 0];
  for (let at = afterBlank(0, text.length); at < text.length; at = afterBlank(at, text.length)) {
    const { key, labels, after } = headAt(scanner, at, text.length);
    if (text[after] === '{') {
      line += text.slice(counted, at).split('\n').length - 1;
      counted = at;
      yield { key, labels, line };
      at = closing(after, '}', text.length) + 1;
    } else at = find('\n', after, text.length);
  }
}

/** Reads the attributes outside all blocks like `parseLooseSyntax`, and the blocks of these names. */
export function parseLooseAttributes(text: string, wanted: Wanted = new Set<string>()): ConfigBody {
  return bodyAt(scannerOf(text), 0, text.length, { outside: wanted, within: wanted }, 1);
}
