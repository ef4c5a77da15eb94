/** An HCL value, as far as it is parsed here. A reference is a text, `${var.name}`, as in HCL's JSON. */
export type ConfigValue = string | number | boolean | null | ConfigValue[] | ConfigBody;
/** The content between braces: attributes and blocks in order; names may repeat. */
export type ConfigBody = { items: ConfigItem[] };
type ConfigItem = { key: string; labels: string[]; value: ConfigValue };

type Token = { kind: 'name' | 'string' | 'number' | 'mark' | 'end'; text: string; line: number };

const SPACE = /(?:[ \t\r\n\ufeff]+|#[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const TOKENS: ReadonlyArray<{ kind: Token['kind']; pattern: RegExp }> = [
  { kind: 'name', pattern: /[\p{L}_][\p{L}\p{N}_.-]*/uy },
  { kind: 'number', pattern: /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y },
  { kind: 'string', pattern: /"(?:[^"\\\n]|\\.)*"/y },
  { kind: 'string', pattern: /<<-?([\p{L}_][\p{L}\p{N}_]*)[ \t]*\r?\n(?:[^]*?\r?\n)??[ \t]*\1(?=\r?\n|$)/uy },
  { kind: 'mark', pattern: /[{}[\]=:,]/y },
];
const MAX_DEPTH = 32;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  const sticky = new RegExp(pattern.source, pattern.flags);
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

function* tokens(text: string): Generator<Token, Token> {
  let at = 0;
  let line = 1;
  const advance = (part: string) => {
    at += part.length;
    line += part.split('\n').length - 1;
  };
  for (;;) {
    advance(matchAt(SPACE, text, at) ?? '');
    if (at >= text.length) return { kind: 'end', text: '', line };
    const token = TOKENS.map(({ kind, pattern }) => ({ kind, text: matchAt(pattern, text, at) })).find((t) => t.text);
    if (!token?.text) throw new Error(`line ${line}: cannot be understood`);
    yield { kind: token.kind, text: token.text, line };
    advance(token.text);
  }
}

function stringValue(token: Token): string {
  if (token.text.startsWith('<<')) return token.text.split(/\r?\n/).slice(1, -1).join('\n');
  try {
    // Terraform's escapes are those of JSON; it also allows raw tabs.
    return JSON.parse(token.text.replaceAll('\t', '\\t')) as string;
  } catch {
    throw new Error(`line ${token.line}: a string has an escape that is not known`);
  }
}

/** A bare name: a constant, or, with a dot, a reference. */
function named(name: string): ConfigValue {
  if (name === 'null') return null;
  if (name === 'true' || name === 'false') return name === 'true';
  return name.includes('.') ? `\${${name}}` : name;
}

/** Parses the native syntax: attributes `name = value`, blocks `name "label" { … }`, strings, numbers, lists, maps. */
function parseNative(text: string): ConfigBody {
  const all = tokens(text);
  let token = nextToken();
  let depth = 0;

  function nextToken(): Token {
    return all.next().value;
  }
  function take(): Token {
    const taken = token;
    token = nextToken();
    return taken;
  }
  function accept(mark: string): boolean {
    const hit = token.kind === 'mark' && token.text === mark;
    if (hit) take();
    return hit;
  }
  function expected(what: string): Error {
    // Never the text of a string: these files contain credentials.
    const actual = { name: 'a name', string: 'a string', number: 'a number', mark: `"${token.text}"`, end: 'the end' };
    return new Error(`line ${token.line}: expected ${what}, found ${actual[token.kind]}`);
  }
  function body(closed: boolean): ConfigBody {
    if (++depth > MAX_DEPTH) throw new Error(`line ${token.line}: nested too deep`);
    const items: ConfigItem[] = [];
    while (closed ? !accept('}') : token.kind !== 'end') {
      items.push(item());
      accept(',');
    }
    depth--;
    return { items };
  }
  function item(): ConfigItem {
    if (token.kind !== 'name' && token.kind !== 'string') throw expected('a name');
    const keys: string[] = [];
    while (token.kind === 'name' || token.kind === 'string') {
      const part = take();
      keys.push(part.kind === 'name' ? part.text : stringValue(part));
    }
    const [key = '', ...labels] = keys;
    if (accept('{')) return { key, labels, value: body(true) };
    if (accept('=') || accept(':')) return { key, labels, value: value() };
    throw expected('"=" or "{"');
  }
  function value(): ConfigValue {
    if (accept('{')) return body(true);
    if (accept('[')) return list();
    const taken = take();
    if (taken.kind === 'string') return stringValue(taken);
    if (taken.kind === 'number') return Number(taken.text);
    if (taken.kind === 'name') return named(taken.text);
    token = taken;
    throw expected('a value');
  }
  function list(): ConfigValue[] {
    if (++depth > MAX_DEPTH) throw new Error(`line ${token.line}: nested too deep`);
    const values: ConfigValue[] = [];
    while (!accept(']')) {
      values.push(value());
      if (!accept(',') && !(token.kind === 'mark' && token.text === ']')) throw expected('"," or "]"');
    }
    depth--;
    return values;
  }
  return body(false);
}

function fromJson(value: unknown): ConfigValue {
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object' || value === null) return value as string | number | boolean | null;
  return { items: Object.entries(value).map(([key, inner]) => ({ key, labels: [], value: fromJson(inner) })) };
}

/**
 * Parses a Terraform or OpenTofu configuration of constants and references, in the native syntax or, if it begins with
 * `{`, as JSON. Evaluates nothing. Throws an error with the line where it cannot parse.
 */
export function parseConfigSyntax(text: string): ConfigBody {
  if (!text.trimStart().startsWith('{')) return parseNative(text);
  const parsed = fromJson(JSON.parse(text));
  if (!isBody(parsed)) throw new Error('the file holds no object');
  return parsed;
}

/** Whether a value is the content between braces. */
export function isBody(value: ConfigValue | undefined): value is ConfigBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const bodiesOf = (value: ConfigValue): ConfigBody[] => (Array.isArray(value) ? value : [value]).filter(isBody);

/** The bodies of all blocks with this name, in order. In JSON, repeated blocks are an array. */
export function blocks(body: ConfigBody, name: string): ConfigBody[] {
  return body.items.filter((item) => item.key === name).flatMap((item) => bodiesOf(item.value));
}

/** The value of an attribute; the last one counts. */
export function attribute(body: ConfigBody, name: string): ConfigValue | undefined {
  return body.items.findLast((item) => item.key === name && item.labels.length === 0)?.value;
}

/** A constant as text, with escaped templates unescaped; undefined where only Terraform can evaluate the value. */
export function constant(value: ConfigValue | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || /(?:^|[^$])(?:\$\$)*\$\{|(?:^|[^%])(?:%%)*%\{/.test(value)) return undefined;
  return value.replaceAll('$${', '${').replaceAll('%%{', '%{');
}

/** A block's body and labels. */
type Labelled = { labels: string[]; body: ConfigBody };

function beneath(labels: string[], value: ConfigValue, count: number): Labelled[] {
  if (labels.length >= count) return bodiesOf(value).map((body) => ({ labels, body }));
  const inner = bodiesOf(value).flatMap(({ items }) => items);
  return inner.flatMap((item) => beneath([...labels, item.key, ...item.labels], item.value, count));
}

/** Blocks with `count` labels, in either syntax: in JSON the labels are fields. */
export function labelled(body: ConfigBody, name: string, count = 1): Labelled[] {
  const named = body.items.filter(({ key }) => key === name);
  return named.flatMap(({ labels, value }) => beneath(labels, value, count));
}
