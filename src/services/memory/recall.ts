import { isDeepStrictEqual } from 'node:util';
import type { Match } from '../../store/queries/incident-vectors.ts';
import { ownOrganization, requireScope, type Ctx } from '../base/context.ts';
import { isRestricted } from '../access/scope.ts';
import type { WithMemory } from './services.ts';
import { nearestOfAll } from './models/nearest-of-all.ts';
import { fetchProject, type Project } from './project.ts';

type Input = { project: string; org_id?: string; intent: string; top_k: number; min_similarity?: number };

export type Recollection = {
  matches: Match[];
  /** Milliseconds from the start of the call to its result. */
  latency_ms: number;
};

/**
 * The incidents of a project that are most similar to an intent, the most similar first: those of the repository and
 * those of the organization as a whole; for an organization, all of its own. An intent without words has no matches.
 */
export async function recall(ctx: Ctx & WithMemory, input: Input): Promise<Recollection> {
  const { matches, latency_ms } = await recallByModel(ctx, input);
  return { matches, latency_ms };
}

/** As `recall`, with the model whose scale the similarities have; undefined if nothing was compared. */
export async function recallByModel(
  ctx: Ctx & WithMemory,
  input: Input,
): Promise<Recollection & { model: string | undefined }> {
  const started = performance.now();
  requireScope(ctx, 'read');
  const { nearest, model } = await nearestOfProject(ctx, input);
  const least = input.min_similarity ?? -1;
  return {
    matches: nearest.filter(({ similarity }) => similarity >= least),
    latency_ms: Math.round((performance.now() - started) * 100) / 100,
    model,
  };
}

type Found = { nearest: Match[]; model: string | undefined };

/** Starts with the project that the name meant last, while the database resolves the name again. */
async function nearestOfProject(ctx: Ctx & WithMemory, input: Input): Promise<Found> {
  // A restricted caller cannot use the cache: their name may have meant another project to others, and their access may
  // have changed.
  if (isRestricted(ctx.principal)) return nearestIn(ctx, await fetchProject(ctx, input), input);
  const key = JSON.stringify([ownOrganization(ctx), input.org_id, input.project]);
  const meant = ctx.projectCache.last(key);
  const asking = fetchProject(ctx, input);
  const early = meant && nearestIn(ctx, meant, input);
  // Awaited below, unless there is no such project.
  early?.catch(() => undefined);
  const project = await asking;
  if (early && isDeepStrictEqual(project, meant)) return early;
  ctx.projectCache.note(key, project);
  return nearestIn(ctx, project, input);
}

async function nearestIn(ctx: Ctx & WithMemory, { scope, repo_id }: Project, input: Input): Promise<Found> {
  let model: string | undefined;
  const { org_id } = scope;
  const nearest = await ctx.models.ask({ org_id }, input.intent, (asked) => {
    model = asked.model;
    const ask = { ...asked, repo_id, limit: input.top_k };
    return asked.isPartial ? nearestOfAll(ctx, scope, ask) : ctx.ranking.nearest(scope, ask);
  });
  return { nearest, model };
}
