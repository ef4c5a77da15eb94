import { Type, type Static } from 'typebox';
import { CodeHostProblem, unlessGone, type HostDelivery, type HostInstallation } from '../../base/code-host.ts';
import { CLOCK, createCaller, type Ask, type CallerSettings } from './caller.ts';
import { checksOf } from './checks.ts';
import { appIdentity, installationIdentity, readPrivateKey } from './identities.ts';
import { commentsOf, issuesOf, type Bot } from './issues.ts';
import { createResponseCache } from './response-cache.ts';
import { listAll, pages } from './pages.ts';
import { pullRequestsOf } from './pull-requests.ts';
import { Account, Id, Permissions, read } from './read.ts';
import { repositoriesOf } from './repositories.ts';
import { path, webUrlOf } from './urls.ts';

export type GithubSettings = CallerSettings & {
  /** The App's number or client id: the issuer of its tokens. */
  appId: string;
  /** The App's private key, as PEM. */
  privateKey: string;
};

const App = Type.Object({
  id: Id,
  slug: Type.String(),
  name: Type.String(),
  html_url: Type.String(),
  permissions: Permissions,
  events: Type.Array(Type.String()),
});

const Installation = Type.Object({
  id: Id,
  /** An enterprise has no login and no repositories. */
  account: Type.Union([Account, Type.Object({ id: Id, slug: Type.String() })]),
  suspended_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  updated_at: Type.String(),
  permissions: Permissions,
  events: Type.Array(Type.String()),
});
const Delivery = Type.Object({
  id: Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })]),
  guid: Type.String(),
  delivered_at: Type.String(),
  redelivery: Type.Boolean(),
  status_code: Type.Number(),
  event: Type.String(),
  action: Type.Union([Type.String(), Type.Null()]),
  installation_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
});

const OWN_PATH = '/app';
/** Installations whose tokens and limits stay cached. */
const MAX_CALLERS = 5_000;

function installationsOf(listed: readonly Static<typeof Installation>[]): HostInstallation[] {
  return listed.flatMap(({ id, account, suspended_at = null, updated_at, permissions, events }) => {
    if (!('login' in account)) return [];
    const owner = { id: account.id, login: account.login };
    return [{ id, account: owner, suspended_at, updated_at, permissions, events }];
  });
}

function deliveryOf({ id, guid, installation_id = null, ...rest }: Static<typeof Delivery>): HostDelivery {
  const { delivered_at, redelivery, status_code, event, action } = rest;
  return { id: String(id), delivery_id: guid, delivered_at, redelivery, status_code, event, action, installation_id };
}

async function getApp(ask: Ask) {
  const answer = await ask({ path: OWN_PATH, doing: 'look up the App' });
  const { id, slug, name, html_url, permissions, events } = read(App, answer);
  return { id, slug, name, html_url, permissions, events };
}

/**
 * GitHub answers 404 to every request of an App that it does not know (any more), which says nothing about the resource.
 * So a request for the App itself confirms a 404. Throws `unauthorized` where GitHub does not know the App.
 */
function knownToGithub(ask: Ask): Ask {
  return async (call) => {
    try {
      return await ask(call);
    } catch (error) {
      if (!(error instanceof CodeHostProblem) || error.code !== 'gone') throw error;
      if (call.path === OWN_PATH)
        throw new CodeHostProblem(
          'unauthorized',
          'GitHub does not know this App: is GITHUB_APP_ID right, and the App not deleted? GITHUB_API_URL has to be where it was made.',
        );
      await getApp(knownToGithub(ask));
      throw error;
    }
  };
}

/** Requests that the App makes as itself. */
function appOf(ask: Ask) {
  return {
    getApp: () => getApp(ask),

    listInstallations(signal?: AbortSignal): Promise<HostInstallation[]> {
      const call = { path: '/app/installations?per_page=100', doing: 'list the installations', signal };
      return listAll(ask, call, Type.Array(Installation), { itemsOf: installationsOf });
    },

    async getInstallation(id: number): Promise<HostInstallation | undefined> {
      const call = { path: path`/app/installations/${id}`, doing: 'look up an installation' };
      const answer = await unlessGone(() => ask(call));
      return answer && installationsOf([read(Installation, answer)])[0];
    },

    async listDeliveries(since: Date, signal?: AbortSignal): Promise<HostDelivery[]> {
      const deliveries: HostDelivery[] = [];
      const path = '/app/hook/deliveries?per_page=100';
      const call = { path, doing: 'list the deliveries', keep: false, signal };
      for await (const page of pages(ask, call, Type.Array(Delivery))) {
        const recent = page.filter((one) => Date.parse(one.delivered_at) >= since.getTime());
        deliveries.push(...recent.map(deliveryOf));
        if (recent.length < page.length) break;
      }
      return deliveries;
    },

    async redeliver(id: string): Promise<void> {
      const at = path`/app/hook/deliveries/${id}/attempts`;
      await ask({ method: 'POST', path: at, doing: 'deliver an event again', repeatable: true });
    },
  };
}

/**
 * GitHub as the code host (`CodeHostApp`). Throws for an invalid private key; its methods throw `CodeHostProblem`, which
 * contains no token and no key.
 */
export function githubApp(settings: GithubSettings) {
  const { clock = CLOCK } = settings;
  const cache = createResponseCache();
  const identity = appIdentity(settings.appId, readPrivateKey(settings.privateKey), clock);
  const asApp = knownToGithub(createCaller(settings, identity, cache));
  const app = appOf(asApp);
  const callers = new Map<number, Ask>();
  let bot: Bot | undefined;

  /** The App as an author; a new name takes effect after a restart. */
  async function knownBot(): Promise<Bot> {
    if (bot) return bot;
    const { id, slug } = await app.getApp();
    bot = { id, login: `${slug}[bot]` };
    return bot;
  }

  function callerFor(id: number): Ask {
    const existing = callers.get(id);
    if (existing) return existing;
    for (const oldest of callers.keys()) {
      if (callers.size < MAX_CALLERS) break;
      callers.delete(oldest);
    }
    const made = createCaller(settings, installationIdentity(id, asApp, clock), cache);
    callers.set(id, made);
    return made;
  }

  return {
    name: 'github',
    webUrl: webUrlOf(settings.apiUrl),
    ...app,
    as(installationId: number) {
      const ask = callerFor(installationId);
      return {
        ...repositoriesOf(ask),
        ...pullRequestsOf(ask),
        ...checksOf(ask, async () => (await knownBot()).id),
        ...commentsOf(ask, knownBot),
        ...issuesOf(ask, knownBot),
      };
    },
  };
}
