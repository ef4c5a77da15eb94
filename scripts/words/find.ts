import { WORDS } from './table.ts';

export type Hit = { line: number; text: string; pattern: string; instead: string };

/** A blank in a phrase may be a line break, also one within a comment. */
const spread = (pattern: RegExp): RegExp =>
  new RegExp(pattern.source.replaceAll(' ', String.raw`\s+(?:(?:\*|//)\s+)?`), `g${pattern.flags}`);

const PATTERNS = WORDS.map(([pattern, instead]) => ({ pattern: pattern.source, search: spread(pattern), instead }));

/** Every retired word of a text, in the order of the table. */
export function retiredWords(text: string): Hit[] {
  return PATTERNS.flatMap(({ pattern, search, instead }) =>
    [...text.matchAll(search)].map((match) => ({
      line: text.slice(0, match.index).split('\n').length,
      text: match[0].replaceAll(/\s+/g, ' '),
      pattern,
      instead,
    })),
  );
}
