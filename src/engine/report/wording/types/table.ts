import type { Phrase, Subject } from './phrase.ts';
import { ACCOUNT } from './account.ts';
import { ANY } from './any.ts';
import { APPLICATIONS } from './applications.ts';
import { COMPUTE } from './compute.ts';
import { DATA } from './data.ts';
import { IDENTITY } from './identity.ts';
import { LAKE } from './lake.ts';
import { NETWORK } from './network.ts';
import { OPERATIONS } from './operations.ts';
import { SCALING } from './scaling.ts';
import { STORAGE } from './storage.ts';
import { unitOf } from '../words.ts';

/** The resource types that have phrases of their own. */
export const SUBJECTS: readonly Subject[] = [
  ...NETWORK,
  ...IDENTITY,
  ...ACCOUNT,
  ...STORAGE,
  ...DATA,
  ...LAKE,
  ...COMPUTE,
  ...SCALING,
  ...OPERATIONS,
  ...APPLICATIONS,
];

/** All phrases there are. */
export const phrases = (): Phrase[] => [...new Set([...SUBJECTS.flatMap(({ phrases: own }) => own), ...ANY])];

const BY_TYPE: ReadonlyMap<string, Subject> = new Map(SUBJECTS.map((subject) => [subject.type, subject]));

/** What an attribute of a type is counted in, as far as that is known. */
export function unitFor(type: string, name: string): string | undefined {
  const phrase = phraseFor(subjectOf(type), name);
  return (phrase?.kind === 'amount' ? phrase.unit : undefined) ?? unitOf(name);
}

/** What is known of a type; undefined for one without phrases of its own. */
export const subjectOf = (type: string): Subject | undefined => BY_TYPE.get(type);

/** The phrase about an attribute of this name: the type's own, else what is said of such attributes of any type. */
export function phraseFor(subject: Subject | undefined, name: string): Phrase | undefined {
  const isAbout = ({ at }: Phrase) => at.includes(name);
  return subject?.phrases.find(isAbout) ?? ANY.find(isAbout);
}
