/**
 * Matches random-looking words: eight or more hex digits of which at least three are numerals, or at least six
 * numerals.
 */
const RANDOM = /^(?:(?=(?:[a-f]*[0-9]){3})[0-9a-f]{8,}|[0-9]{6,})$/;

/** True if a word in lower case looks like a random id, which has no meaning and identifies one object. */
export function looksRandom(word: string): boolean {
  return RANDOM.test(word);
}

const MARKS = /[\u0300-\u036f]/g;

/**
 * Splits a text into words in lower case, without accents. Characters are decomposed one by one: decomposing the whole
 * text takes quadratic time for piled-up marks, and gives the same result, since no mark moves past a letter.
 */
export function wordsOf(text: string): string[] {
  const plain = text.replace(/[^\0-\x7f]/gu, (character) => character.normalize('NFD').replace(MARKS, ''));
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

const MAX_PIECE_LENGTH = 24;

/**
 * The rows of a word's pieces: the longest matching piece, then the next from its end. A character without a piece is
 * skipped.
 */
export function piecesOf(pieces: ReadonlyMap<string, number>, word: string): number[] {
  const rows: number[] = [];
  if (looksRandom(word)) return rows;
  for (let from = 0; from < word.length;) {
    let to = Math.min(word.length, from + MAX_PIECE_LENGTH);
    let row: number | undefined;
    for (; to > from; to -= 1) {
      row = pieces.get((from > 0 ? '##' : '') + word.slice(from, to));
      if (row !== undefined) break;
    }
    if (row !== undefined) rows.push(row);
    from = row === undefined ? from + 1 : to;
  }
  return rows;
}

/** True if a text can be similar to another one: it has a letter or digit of any script. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
