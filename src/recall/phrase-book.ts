import { piecesOfText } from './terms.ts';

/** The directions that a phrase may have. */
const DIRECTIONS = [
  'opened',
  'closed',
  'on',
  'off',
  'more',
  'less',
  'longer',
  'shorter',
  'added',
  'gone',
  'changed',
] as const;

/** A sentence of somebody who is about to make a change of a family, or worries about it. */
export type Phrase = { direction: (typeof DIRECTIONS)[number]; text: string };

/** Changes that people talk about in the same way. */
export type Family = {
  name: string;
  /** An incident belongs to the family if its text has at least one term of each list. Terms are as `termsIn` says. */
  when: readonly (readonly string[])[];
  phrases: readonly Phrase[];
};

const HEAD = /^([a-z0-9-]+): (\S.*)$/;
const PHRASE = /^ {2}([a-z]+): (\S.*)$/;

const isDirection = (text: string): text is Phrase['direction'] => DIRECTIONS.some((one) => one === text);

/**
 * Reads a phrase book: `name: term, term & term, …` begins a family, and each of the indented lines `direction: phrase`
 * below it is a phrase. Empty lines and lines with `#` in front are skipped. Throws an error that names the line.
 */
export function parsePhrases(text: string): Family[] {
  const families: (Family & { phrases: Phrase[] })[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const wrong = (why: string) => new Error(`The phrase book is wrong in line ${at + 1} (${why}): ${line}`);
    const [, direction = '', phrase = ''] = PHRASE.exec(line) ?? [];
    const [, name, terms = ''] = HEAD.exec(line) ?? [];
    if (name !== undefined) {
      const when = terms.split(' & ').map((list) => list.split(', ').map((term) => piecesOfText(term).join(' ')));
      if (when.flat().includes('')) throw wrong('a term has no words');
      families.push({ name, when, phrases: [] });
    } else if (phrase === '') throw wrong('neither a family nor a phrase');
    else if (!isDirection(direction)) throw wrong(`no such direction; known are ${DIRECTIONS.join(', ')}`);
    else if (families.length === 0) throw wrong('a phrase before the first family');
    else families.at(-1)?.phrases.push({ direction, text: phrase });
  }
  return families;
}
