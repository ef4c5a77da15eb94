import type { Project } from './project.ts';

/**
 * The project that a name resolved to last. Recall starts with it while the database resolves the name again; it is
 * never an answer by itself, since the name may have moved, and the caller may have lost access.
 */
export type ProjectCache = {
  last(key: string): Project | undefined;
  note(key: string, project: Project): void;
};

/** Keeps the most recent names. */
export function createProjectCache(maxNames = 10_000): ProjectCache {
  const projects = new Map<string, Project>();
  return {
    last: (key) => projects.get(key),
    note(key, project) {
      projects.delete(key);
      projects.set(key, project);
      if (projects.size > maxNames) projects.delete(projects.keys().next().value!);
    },
  };
}
