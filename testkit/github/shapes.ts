import {
  fullName,
  seconds,
  type Account,
  type AppRegistration,
  type Installation,
  type Repository,
  type World,
} from './state.ts';

/** Objects in the format of GitHub's API and webhooks, with the fields that Plumbline or tests read. */

export const accountJson = (account: Account) => ({
  login: account.login,
  id: account.id,
  type: account.type,
  site_admin: false,
});

export const personJson = (login: string) => ({
  login,
  id: Buffer.from(login).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7),
  type: login.endsWith('[bot]') ? 'Bot' : 'User',
  site_admin: false,
});

export function repositoryJson(world: World, repository: Repository) {
  const full = fullName(repository);
  return {
    id: repository.id,
    node_id: `R_${repository.id}`,
    name: repository.name,
    full_name: full,
    private: repository.private,
    visibility: repository.private ? 'private' : 'public',
    owner: accountJson(repository.account),
    html_url: `${world.url}/${full}`,
    url: `${world.url}/repos/${full}`,
    fork: false,
    archived: repository.archived,
    disabled: false,
    default_branch: repository.default_branch,
    created_at: repository.created_at,
    updated_at: repository.updated_at,
    pushed_at: repository.updated_at,
  };
}

/** A repository in the lists of installation webhooks. */
export const listedJson = (repository: Repository) => ({
  id: repository.id,
  node_id: `R_${repository.id}`,
  name: repository.name,
  full_name: fullName(repository),
  private: repository.private,
});

export function installationJson(world: World, installation: Installation) {
  return {
    id: installation.id,
    account: accountJson(installation.account),
    repository_selection: installation.repositories === 'all' ? 'all' : 'selected',
    access_tokens_url: `${world.url}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${world.url}/installation/repositories`,
    app_id: world.app.id,
    app_slug: world.app.slug,
    target_id: installation.account.id,
    target_type: installation.account.type,
    permissions: installation.permissions,
    events: world.app.events,
    created_at: installation.created_at,
    updated_at: installation.updated_at,
    suspended_at: installation.suspended_at,
    suspended_by: installation.suspended_at === null ? null : personJson('ada'),
    single_file_name: null,
  };
}

export function appJson(app: AppRegistration, world: World) {
  return {
    id: app.id,
    slug: app.slug,
    name: app.name,
    owner: accountJson(world.accounts[0]!),
    html_url: `${world.url}/apps/${app.slug}`,
    permissions: app.permissions,
    events: app.events,
    installations_count: world.installations.filter(({ deleted }) => !deleted).length,
    created_at: seconds(new Date(0)),
    updated_at: seconds(new Date(0)),
  };
}
