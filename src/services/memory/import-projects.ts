import { AppError } from '../../base/errors.ts';
import { ownRepositories } from '../../store/queries/incident-transfer.ts';
import { scoped, type OrgScope } from '../../store/scope.ts';
import type { Ctx } from '../base/context.ts';
import type { ImportedIncident } from './import-line.ts';
import { fetchProject } from './project.ts';

/** The repository of a line (null: the whole organization), or the problem with its project. */
export type IncidentRepository = { repo_id: string | null } | { problem: string };

const distinct = (texts: readonly (string | null | undefined)[]) => [...new Set(texts.filter((text) => text != null))];

/**
 * Resolves the repository of each line: by its `project`, else by its `repo_id` if the organization has it, else by its
 * name. If the repository is unknown, the incident belongs to the organization.
 */
export async function locate(
  ctx: Ctx,
  scope: OrgScope,
  lines: readonly ImportedIncident[],
): Promise<(incident: ImportedIncident) => IncidentRepository> {
  const references = {
    ids: distinct(lines.map(({ repo_id }) => repo_id)),
    names: distinct(lines.map(({ repo_full_name }) => repo_full_name)),
  };
  const own = await ownRepositories(scoped(ctx.store.db, scope), references);
  const ids = new Set(own.map(({ id }) => id));
  const byName = new Map(own.map(({ id, name }) => [name, id]));
  const projects = new Map<string, IncidentRepository>();
  for (const project of distinct(lines.map((incident) => incident.project)))
    projects.set(project, await resolveProject(ctx, scope, project));
  return ({ project, repo_id: repoId, repo_full_name: name }) => {
    const named = project === undefined ? undefined : projects.get(project);
    if (named) return named;
    if (repoId != null && ids.has(repoId)) return { repo_id: repoId };
    return { repo_id: byName.get(name?.toLowerCase() ?? '') ?? null };
  };
}

async function resolveProject(ctx: Ctx, scope: OrgScope, project: string): Promise<IncidentRepository> {
  try {
    const { repo_id } = await fetchProject(ctx, { project, ...scope });
    return { repo_id: repo_id ?? null };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { problem: `/project ${error.message}` };
    throw error;
  }
}
