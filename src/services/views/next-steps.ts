import { cloudOfType } from '../../clouds/clouds.ts';
import type { Finding } from '../../engine/model/analysis.ts';
import { codeFor, revertOf, type Revert } from '../../engine/report/summary/ways.ts';
import { getRepository } from '../../store/queries/repositories.ts';
import { scoped, seesRepository, type OrgScope } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';
import { repositoryUrl } from '../codehosts/address.ts';
import type { WithApps } from '../codehosts/port.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { sourceLine } from './source-line.ts';

/** The location of a resource's code, in the repository that owns its state. */
export type CodeLocation = {
  repo_id: string;
  repo_full_name: string;
  /** Directory of the root module. */
  path: string;
  /** The file that declares the resource, if known: in the root module or in a module that it calls. */
  file: string | null;
  line: number | null;
  /** The address of that line on the code host, or of the directory. */
  url: string | null;
};

/** The possible next steps for a finding. */
export type NextSteps = {
  revert: Revert | null;
  /** Code that matches the live resource. */
  accept: string | null;
  console_url: string | null;
  code: CodeLocation | null;
};

/** A finding with its next steps. */
export type FindingDetails = { analysis_id: string; finding: Finding; next_steps: NextSteps };

async function codeLocation(
  { store, apps }: Pick<Base & WithApps, 'store' | 'apps'>,
  scope: OrgScope,
  { state_key: stateKey, resource }: Finding,
): Promise<CodeLocation | null> {
  const tenant = scoped(store.db, scope);
  const belongs = (await mappingOf(tenant)).of(stateKey);
  if (!belongs || !seesRepository(scope, belongs.repo_id)) return null;
  const repository = await getRepository(tenant, belongs.repo_id);
  if (!repository) return null;
  const web = repositoryUrl(repository, apps.get(repository.codehost)?.webUrl);
  // A restricted scope hides stored files altogether, but the caller may see this repository.
  const at = await sourceLine(scoped(store.db, { org_id: scope.org_id }), belongs, resource);
  const below = at?.file ?? (belongs.path === '.' ? '' : belongs.path);
  const branch = repository.default_branch ?? 'HEAD';
  const place = [at ? 'blob' : 'tree', branch, ...(below === '' ? [] : [below])].join('/');
  const path = place.split('/').map(encodeURIComponent).join('/');
  return {
    repo_id: repository.id,
    repo_full_name: repository.full_name,
    path: belongs.path,
    file: at?.file ?? null,
    line: at?.line ?? null,
    url: web === null ? null : `${web}/${path}${at ? `#L${at.line}` : ''}`,
  };
}

/** The next steps for a finding, as far as they are known. */
export async function nextSteps(
  ctx: Pick<Base & WithApps, 'store' | 'apps'>,
  scope: OrgScope,
  finding: Finding,
): Promise<NextSteps> {
  const { type, kind, cloud_id: id, region } = finding;
  const code = await codeLocation(ctx, scope, finding);
  // The console does not show deleted resources.
  const shown = kind === 'deleted' || id === undefined ? undefined : { type, id, region };
  return {
    revert: revertOf(finding, code?.path),
    accept: codeFor(finding),
    console_url: (shown && cloudOfType(type)?.consoleUrl(shown)) ?? null,
    code,
  };
}
