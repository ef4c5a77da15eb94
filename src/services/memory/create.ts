import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { maskName, maskText } from '../../engine/mask/mask.ts';
import { typeOfAddress } from '../../engine/state/address.ts';
import { isUniqueViolation } from '../../store/errors.ts';
import { insertIncident, type IncidentRow } from '../../store/queries/incidents.ts';
import type { WithQuotas } from '../quotas/quotas.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import type { WithEmbedder } from './services.ts';
import { presentIncident, type Incident } from './incident.ts';
import { fetchProject } from './project.ts';
import { writeVectors } from './models/vectors.ts';
import { scoped } from '../../store/scope.ts';

type Input = {
  project: string;
  org_id?: string;
  id?: string;
  resource: string;
  summary: string;
  details?: string;
  /** YYYY-MM-DD; default: today. */
  date?: string;
};

/** People paste secrets into post-mortems: texts that have the form of a secret are neither stored nor embedded. */
function masked({ resource, summary, details }: Input) {
  return {
    resource: maskName(resource),
    summary: maskText(summary),
    details: details === undefined ? null : maskText(details),
  };
}

function chosenId({ id }: Input): string {
  if (id === undefined) return newId('inc');
  refuseSecrets({ id });
  return id;
}

/**
 * Stores an incident that somebody wrote, for instance a post-mortem, so that recall finds it from now on. 409 if the
 * organization already has an incident with this id.
 */
export async function createIncident(ctx: Ctx & WithQuotas & WithEmbedder, input: Input): Promise<Incident> {
  requireScope(ctx, 'write');
  const { scope, repo_id } = await fetchProject(ctx, input);
  const texts = masked(input);
  const row = {
    ...scope,
    ...texts,
    id: chosenId(input),
    repo_id: repo_id ?? null,
    type: typeOfAddress(texts.resource) ?? null,
    date: input.date ?? new Date().toISOString().slice(0, 10),
    status: 'resolved',
    source: 'manual',
  } as const;
  const write = () =>
    audited(ctx, async (trx) => {
      const tenant = scoped(trx, scope);
      await ctx.quotas.require(tenant, 'incidents');
      const made = await insertIncident(trx, row);
      await writeVectors(tenant, ctx.embedder, [made]);
      return { result: made, event: { ...scope, action: 'incident.create', ...lineOf(made) } as const };
    });
  return presentIncident({ ...(await write().catch(refuseTaken)), next_id: null, similar: [] });
}

function refuseTaken(error: unknown): never {
  if (!isUniqueViolation(error, 'incidents_pkey')) throw error;
  throw new AppError('conflict', 'There is an incident with this id already; choose another, or let one be made.', {
    cause: error,
  });
}

/** The incident's part of an audit log entry. */
export function lineOf({ id, resource, repo_id, date }: IncidentRow) {
  return { target: { kind: 'incident', id }, detail: { resource, repo_id, date } };
}
