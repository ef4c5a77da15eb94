/** A word that looks like a random id: eight or more hex digits with three numerals among them, or six numerals. */
const RANDOM = /^(?:(?=(?:[a-f]*[0-9]){3})[0-9a-f]{8,}|[0-9]{6,})$/;

/** Whether a word (in lower case) looks like a random id, which means nothing and identifies one thing. */
export function looksRandom(word: string): boolean {
  return RANDOM.test(word);
}

const MARKS = /[\u0300-\u036f]/g;

/**
 * The words of a text in lower case, without accents. Characters are decomposed one by one: all at once takes quadratic
 * time where marks pile up, and comes to the same, since no mark ever moves past a letter.
 */
export function wordsOf(text: string): string[] {
  const plain = text.replace(/[^\0-\x7f]/gu, (character) => character.normalize('NFD').replace(MARKS, ''));
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

const MAX_PIECE_LENGTH = 24;

/** The rows of a word's pieces: the longest that fits, then on from there; a character that begins none is left out. */
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

/** Whether a text has anything that could be like anything: a letter or digit of any script. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
