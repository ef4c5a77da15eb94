import type { Deliveries } from './deliveries.ts';
import { accountJson, installationJson, listedJson, personJson, repositoryJson } from './shapes.ts';
import {
  accountOf,
  fullName,
  installationOf,
  repositoryOf,
  sees,
  seenBy,
  seconds,
  type Account,
  type Installation,
  type Permissions,
  type Repository,
  type World,
} from './state.ts';

/**
 * Actions of account owners at GitHub, with the events that they cause. `sender` is always ada, who owns all accounts.
 */
export function createOwners(world: World, deliveries: Deliveries) {
  const sender = personJson('ada');
  const now = () => seconds(world.now());

  /** Sends an event about an installation, whatever the App subscribes to. */
  function emit(installation: Installation, event: string, payload: Record<string, unknown>): Promise<void> {
    return deliveries.emit(event, { ...payload, installation: installationJson(world, installation), sender });
  }
  function alive(login: string): Installation {
    const found = installationOf(world, accountOf(world, login));
    if (!found) throw new Error(`the App is not installed on ${login}`);
    return found;
  }
  /** Sends an event of a repository if the App subscribes to it, and never to a suspended installation. */
  const emitOf = async (repository: Repository, event: string, payload: Record<string, unknown>): Promise<void> => {
    const installation = installationOf(world, repository.account);
    const subscribed = world.app.events.includes(event);
    if (!installation || installation.suspended_at !== null || !subscribed || !sees(installation, repository)) return;
    const around = { repository: repositoryJson(world, repository), organization: accountJson(repository.account) };
    await deliveries.emit(event, { sender, ...payload, ...around, installation: { id: installation.id } });
  };
  async function change(name: string, action: string, act: (repository: Repository) => Record<string, unknown>) {
    const repository = repositoryOf(world, name);
    const changes = act(repository);
    repository.updated_at = now();
    await emitOf(repository, 'repository', { action, changes });
  }
  const both = (added: Repository[], removed: Repository[], selection: string) => ({
    repository_selection: selection,
    repositories_added: added.map(listedJson),
    repositories_removed: removed.map(listedJson),
  });
  const selectionOf = ({ repositories }: Installation) => (repositories === 'all' ? 'all' : 'selected');

  return {
    /** For actions in repositories. */
    emitOf,
    account(login: string, type: Account['type'] = 'Organization'): Account {
      const account = { id: world.nextNumber(), login, type };
      world.accounts.push(account);
      return account;
    },
    /** Creates a repository of an account: `acme/infra`. It is private and has a README. */
    async createRepository(name: string): Promise<Repository> {
      const [login = '', own = ''] = name.split('/');
      const account = accountOf(world, login);
      const times = { created_at: now(), updated_at: now() };
      const facts = { private: true, archived: false, default_branch: 'main', ...times };
      const repository = { id: world.nextNumber(), account, name: own, ...facts };
      world.repositories.push(repository);
      const installation = installationOf(world, account);
      if (installation?.repositories === 'all')
        await emit(installation, 'installation_repositories', { action: 'added', ...both([repository], [], 'all') });
      return repository;
    },
    /** Installs the App on an account: for all its repositories, or only for some. */
    async install(login: string, only?: readonly string[]): Promise<Installation> {
      const account = accountOf(world, login);
      if (installationOf(world, account)) throw new Error(`the App is installed on ${login} already`);
      const installation: Installation = {
        id: world.nextNumber(),
        account,
        permissions: { ...world.app.permissions },
        created_at: now(),
        updated_at: now(),
        suspended_at: null,
        deleted: false,
        repositories: only ? new Set(only.map((name) => repositoryOf(world, name).id)) : 'all',
      };
      world.installations.push(installation);
      const repositories = seenBy(world, installation).map(listedJson);
      await emit(installation, 'installation', { action: 'created', repositories });
      return installation;
    },
    async uninstall(login: string): Promise<void> {
      const installation = alive(login);
      const repositories = seenBy(world, installation).map(listedJson);
      installation.deleted = true;
      await emit(installation, 'installation', { action: 'deleted', repositories });
    },
    async suspend(login: string, suspended = true): Promise<void> {
      const installation = alive(login);
      installation.suspended_at = suspended ? now() : null;
      installation.updated_at = now();
      await emit(installation, 'installation', { action: suspended ? 'suspend' : 'unsuspend' });
    },
    /** The owner accepts changed permissions; null removes a permission. */
    async permit(login: string, permissions: Record<string, Permissions[string] | null>): Promise<void> {
      const installation = alive(login);
      const next = Object.entries({ ...installation.permissions, ...permissions }).filter(
        ([, level]) => level !== null,
      );
      installation.permissions = Object.fromEntries(next) as Permissions;
      installation.updated_at = now();
      await emit(installation, 'installation', { action: 'new_permissions_accepted' });
    },
    /** Adds a repository to the installation, or removes it. */
    async select(name: string, selected: boolean): Promise<void> {
      const repository = repositoryOf(world, name);
      const installation = alive(repository.account.login);
      if (sees(installation, repository) === selected) return;
      const chosen = new Set(seenBy(world, installation).map(({ id }) => id));
      if (selected) chosen.add(repository.id);
      else chosen.delete(repository.id);
      installation.repositories = chosen;
      const lists = selected ? both([repository], [], 'selected') : both([], [repository], 'selected');
      await emit(installation, 'installation_repositories', { action: selected ? 'added' : 'removed', ...lists });
    },
    async renameAccount(login: string, next: string): Promise<void> {
      const account = accountOf(world, login);
      const { login: from } = account;
      for (const one of world.repositories)
        if (one.account === account) world.formerNames.set(fullName(one).toLowerCase(), one);
      account.login = next;
      const installation = installationOf(world, account);
      if (!installation) return;
      const organization = accountJson(account);
      if (account.type === 'Organization' && world.app.events.includes('organization'))
        await deliveries.emit('organization', {
          action: 'renamed',
          changes: { login: { from } },
          organization,
          sender,
          installation: { id: installation.id },
        });
      const target = { account: organization, changes: { login: { from } }, target_type: account.type };
      await emit(installation, 'installation_target', { action: 'renamed', ...target });
    },
    async renameRepository(name: string, next: string): Promise<void> {
      await change(name, 'renamed', (repository) => {
        const from = repository.name;
        world.formerNames.set(fullName(repository).toLowerCase(), repository);
        repository.name = next;
        return { repository: { name: { from } } };
      });
    },
    archive: (name: string, archived = true) =>
      change(name, archived ? 'archived' : 'unarchived', (one) => ((one.archived = archived), {})),
    setPrivate: (name: string, value: boolean) =>
      change(name, value ? 'privatized' : 'publicized', (one) => ((one.private = value), {})),
    async removeRepository(name: string): Promise<void> {
      const repository = repositoryOf(world, name);
      await emitOf(repository, 'repository', { action: 'deleted' });
      world.repositories.splice(world.repositories.indexOf(repository), 1);
    },
    /** Transfers a repository to another account. Each installation gets an event if it can access the repository. */
    async transfer(name: string, to: string): Promise<void> {
      const repository = repositoryOf(world, name);
      const before = installationOf(world, repository.account);
      const was = before && sees(before, repository) ? before : undefined;
      const { login, id, type } = repository.account;
      world.formerNames.set(fullName(repository).toLowerCase(), repository);
      repository.account = accountOf(world, to);
      repository.updated_at = now();
      if (was)
        await emit(was, 'installation_repositories', {
          action: 'removed',
          ...both([], [repository], selectionOf(was)),
        });
      const after = installationOf(world, repository.account);
      if (after && sees(after, repository))
        await emit(after, 'installation_repositories', {
          action: 'added',
          ...both([repository], [], selectionOf(after)),
        });
      await emitOf(repository, 'repository', {
        action: 'transferred',
        changes: { owner: { from: { organization: { login, id, type } } } },
      });
    },
  };
}
