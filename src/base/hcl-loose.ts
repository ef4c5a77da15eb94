import type { ConfigBody, ConfigValue } from './hcl.ts';

/** Stands for any value that is no constant: a template of HCL's JSON syntax, whose content is not read. */
const EXPRESSION = '${…}';
/** Depth of bodies and values that are read; deeper ones are skipped, or no constant. Bounds the time, too. */
const MAX_DEPTH = 6;
/** Items of one list or object; a longer one is no constant. The result stays no larger than the text. */
const MAX_ITEMS = 1_000;

/** Characters that must not precede the end of a skipped part. */
const CLOSING = new Set(['}', ']', ')']);
const BLANK = new Set([' ', '\t', '\r', '\n', '\ufeff']);
const OPENING = new Set(['{', '[', '(']);

type Scanner = ReturnType<typeof scannerOf>;

/** Walks over any HCL without understanding it: knows where comments, strings, templates and heredocs end. */
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
  /** After a heredoc's last line, before its line break. */
  function afterHeredoc(at: number, [opening, marker = '']: RegExpExecArray): number {
    for (let line = at + opening.length; line <= text.length;) {
      const found = text.indexOf('\n', line);
      const end = found < 0 ? text.length : found;
      if (text.slice(line, end).trim() === marker) return end;
      line = end + 1;
    }
    throw problem(at, 'a heredoc does not end');
  }
  /** After a string with all its templates, which may hold strings again. */
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
  /** After what begins here: a comment, a string, a heredoc, a run of what means nothing, or one character. */
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
  /** Where the first of `stops` stands outside of all brackets; `end` where there is none. */
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
  /** After blanks, line breaks and comments, but not beyond `end`. */
  function afterBlank(start: number, end: number): number {
    let at = start;
    while (at < end) {
      if (BLANK.has(text[at] ?? '')) at += 1;
      else if (text[at] === '#' || text.startsWith('//', at) || text.startsWith('/*', at)) at = step(at);
      else break;
    }
    return at;
  }
  /** Where the bracket closes that opens here. */
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

/** A string without its quotes and escapes; templates stay as they are, which is how JSON's syntax has them, too. */
function unquoted(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|U(000[0-9a-fA-F]{5}|0010[0-9a-fA-F]{4})|([^]))/g, (_, short, long, one) =>
      one === undefined ? String.fromCodePoint(Number.parseInt(short ?? long, 16)) : (ESCAPES.get(one) ?? EXPRESSION),
    );
}

/** The text between two positions, cut at each of `stops` outside of all brackets. */
function* parts({ find }: Scanner, stops: string, start: number, end: number): Generator<[number, number]> {
  for (let at = start; at < end;) {
    const stop = find(stops, at, end);
    yield [at, stop];
    at = stop + 1;
  }
}

/** A name or a quoted one that ends right before `end`; undefined where something else stands there. */
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

/** The constant that all between two places is; a template where it is anything else. */
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

/** The name of the block or attribute that begins here, its labels, and where what follows them begins. */
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

/** The blocks to read: the outermost ones, and those within them. */
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
 * Finds the blocks of these names in HCL of any kind: the outermost ones, and within them those of these names again (or of those
 * in `within`), with all attributes. The rest is skipped; a value that is no constant is a text with a template in it, as in JSON's syntax: `${var.name}` of a reference.
 * Takes a time that grows with the length of the text alone. Throws an error with the line where brackets, strings or comments do not
 * end, and where neither a block nor an attribute stands.
 */
export function parseLooseSyntax(text: string, wanted: Wanted, within: Wanted = wanted): ConfigBody {
  return bodyAt(scannerOf(text), 0, text.length, { outside: wanted, within }, 0);
}

/** The outermost blocks of HCL of any kind, with the lines that they begin on. Throws as `parseLooseSyntax` does. */
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

/** The attributes that stand in a file outside of all blocks, in the same way, and the blocks of these names. */
export function parseLooseAttributes(text: string, wanted: Wanted = new Set<string>()): ConfigBody {
  return bodyAt(scannerOf(text), 0, text.length, { outside: wanted, within: wanted }, 1);
}
