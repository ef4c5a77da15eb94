import { randomInt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export type Account = { id: number; login: string; type: 'Organization' | 'User' };

export type Repository = {
  id: number;
  account: Account;
  name: string;
  private: boolean;
  archived: boolean;
  default_branch: string;
  created_at: string;
  updated_at: string;
};

export type Permissions = Record<string, 'read' | 'write'>;

export type Installation = {
  id: number;
  account: Account;
  permissions: Permissions;
  created_at: string;
  updated_at: string;
  suspended_at: string | null;
  deleted: boolean;
  /** All repositories of the account, including later ones; or the numbers of the selected repositories. */
  repositories: 'all' | Set<number>;
};

export type AppRegistration = {
  id: number;
  slug: string;
  name: string;
  privateKey: string;
  publicKey: KeyObject;
  webhookSecret: string;
  permissions: Permissions;
  events: string[];
  /** The OAuth client id, for sign-ins. */
  clientId: string;
  clientSecret: string;
  /** The allowed callback addresses of sign-ins. */
  callbackUrls: string[];
};

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

/**
 * The emulator's own state: accounts, the App and its installations. `emulate` stores files, pull requests and the
 * like.
 */
export type World = {
  /** The URL of the front for clients. */
  url: string;
  now: () => Date;
  app: AppRegistration;
  accounts: Account[];
  repositories: Repository[];
  installations: Installation[];
  /** The roles of people in all repositories, by login. People who are not listed may write. */
  roles: Map<string, Role>;
  /** Memberships and ownerships, by the organization's number and the login. */
  members: Map<string, 'admin' | 'member'>;
  /** The numbers of repositories that a person may read without being an owner, by login. */
  readers: Map<string, Set<number>>;
  /** Repositories by their former names, in lower case. */
  formerNames: Map<string, Repository>;
  nextNumber: () => number;
};

/** A time in GitHub's format, to the second. */
export const seconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
export const fullName = ({ account, name }: Repository): string => `${account.login}/${name}`;

/** Encodes the name of a branch for a path. */
export const inPath = (branch: string): string => branch.split('/').map(encodeURIComponent).join('/');

export function newWorld(given: Pick<World, 'url' | 'now' | 'app'>): World {
  // A random range of numbers, so that several worlds can use one database.
  let number = randomInt(1, 2_000_000) * 1000;
  return {
    ...given,
    accounts: [],
    repositories: [],
    installations: [],
    roles: new Map(),
    members: new Map(),
    readers: new Map(),
    formerNames: new Map(),
    nextNumber: () => (number += 1),
  };
}

export function accountOf(world: World, login: string): Account {
  const found = world.accounts.find((one) => one.login.toLowerCase() === login.toLowerCase());
  if (!found) throw new Error(`no account is called ${login}`);
  return found;
}

/** Finds a repository by its current name. */
export function findRepository(world: World, name: string): Repository | undefined {
  return world.repositories.find((one) => fullName(one).toLowerCase() === name.toLowerCase());
}

export function repositoryOf(world: World, name: string): Repository {
  const found = findRepository(world, name);
  if (!found) throw new Error(`no repository is called ${name}`);
  return found;
}

/** The installation of the App on an account, even if it is suspended. */
export function installationOf(world: World, account: Account): Installation | undefined {
  return world.installations.find((one) => one.account === account && !one.deleted);
}

export function sees(installation: Installation, repository: Repository): boolean {
  if (installation.deleted || repository.account !== installation.account) return false;
  return installation.repositories === 'all' || installation.repositories.has(repository.id);
}

export const seenBy = (world: World, installation: Installation): Repository[] =>
  world.repositories.filter((one) => sees(installation, one));
