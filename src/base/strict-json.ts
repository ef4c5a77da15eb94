/** A refusal of a text; the message tells its sender why. */
export class JsonRefusal extends Error {}

export type JsonBounds = {
  /** The maximum depth of nested arrays and objects. */
  depth: number;
  /** The maximum number of values of all kinds, the outermost one included. */
  values: number;
};

/**
 * Parses JSON that every parser reads alike. Unlike `JSON.parse` it refuses an object with a repeated name (parsers
 * differ in which one counts), the name `__proto__`, and texts beyond `bounds`. Throws `JsonRefusal`.
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

/** The index of the closing quote of the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function checkShape(text: string, { depth, values }: JsonBounds): void {
  /** The names of each open object; undefined for an array. */
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
