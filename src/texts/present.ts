/** Filters out empty texts and texts whose condition is false. */
export const present = (...texts: readonly (string | false | null | undefined)[]): string[] =>
  texts.filter((text) => typeof text === 'string' && text !== '') as string[];
