/** `1 state`, `12 states`. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** `One state`, `12 states`: where a sentence begins. */
export const oneOrMany = (count: number, one: string): string => (count === 1 ? `One ${one}` : many(count, one));

/** A word as the first of its line. */
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
