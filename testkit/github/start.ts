import { createAppApi } from './app-api.ts';
import { startBackend } from './backend.ts';
import { createDeliveries } from './deliveries.ts';
import { createOwnEvents } from './own-events.ts';
import { createLooks } from './looks.ts';
import { newApp } from './manifests.ts';
import { createOwners } from './owners.ts';
import { createPeople } from './people.ts';
import { Refusal } from './refusal.ts';
import { createRepositoryApi, type Pull } from './repository-api.ts';
import { serve, type ApiRequest, type Reply } from './serve.ts';
import { createSignIn } from './sign-in.ts';
import { newWorld, type Permissions } from './state.ts';

export type GitHubOptions = {
  /** Logins of accounts, all of them organizations; default `acme`. */
  accounts?: readonly string[];
  /** Files by repository's full name. */
  repositories?: Record<string, Record<string, string>>;
  /** The logins of people who comment and open pull requests. */
  people?: readonly string[];
  permissions?: Permissions;
  events?: readonly string[];
  /** The clock for timestamps of GitHub; tokens expire by the real clock. */
  now?: () => Date;
};

const PERMISSIONS: Permissions = {
  metadata: 'read',
  contents: 'read',
  checks: 'write',
  pull_requests: 'write',
  issues: 'write',
  members: 'read',
};
const EVENTS = ['push', 'pull_request', 'issue_comment', 'check_run', 'check_suite', 'repository', 'organization'];

/**
 * The parts of GitHub that the App uses, over HTTP on 127.0.0.1. `emulate` provides the contents of repositories, pull
 * requests, issues, comments and checks, and their permissions. This front adds or corrects the rest: accounts,
 * repositories and installations that change; the App's deliveries and their redelivery; manifests; the files of a pull
 * request and its head after a push; the mark of objects that an App has created; redirects of former names; `ETag`,
 * rate limits, limits of lengths, and faults on demand. At first nothing is installed, and nothing is delivered before
 * `webhooks.to`.
 */
export async function startGitHub(options: GitHubOptions = {}) {
  const {
    accounts = ['acme'],
    repositories = {},
    people: named = ['ada', 'grace', 'mallory'],
    now = () => new Date(),
  } = options;
  let answer: (request: ApiRequest) => Promise<Reply> = () => Promise.reject(new Refusal(503, 'Starting'));
  const front = await serve((request) => answer(request));
  const facts = {
    name: 'Plumbline',
    permissions: options.permissions ?? PERMISSIONS,
    events: [...(options.events ?? EVENTS)],
  };
  const world = newWorld({ url: front.url, now, app: newApp(7_000_001, facts) });
  const deliveries = createDeliveries(world);
  const backend = await startBackend(world, named);
  const appApi = createAppApi(world, deliveries);
  const owners = createOwners(world, deliveries);
  const { emitOf } = owners;
  const pulls: Pull[] = [];
  const ownEvents = createOwnEvents(world, pulls, emitOf);
  const repositoryApi = createRepositoryApi({ world, backend, appApi, pulls, written: ownEvents.written });
  const signIn = createSignIn(world);
  answer = async (request) => {
    const found = signIn.answer(request) ?? appApi.answer(request) ?? (await repositoryApi.answer(request));
    if (!found) throw new Refusal(404, 'Not Found');
    return found;
  };
  const people = createPeople({ world, backend, api: repositoryApi, pulls, emitOf });
  for (const login of accounts) owners.account(login);
  for (const [name, files] of Object.entries(repositories)) {
    await owners.createRepository(name);
    if (Object.keys(files).length > 0) await people.put(name, files);
  }

  return {
    /** The value of GITHUB_API_URL. */
    url: front.url,
    world,
    /** The App. It is replaced when a manifest is converted. */
    get app() {
      return world.app;
    },
    /** The environment for a server. */
    env: () => ({
      GITHUB_API_URL: front.url,
      GITHUB_APP_ID: String(world.app.id),
      GITHUB_APP_PRIVATE_KEY: world.app.privateKey,
      GITHUB_WEBHOOK_SECRET: world.app.webhookSecret,
      GITHUB_CLIENT_ID: world.app.clientId,
      GITHUB_CLIENT_SECRET: world.app.clientSecret,
    }),
    ...owners,
    ...people,
    ...createLooks(world, backend),
    signIn,
    webhooks: deliveries,
    revokeTokens: appApi.revokeTokens,
    /** All received requests. */
    seen: front.seen,
    fail: front.faults.plan,
    /** Removes all faults. */
    heal: front.faults.clear,
    /** Waits until the events about the App's own writing are sent. */
    settled: () => ownEvents.settled(),
    async stop(): Promise<void> {
      deliveries.to(undefined);
      await front.stop();
      await ownEvents.settled();
      await backend.stop();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await this.stop();
    },
  };
}

export type GitHub = Awaited<ReturnType<typeof startGitHub>>;
