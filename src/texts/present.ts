/** The texts that are there, without the empty ones and those whose condition is false. */
export const present = (...texts: readonly (string | false | null | undefined)[]): string[] =>
  texts.filter((text) => typeof text === 'string' && text !== '') as string[];
