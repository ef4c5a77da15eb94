import { AppError } from '../../base/errors.ts';
import { ownRepositories } from '../../store/queries/incident-transfer.ts';
import type { OrgScope } from '../../store/scope.ts';
import type { Ctx } from '../base/context.ts';
import type { ImportedIncident } from './import-line.ts';
import { fetchProject } from './project.ts';

/** The repository that a line is about, null for the whole organization; or what is wrong with its project. */
export type Whereabouts = { repo_id: string | null } | { problem: string };

const distinct = (texts: readonly (string | null | undefined)[]) => [...new Set(texts.filter((text) => text != null))];

/**
 * Tells for each line which repository of this organization it is about: that of its `project`; else that of its `repo_id`,
 * where it comes from here; else the one that is called like it. One that there is not here leaves it with the organization.
 */
export async function locate(
  ctx: Ctx,
  scope: OrgScope,
  lines: readonly ImportedIncident[],
): Promise<(incident: ImportedIncident) => Whereabouts> {
  const wanted = {
    ids: distinct(lines.map(({ repo_id }) => repo_id)),
    names: distinct(lines.map(({ repo_full_name }) => repo_full_name)),
  };
  const own = await ownRepositories(ctx.store.db, scope, wanted);
  const ids = new Set(own.map(({ id }) => id));
  const byName = new Map(own.map(({ id, name }) => [name, id]));
  const projects = new Map<string, Whereabouts>();
  for (const project of distinct(lines.map((incident) => incident.project)))
    projects.set(project, await whereIs(ctx, scope, project));
  return ({ project, repo_id: repoId, repo_full_name: name }) => {
    const named = project === undefined ? undefined : projects.get(project);
    if (named) return named;
    if (repoId != null && ids.has(repoId)) return { repo_id: repoId };
    return { repo_id: byName.get(name?.toLowerCase() ?? '') ?? null };
  };
}

async function whereIs(ctx: Ctx, scope: OrgScope, project: string): Promise<Whereabouts> {
  try {
    const { repo_id } = await fetchProject(ctx, { project, ...scope });
    return { repo_id: repo_id ?? null };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { problem: `/project ${error.message}` };
    throw error;
  }
}
