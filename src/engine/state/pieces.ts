/**
 * The range of a JSON value in a text. `list` is a list inside the value that was split into pieces, which can be
 * parsed one by one. The text stays in bytes, because a string would be a second copy in memory.
 */
export type Piece = { from: number; to: number; list?: { from: number; to: number; pieces: Piece[] } };

const code = (character: string) => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, COLON] = [code('"'), code('\\'), code(','), code(':')];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [code('{'), code('}'), code('['), code(']')];
const [BLANK, TAB, LINE_FEED, RETURN] = [code(' '), code('\t'), code('\n'), code('\r')];

const isSpace = (byte: number | undefined) => byte === BLANK || byte === LINE_FEED || byte === TAB || byte === RETURN;

function spaceEnd(text: Uint8Array, at: number): number {
  let end = at;
  while (isSpace(text[end])) end += 1;
  return end;
}

function stringEnd(text: Uint8Array, at: number): number {
  for (let end = text.indexOf(QUOTE, at + 1); end !== -1; end = text.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  throw new SyntaxError('a string does not end');
}

/**
 * Visits every string of a document, including keys, by the range between its quotes. Reads each byte once. Throws
 * `SyntaxError` for an unterminated string.
 */
export function eachString(text: Uint8Array, visit: (from: number, to: number) => void): void {
  for (let at = text.indexOf(QUOTE); at !== -1;) {
    const end = stringEnd(text, at);
    visit(at + 1, end - 1);
    at = text.indexOf(QUOTE, end);
  }
}

function scalarEnd(text: Uint8Array, at: number): number {
  let end = at;
  for (let byte = text[end]; byte !== undefined; byte = text[++end])
    if (isSpace(byte) || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) break;
  if (end === at) throw new SyntaxError('a value is missing');
  return end;
}

/** The end of the value that starts at `at`. Only brackets and quotes are checked; parsing validates the rest. */
function valueEnd(text: Uint8Array, at: number): number {
  const first = text[at];
  if (first === QUOTE) return stringEnd(text, at);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return scalarEnd(text, at);
  let depth = 0;
  for (let next = at; next < text.length; next += 1) {
    const byte = text[next];
    if (byte === QUOTE) next = stringEnd(text, next) - 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return next + 1;
    }
  }
  throw new SyntaxError('a bracket is not closed');
}

/** Visits the items between two brackets. Returns the end of the closing bracket. */
function eachItem(text: Uint8Array, at: number, close: number, item: (at: number) => number): number {
  let next = spaceEnd(text, at + 1);
  if (text[next] === close) return next + 1;
  for (;;) {
    next = spaceEnd(text, item(next));
    if (text[next] === close) return next + 1;
    if (text[next] !== COMMA) throw new SyntaxError('a comma is missing');
    next = spaceEnd(text, next + 1);
  }
}

function listAt(text: Uint8Array, at: number, names: readonly string[]): NonNullable<Piece['list']> {
  const pieces: Piece[] = [];
  const to = eachItem(text, at, CLOSE_BRACKET, (start) => {
    const piece = pieceAt(text, start, names);
    pieces.push(piece);
    return piece.to;
  });
  return { from: at, to, pieces };
}

/**
 * Finds the value that starts at `at`. A list in the member `names[0]` is split into pieces, and each piece by the next
 * name. Throws `SyntaxError` for structural errors; the text inside the pieces is not validated.
 */
export function pieceAt(text: Uint8Array, at: number, [name, ...inner]: readonly string[]): Piece {
  const from = spaceEnd(text, at);
  if (name === undefined || text[from] !== OPEN_BRACE) return { from, to: valueEnd(text, from) };
  let list: Piece['list'];
  const to = eachItem(text, from, CLOSE_BRACE, (start) => {
    if (text[start] !== QUOTE) throw new SyntaxError('a key is missing');
    const keyEnd = stringEnd(text, start);
    const colon = spaceEnd(text, keyEnd);
    if (text[colon] !== COLON) throw new SyntaxError('a colon is missing');
    const value = spaceEnd(text, colon + 1);
    // The last of duplicate members counts, as in JSON.parse.
    const named = JSON.parse(decoded(text, start, keyEnd)) === name;
    if (named) list = text[value] === OPEN_BRACKET ? listAt(text, value, inner) : undefined;
    return named && list ? list.to : valueEnd(text, value);
  });
  return { from, to, ...(list && { list }) };
}

function decoded(text: Uint8Array, from: number, to: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(text.subarray(from, to));
}

/** The text of a value. The list that was split is empty in it. */
export function textOf(text: Uint8Array, { from, to, list }: Piece): string {
  return list ? `${decoded(text, from, list.from)}[]${decoded(text, list.to, to)}` : decoded(text, from, to);
}
