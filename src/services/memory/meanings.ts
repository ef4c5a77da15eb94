import type { Project } from './project.ts';

/**
 * Which project a name meant when somebody asked last: where work can begin while the database is asked what it means now.
 * Never an answer by itself: it may have changed, and the caller may have lost it.
 */
export type Meanings = {
  last(key: string): Project | undefined;
  note(key: string, project: Project): void;
};

/** Of so many names, those that were noted last. */
export function createMeanings(most = 10_000): Meanings {
  const known = new Map<string, Project>();
  return {
    last: (key) => known.get(key),
    note(key, project) {
      known.delete(key);
      known.set(key, project);
      if (known.size > most) known.delete(known.keys().next().value!);
    },
  };
}
