import { createSign } from 'node:crypto';
import { createEmulator } from 'emulate';
import { repositoryJson, accountJson } from './shapes.ts';
import { fullName, type Permissions, type Repository, type World } from './state.ts';

/** The account in `emulate` that owns all repositories, whatever their owner is here. */
const OWNER = 'emulated-owner';
const innerName = ({ id }: Repository): string => `emulated-repository-${id}`;
const ALL: Permissions = {
  metadata: 'read',
  contents: 'write',
  checks: 'write',
  pull_requests: 'write',
  issues: 'write',
  administration: 'write',
};

export type Answer = { status: number; headers: Record<string, string>; body: string };
type Call = { method: string; path: string; token: string; body?: string | undefined };

export type Backend = Awaited<ReturnType<typeof startBackend>>;

/**
 * Runs `emulate`, and sends requests to it. Its accounts and installations are fixed, so it has one account with one
 * installation; responses get the names and numbers of this world. `people` may write with `tokenOf`.
 */
export async function startBackend(world: World, people: readonly string[]) {
  const { id, slug, name, privateKey } = world.app;
  const tokens = Object.fromEntries(
    people.map((login) => [personToken(login), { login, scopes: ['repo', 'admin:org'] }]),
  );
  const installation = { installation_id: 1, account: OWNER, permissions: ALL };
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens,
      github: {
        users: people.map((login) => ({ login })),
        orgs: [{ login: OWNER, members: people.map((login) => ({ login, role: 'admin' })) }],
        apps: [{ app_id: id, slug, name, private_key: privateKey, permissions: ALL, installations: [installation] }],
      },
    },
  });
  const made = new Set<number>();
  const appTokens = new Map<string, string>();

  async function call({ method, path, token, body }: Call): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(emulator.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const link = answer.headers.get('link');
    return { status: answer.status, headers: link === null ? {} : { link }, body: await answer.text() };
  }

  /** A token of `emulate` for an installation with these permissions, which `emulate` enforces. */
  async function tokenFor(permissions: Permissions): Promise<string> {
    const key = JSON.stringify(permissions);
    const held = appTokens.get(key);
    if (held !== undefined) return held;
    const known = Object.fromEntries(Object.entries(permissions).filter(([name]) => name in ALL));
    const body = JSON.stringify({ permissions: known });
    const path = '/app/installations/1/access_tokens';
    const answer = await call({ method: 'POST', path, token: appJwt(id, privateKey), body });
    const { token } = JSON.parse(answer.body) as { token?: string };
    if (token === undefined) throw new Error(`emulate gives no token: ${answer.body}`);
    appTokens.set(key, token);
    return token;
  }

  async function ensure(repository: Repository): Promise<void> {
    if (made.has(repository.id)) return;
    made.add(repository.id);
    const body = JSON.stringify({ name: innerName(repository), private: true, auto_init: true });
    const token = personToken(people[0]!);
    const { status, body: text } = await call({ method: 'POST', path: `/orgs/${OWNER}/repos`, token, body });
    if (status !== 201) throw new Error(`emulate makes no repository: ${text}`);
  }

  function translated({ status, headers, body }: Answer, repository: Repository): Answer {
    const plain = (text: string) =>
      text
        .replaceAll(`${OWNER}/${innerName(repository)}`, fullName(repository))
        .replaceAll(`"${OWNER}:`, `"${repository.account.login}:`)
        .replaceAll(emulator.url.replace('127.0.0.1', 'localhost'), world.url)
        .replaceAll(emulator.url, world.url);
    const link: Record<string, string> = headers.link === undefined ? {} : { link: plain(headers.link) };
    if (body === '') return { status, headers: link, body };
    const value = exchange(JSON.parse(plain(body)), world, repository);
    return { status, headers: link, body: JSON.stringify(value) };
  }

  return {
    /** Sends a request on a repository. `path` is the rest of the path after its name, with the query. */
    async ask(
      repository: Repository,
      given: Omit<Call, 'token'> & { as: Permissions | { person: string } },
    ): Promise<Answer> {
      await ensure(repository);
      const { as, method, path, body } = given;
      const token =
        'person' in as && typeof as.person === 'string' && people.includes(as.person)
          ? personToken(as.person)
          : await tokenFor(as as Permissions);
      const whole = `/repos/${OWNER}/${innerName(repository)}${path}`;
      return translated(await call({ method, path: whole, token, body }), repository);
    },
    stop: () => emulator.close(),
  };
}

const personToken = (login: string): string => `token-of-${login}`;

function appJwt(id: number, privateKey: string): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss: String(id), iat: now - 30, exp: now + 300 })}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
}

/** Replaces the repositories, accounts and App of `emulate` in a response by those of this world, or adds them. */
function exchange(value: unknown, world: World, repository: Repository): unknown {
  if (Array.isArray(value)) return value.map((one) => exchange(one, world, repository));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Record<string, unknown>;
  if (object.full_name === fullName(repository)) return repositoryJson(world, repository);
  if (object.login === OWNER) return accountJson(repository.account);
  const result = Object.fromEntries(
    Object.entries(object).map(([key, one]) => [key, exchange(one, world, repository)]),
  );
  const { id, slug, name } = world.app;
  const login = (result.user as { login?: string } | null | undefined)?.login;
  // `emulate` never marks an object as created by an App.
  if ('performed_via_github_app' in result && login === `${slug}[bot]`)
    result.performed_via_github_app = { id, slug, name };
  if ('app' in result && 'head_sha' in result) result.app = { id, slug, name };
  return result;
}
