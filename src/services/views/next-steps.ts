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

/** The code of a resource, in the repository that its state belongs to. */
export type CodeLocation = {
  repo_id: string;
  repo_full_name: string;
  /** Directory of the root module. */
  path: string;
  /** Where the resource is declared, if that is known: in the root module or in one that it calls. */
  file: string | null;
  line: number | null;
  /** That line on the code host, or else the directory. */
  url: string | null;
};

/** What can be done about a finding. */
export type NextSteps = {
  revert: Revert | null;
  /** What makes the code say what the cloud has. */
  accept: string | null;
  console_url: string | null;
  code: CodeLocation | null;
};

/** A finding with what can be done about it. */
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
  // What was read of a repository is shown to nobody as such; the caller may see this one.
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

/** What can be done about a finding, as far as that is known. */
export async function nextSteps(
  ctx: Pick<Base & WithApps, 'store' | 'apps'>,
  scope: OrgScope,
  finding: Finding,
): Promise<NextSteps> {
  const { type, kind, cloud_id: id, region } = finding;
  const code = await codeLocation(ctx, scope, finding);
  // What was deleted is not in the console any more.
  const shown = kind === 'deleted' || id === undefined ? undefined : { type, id, region };
  return {
    revert: revertOf(finding, code?.path),
    accept: codeFor(finding),
    console_url: (shown && cloudOfType(type)?.consoleUrl(shown)) ?? null,
    code,
  };
}
