import type { Spotted } from './spotted.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Parses JSON, with the positions of its texts in characters. Throws where it is no JSON. */
export function spotsOfJson(text: string): Spotted {
  JSON.parse(text);
  const tokens = [...text.matchAll(TOKEN)];
  let at = 0;
  const next = () => tokens[at++];
  const peek = (): string => tokens[at]?.[0] ?? '';

  const read = (): Spotted => {
    const token = next();
    if (token?.[0] === '{') return readMembers();
    if (token?.[0] === '[') return readList();
    if (token?.[0].startsWith('"') !== true) return undefined;
    return { leaf: { text: textOf(token[0]), start: token.index, end: token.index + token[0].length } };
  };
  const readMembers = (): Spotted => {
    const members = new Map<string, Spotted>();
    while (peek() !== '}') {
      if (peek() === ',') next();
      const name = textOf(next()?.[0] ?? '""');
      next();
      members.set(name, read());
    }
    next();
    return { members };
  };
  const readList = (): Spotted => {
    const list: Spotted[] = [];
    while (peek() !== ']') {
      if (peek() === ',') next();
      list.push(read());
    }
    next();
    return { list };
  };
  return read();
}

const textOf = (token: string): string => String(JSON.parse(token));
