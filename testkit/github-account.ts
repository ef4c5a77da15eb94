/** A delivery of GitHub with its time. */
export type Made = { event: string; sent_at: Date; payload: Record<string, unknown> };

type Repository = { id: number; name: string; private: boolean; archived: boolean; updated: number; selected: boolean };

const START = Date.UTC(2026, 0, 1);

/**
 * A GitHub account with an installation of the App, and the events of its changes, with GitHub's timestamps: that of an
 * installation does not change when repositories are added to it, nor that of a repository when it is deleted.
 */
export function githubAccount({ id, login }: { id: number; login: string }) {
  const made: Made[] = [];
  const repositories: Repository[] = [];
  const account = { id, login };
  let minute = 0;
  let created = 0;
  let installation = { id: id * 1000, updated: START, alive: false, suspended: false };

  const at = (time: number) => new Date(time).toISOString();
  const now = () => START + minute * 60_000;
  const listed = (repository: Repository) => ({
    id: repository.id,
    name: repository.name,
    full_name: `${account.login}/${repository.name}`,
    private: repository.private,
  });
  function emit(event: string, payload: Record<string, unknown>): void {
    minute++;
    made.push({ event, sent_at: new Date(now()), payload: structuredClone(payload) });
  }
  function emitInstallation(action: string, more: Record<string, unknown> = {}, event = 'installation'): void {
    const { id, updated } = installation;
    emit(event, { action, installation: { id, account: { ...account }, updated_at: at(updated) }, ...more });
  }
  function emitRepository(action: string, repository: Repository): void {
    if (!repository.selected || !installation.alive) return;
    const facts = { archived: repository.archived, default_branch: 'main', updated_at: at(repository.updated) };
    const owner = { ...account };
    emit('repository', {
      action,
      repository: { ...listed(repository), ...facts, owner },
      installation: { id: installation.id },
    });
  }
  function change(repository: Repository, action: string, changes: Partial<Repository>): void {
    Object.assign(repository, changes, { updated: now() + 1000 });
    emitRepository(action, repository);
  }

  return {
    account,
    made,
    repositories,
    get installation() {
      return installation;
    },
    install(): void {
      if (installation.alive) return;
      installation = { id: installation.id + 1, updated: now() + 1000, alive: true, suspended: false };
      emitInstallation('created', { repositories: repositories.filter((one) => one.selected).map(listed) });
    },
    uninstall(): void {
      if (!installation.alive) return;
      installation.alive = false;
      emitInstallation('deleted', { repositories: repositories.map(listed) });
    },
    suspend(): void {
      installation.suspended = true;
      if (installation.alive) emitInstallation('suspend');
    },
    unsuspend(): void {
      installation.suspended = false;
      if (installation.alive) emitInstallation('unsuspend');
    },
    renameAccount(login: string): void {
      account.login = login;
      const target = { account: { ...account }, target_type: 'Organization', installation: { id: installation.id } };
      if (installation.alive) emit('installation_target', { action: 'renamed', ...target });
    },
    /** The current response of GitHub's API; without an installation it is undefined. */
    look() {
      minute++;
      const asked_at = new Date(now());
      const { id, updated, alive, suspended } = installation;
      const facts = { id, account: { ...account }, updated_at: at(updated), permissions: {}, events: [] };
      const seen = repositories.filter((one) => one.selected);
      return {
        asked_at,
        installation: alive ? { ...facts, suspended_at: suspended ? at(updated) : null } : undefined,
        repositories: suspended
          ? undefined
          : seen.map((one) => ({
              id: one.id,
              full_name: `${account.login}/${one.name}`,
              private: one.private,
              archived: one.archived,
              default_branch: 'main',
              updated_at: at(one.updated),
              owner: { ...account },
            })),
      };
    },
    create(name: string): void {
      const repository = {
        id: id * 100 + created++,
        name,
        private: true,
        archived: false,
        updated: now(),
        selected: true,
      };
      repositories.push(repository);
      if (installation.alive)
        emitInstallation(
          'added',
          { repositories_added: [listed(repository)], repositories_removed: [] },
          'installation_repositories',
        );
    },
    select(repository: Repository, selected: boolean): void {
      if (repository.selected === selected) return;
      repository.selected = selected;
      if (!installation.alive) return;
      const lists = {
        repositories_added: selected ? [listed(repository)] : [],
        repositories_removed: selected ? [] : [listed(repository)],
      };
      emitInstallation(selected ? 'added' : 'removed', lists, 'installation_repositories');
    },
    rename: (repository: Repository, name: string) => change(repository, 'renamed', { name }),
    archive: (repository: Repository, archived: boolean) =>
      change(repository, archived ? 'archived' : 'unarchived', { archived }),
    setPrivate: (repository: Repository, value: boolean) =>
      change(repository, value ? 'privatized' : 'publicized', { private: value }),
    remove(repository: Repository): void {
      emitRepository('deleted', repository);
      repositories.splice(repositories.indexOf(repository), 1);
    },
  };
}
