import type { Match } from '../../store/queries/incident-vectors.ts';
import { requireScope, type Ctx } from '../context.ts';
import { fetchProject } from './project.ts';

type Input = { project: string; org_id?: string; intent: string; top_k: number; min_similarity?: number };

export type Recollection = {
  matches: Match[];
  /** From the call's arrival here to its answer. */
  latency_ms: number;
};

/**
 * The incidents of a project that are most like an intent, the most similar first: those of the repository and those that
 * concern the whole organization; with an organization for a project, all of its own. Nothing is like an intent without
 * words.
 */
export async function recall(ctx: Ctx, input: Input): Promise<Recollection> {
  const started = performance.now();
  requireScope(ctx, 'read');
  const { scope, repo_id } = await fetchProject(ctx, input);
  const nearest = await ctx.models.ask(scope, input.intent, (asked) =>
    ctx.ranking.nearest(scope, { ...asked, repo_id, limit: input.top_k }),
  );
  const least = input.min_similarity ?? -1;
  return {
    matches: nearest.filter(({ similarity }) => similarity >= least),
    latency_ms: Math.round((performance.now() - started) * 100) / 100,
  };
}
