import { AppError } from '../../base/errors.ts';
import { ofOrganization, scoped, type OrgScope } from '../../store/scope.ts';
import { findProjects, type ProjectRow } from '../../store/queries/projects.ts';
import type { Ctx } from '../base/context.ts';
import { scopeWithin } from '../access/organization.ts';

/** The project of a memory: a repository, or a whole organization if `repo_id` is undefined. */
export type Project = { scope: OrgScope; repo_id: string | undefined };

const nameOf = ({ org_id, repo_id, name }: ProjectRow) =>
  repo_id === null ? `the organization ${name} (${org_id})` : `the repository ${name} (${repo_id})`;

/**
 * Finds a project by a repository's full name, name or id, or by an organization's login or id, ignoring case. The
 * operator may narrow it with `org_id`. 404 if the caller can access none, 409 with the candidates if there are
 * several.
 */
export async function fetchProject(ctx: Ctx, input: { project: string; org_id?: string }): Promise<Project> {
  const { project: text, org_id: orgId } = input;
  const within = await scopeWithin(ctx, orgId);
  const found = await findProjects(scoped(ctx.store.db, within), text);
  const [only] = found;
  if (!only)
    throw new AppError(
      'not_found',
      'No such project: give a repository’s full name, name or id, or the organization’s login.',
    );
  if (found.length > 1)
    throw new AppError(
      'conflict',
      `Several projects have this name: ${found.map(nameOf).join(', ')}. Give one of the ids.`,
    );
  return { scope: ofOrganization(within, only.org_id), repo_id: only.repo_id ?? undefined };
}

/**
 * Caches the project that a name resolved to last. Recall starts with it while the database resolves the name again. It
 * is never used unconfirmed, since the name may have moved and the caller may have lost access.
 */
export type ProjectCache = {
  last(key: string): Project | undefined;
  note(key: string, project: Project): void;
};

/** Keeps the most recently used names. */
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
