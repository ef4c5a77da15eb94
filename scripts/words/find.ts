import { WORDS } from './table.ts';

export type Hit = { line: number; text: string; pattern: string; instead: string };

/** Lets a blank in a phrase match a line break, also within a comment. */
const spread = (pattern: RegExp): RegExp =>
  new RegExp(pattern.source.replaceAll(' ', String.raw`\s+(?:(?:\*|//)\s+)?`), `g${pattern.flags}`);

const PATTERNS = WORDS.map(([pattern, instead]) => ({ pattern: pattern.source, search: spread(pattern), instead }));

/** All retired words in a text, in the order of the table. */
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
