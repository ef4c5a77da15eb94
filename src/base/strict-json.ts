/** Why a text is not taken: the message says it to whoever sent it. */
export class JsonRefusal extends Error {}

export type JsonBounds = {
  /** Arrays and objects within each other. */
  depth: number;
  /** Values of all kinds, the whole included. */
  values: number;
};

/**
 * Reads JSON that means the same to everybody: beyond `JSON.parse` it refuses an object that names a field twice (which
 * one counts?), the name `__proto__`, and what is deeper or larger than `bounds`. Throws `JsonRefusal`.
 */
export function readJson(text: string, bounds: JsonBounds): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonRefusal('it is not valid JSON');
  }
  checkShape(text, bounds);
  return value;
}

/** Where the string that begins at `from` ends: the index of its closing quote. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function checkShape(text: string, { depth, values }: JsonBounds): void {
  /** The names of each object that is open; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let count = 1;
  let nameNext = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      const end = endOfString(text, at);
      if (nameNext) addName(open.at(-1), JSON.parse(text.slice(at, end + 1)) as string);
      nameNext = false;
      at = end;
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : undefined);
      if (open.length > depth) throw new JsonRefusal(`it is nested deeper than ${depth} levels`);
      nameNext = char === '{';
      count += 1;
    } else if (char === '}' || char === ']') {
      open.pop();
      nameNext = false;
    } else if (char === ',') {
      nameNext = open.at(-1) !== undefined;
      count += 1;
    }
    if (count > values) throw new JsonRefusal(`it holds more than ${values} values`);
  }
}

function addName(names: Set<string> | undefined, name: string): void {
  if (name === '__proto__') throw new JsonRefusal('it names a field __proto__');
  if (names?.has(name)) throw new JsonRefusal(`it names the field ${JSON.stringify(name.slice(0, 50))} twice`);
  names?.add(name);
}
