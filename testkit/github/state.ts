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
  /** Every repository of the account, those made later too; or these numbers. */
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
  /** The credentials for signing in. */
  clientId: string;
  clientSecret: string;
  /** The allowed callback addresses of sign-ins. */
  callbackUrls: string[];
};

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

/** The emulator's own state: the installations of the App. `emulate` holds files, pull requests and the like. */
export type World = {
  /** The address of the front, as clients see it. */
  url: string;
  now: () => Date;
  app: AppRegistration;
  accounts: Account[];
  repositories: Repository[];
  installations: Installation[];
  /** The roles of people in all repositories, by login; others may write. */
  roles: Map<string, Role>;
  /** Memberships and ownerships, by the organization's number and the login. */
  members: Map<string, 'admin' | 'member'>;
  /** Repositories that somebody without own ones may read, by login. */
  readers: Map<string, Set<number>>;
  /** Names that repositories had, lower case, and what is meant. */
  formerNames: Map<string, Repository>;
  nextNumber: () => number;
};

/** As GitHub writes times: to the second. */
export const seconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
export const fullName = ({ account, name }: Repository): string => `${account.login}/${name}`;

/** The name of a branch in a path. */
export const inPath = (branch: string): string => branch.split('/').map(encodeURIComponent).join('/');

export function newWorld(given: Pick<World, 'url' | 'now' | 'app'>): World {
  // Another range for each world, so that several may speak to one database.
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

/** By its name now. */
export function findRepository(world: World, name: string): Repository | undefined {
  return world.repositories.find((one) => fullName(one).toLowerCase() === name.toLowerCase());
}

export function repositoryOf(world: World, name: string): Repository {
  const found = findRepository(world, name);
  if (!found) throw new Error(`no repository is called ${name}`);
  return found;
}

/** The installation of the App on an account, suspended ones too. */
export function installationOf(world: World, account: Account): Installation | undefined {
  return world.installations.find((one) => one.account === account && !one.deleted);
}

export function sees(installation: Installation, repository: Repository): boolean {
  if (installation.deleted || repository.account !== installation.account) return false;
  return installation.repositories === 'all' || installation.repositories.has(repository.id);
}

export const seenBy = (world: World, installation: Installation): Repository[] =>
  world.repositories.filter((one) => sees(installation, one));
