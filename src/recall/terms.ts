/** The longest term, in words. */
const MAX_WORDS = 5;

/** The words of a text in lower case; what is no letter or digit separates them, but for `*`. */
export function piecesOfText(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9*]+/g) ?? [];
}

/** A word or term, and its singular if it looks like a plural. */
function formsOf(term: string): string[] {
  if (!term.endsWith('s')) return [term];
  return term.endsWith('es') ? [term, term.slice(0, -1), term.slice(0, -2)] : [term, term.slice(0, -1)];
}

/** Terms of one to five words, each with blanks between its words. */
export type Terms<T> = { of: ReadonlyMap<string, T>; firstWords: ReadonlySet<string> };

/** Makes terms findable. */
export function termsFrom<T>(of: ReadonlyMap<string, T>): Terms<T> {
  return { of, firstWords: new Set([...of.keys()].map((term) => term.split(' ')[0]!)) };
}

/**
 * The values of the terms that a text has, also where their last word is a plural there. Takes time in proportion to the
 * text.
 */
export function termsIn<T>({ of, firstWords }: Terms<T>, text: string): T[] {
  const words = piecesOfText(text);
  const found: T[] = [];
  for (const [from, first] of words.entries()) {
    if (!formsOf(first).some((form) => firstWords.has(form))) continue;
    let term = '';
    for (const word of words.slice(from, from + MAX_WORDS)) {
      term = term === '' ? word : `${term} ${word}`;
      for (const form of formsOf(term)) {
        const one = of.get(form);
        if (one !== undefined) found.push(one);
      }
    }
  }
  return found;
}
