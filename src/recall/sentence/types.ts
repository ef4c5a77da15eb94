import type { Phrase, Subject } from './phrase.ts';

/** The resource types that have phrases of their own. */
export const SUBJECTS: readonly Subject[] = [];

const BY_TYPE: ReadonlyMap<string, Subject> = new Map(SUBJECTS.map((subject) => [subject.type, subject]));

/** What is known of a type; undefined for one without phrases of its own. */
export const subjectOf = (type: string): Subject | undefined => BY_TYPE.get(type);

/** The phrase about an attribute of this name. */
export function phraseFor(subject: Subject | undefined, name: string): Phrase | undefined {
  return subject?.phrases.find(({ at }) => at.includes(name));
}
