import { cloudOfType } from '../../clouds/clouds.ts';
import type { Finding } from '../../engine/model/analysis.ts';
import { codeFor, revertOf, type Revert } from '../../engine/report/summary/ways.ts';
import { getRepository } from '../../store/queries/repositories.ts';
import { scoped, seesRepository, type OrgScope } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';
import { repositoryUrl } from '../codehosts/address.ts';
import type { WithApps } from '../codehosts/port.ts';
import { mappingOf } from '../ownership/mapping.ts';

/** The code of a resource: its root module in the repository that its state belongs to. */
export type CodeLocation = { repo_id: string; repo_full_name: string; path: string; url: string | null };

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
  stateKey: string,
): Promise<CodeLocation | null> {
  const belongs = (await mappingOf(scoped(store.db, scope))).of(stateKey);
  if (!belongs || !seesRepository(scope, belongs.repo_id)) return null;
  const repository = await getRepository(scoped(store.db, scope), belongs.repo_id);
  if (!repository) return null;
  const web = repositoryUrl(repository, apps.get(repository.codehost)?.webUrl);
  const below = belongs.path === '.' ? [] : belongs.path.split('/');
  const place = ['tree', ...(repository.default_branch ?? 'HEAD').split('/'), ...below].map(encodeURIComponent);
  return {
    repo_id: repository.id,
    repo_full_name: repository.full_name,
    path: belongs.path,
    url: web === null ? null : [web, ...place].join('/'),
  };
}

/** What can be done about a finding, as far as that is known. */
export async function nextSteps(
  ctx: Pick<Base & WithApps, 'store' | 'apps'>,
  scope: OrgScope,
  finding: Finding,
): Promise<NextSteps> {
  const { type, kind, cloud_id: id, region, state_key: key } = finding;
  const code = await codeLocation(ctx, scope, key);
  // What was deleted is not in the console any more.
  const shown = kind === 'deleted' || id === undefined ? undefined : { type, id, region };
  return {
    revert: revertOf(finding, code?.path),
    accept: codeFor(finding),
    console_url: (shown && cloudOfType(type)?.consoleUrl(shown)) ?? null,
    code,
  };
}
