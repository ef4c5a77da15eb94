import { CATALOGS } from '../src/clouds/clouds.ts';
import type { TypeEntry } from '../src/clouds/contract/entry.ts';
import type { Phrase } from '../src/clouds/contract/phrases.ts';
import { ANY } from '../src/engine/report/wording/phrases.ts';

/** All entries of the catalogs, each with its type. */
export const ENTRIES: readonly (TypeEntry & { type: string })[] = CATALOGS.flatMap((catalog) =>
  Object.entries(catalog).map(([type, entry]) => ({ type, ...entry })),
);

/** The resource types with their nouns and phrases. */
export const SUBJECTS = ENTRIES.flatMap(({ noun, phrases = [], ...entry }) =>
  noun === undefined ? [] : [{ noun, phrases, ...entry }],
);

/** All distinct phrases. */
export const phrases = (): Phrase[] => [...new Set([...SUBJECTS.flatMap(({ phrases: own }) => own), ...ANY])];
