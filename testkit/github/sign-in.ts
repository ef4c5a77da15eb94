import { createHash, randomBytes } from 'node:crypto';
import { paged } from './app-api.ts';
import type { Answer } from './backend.ts';
import { Refusal } from './refusal.ts';
import { json, type ApiRequest } from './serve.ts';
import { accountJson, installationJson, personJson, repositoryJson } from './shapes.ts';
import { accountOf, installationOf, repositoryOf, seenBy, type Account, type Repository, type World } from './state.ts';

type Code = { login: string; redirectUri: string; challenge: string | null; expires_at: number };

const LASTS_MS = 600_000;
const SESSION = 'user_session';

/**
 * Sign-in with the App: the authorization page, which identifies people by a cookie and redirects at once, the exchange
 * of the code, and the API requests with a person's token.
 */
export function createSignIn(world: World) {
  const codes = new Map<string, Code>();
  /** The login of each token. */
  const tokens = new Map<string, string>();
  const denying = new Set<string>();

  const memberKey = ({ id }: Account, login: string) => `${id} ${login}`;
  const owns = (account: Account, login: string) =>
    account.login === login || world.members.get(memberKey(account, login)) === 'admin';
  const mayRead = (login: string, { id, account }: Repository) =>
    owns(account, login) || world.readers.get(login)?.has(id) === true;
  const userJson = (login: string) => {
    const account = world.accounts.find((one) => one.login === login);
    return account ? accountJson(account) : personJson(login);
  };

  /** The authorization page. For people who are not signed in to GitHub, it is a form. */
  function authorize({ query, headers }: ApiRequest): Answer {
    const login = new RegExp(`${SESSION}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];
    const { clientId, callbackUrls } = world.app;
    if (query.get('client_id') !== clientId) throw new Refusal(404, 'Not Found');
    const redirectUri = query.get('redirect_uri') ?? callbackUrls[0] ?? '';
    const state = query.get('state') ?? '';
    const back = (values: Record<string, string>, to = redirectUri): Answer => {
      const location = `${to}?${new URLSearchParams({ ...values, state }).toString()}`;
      return { status: 302, headers: { location }, body: '' };
    };
    if (!callbackUrls.includes(redirectUri))
      return back(
        {
          error: 'redirect_uri_mismatch',
          error_description: 'The redirect_uri is not associated with this application.',
        },
        callbackUrls[0] ?? '/',
      );
    if (login === undefined)
      return { status: 200, headers: { 'content-type': 'text/html' }, body: 'Sign in to GitHub' };
    if (denying.has(login))
      return back({ error: 'access_denied', error_description: 'The user has denied your application access.' });
    const code = randomBytes(10).toString('hex');
    codes.set(code, { login, redirectUri, challenge: query.get('code_challenge'), expires_at: Date.now() + LASTS_MS });
    return back({ code });
  }

  function exchange({ body }: ApiRequest): Answer {
    const form = new URLSearchParams(body);
    if (form.get('client_id') !== world.app.clientId) throw new Refusal(404, 'Not Found');
    if (form.get('client_secret') !== world.app.clientSecret)
      return json(200, { error: 'incorrect_client_credentials' });
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (!code || code.expires_at < Date.now()) return json(200, { error: 'bad_verification_code' });
    if (form.get('redirect_uri') !== code.redirectUri) return json(200, { error: 'redirect_uri_mismatch' });
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code.challenge !== null && code.challenge !== verifier) return json(200, { error: 'bad_verification_code' });
    const token = `ghu_${randomBytes(27).toString('base64url')}`;
    tokens.set(token, code.login);
    return json(200, { access_token: token, expires_in: 28_800, scope: '', token_type: 'bearer' });
  }

  function revoke(request: ApiRequest): Answer {
    const basic = Buffer.from(`${world.app.clientId}:${world.app.clientSecret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${basic}`) throw new Refusal(401, 'Bad credentials');
    const { access_token: token = '' } = request.json() as { access_token?: string };
    if (!tokens.delete(token)) throw new Refusal(422, 'The token is not one of this App');
    return { status: 204, headers: {}, body: '' };
  }

  const seenIn = (login: string, account: Account): Repository[] => {
    const installation = installationOf(world, account);
    return installation ? seenBy(world, installation).filter((one) => mayRead(login, one)) : [];
  };

  function asPerson(request: ApiRequest): Answer {
    const [, token = ''] = /^bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const login = tokens.get(token);
    if (login === undefined) throw new Refusal(401, 'Bad credentials');
    if (request.is('GET', '/user')) return json(200, userJson(login));
    const visible = world.installations.filter(({ deleted, account }) => !deleted && seenIn(login, account).length > 0);
    if (request.is('GET', '/user/installations')) {
      const { page, headers } = paged(request, visible);
      const installations = page.map((one) => installationJson(world, one));
      return json(200, { total_count: visible.length, installations }, headers);
    }
    const [, id] = request.is('GET', /^\/user\/installations\/(\d+)\/repositories$/) ?? [];
    const installation = visible.find((one) => one.id === Number(id));
    if (installation) {
      if (installation.suspended_at !== null) throw new Refusal(403, 'This installation has been suspended');
      const all = seenIn(login, installation.account);
      const { page, headers } = paged(request, all);
      const repositories = page.map((one) => repositoryJson(world, one));
      return json(200, { total_count: all.length, repositories }, headers);
    }
    const [, organization] = request.is('GET', /^\/user\/memberships\/orgs\/([^/]+)$/) ?? [];
    if (organization !== undefined) return membership(login, organization);
    throw new Refusal(404, 'Not Found');
  }

  function membership(login: string, organization: string): Answer {
    const account = accountOf(world, organization);
    if (!('members' in (installationOf(world, account)?.permissions ?? {})))
      throw new Refusal(403, 'Resource not accessible by integration');
    const role = world.members.get(memberKey(account, login));
    if (role === undefined) throw new Refusal(403, 'You do not have access to this organization membership.');
    return json(200, { state: 'active', role, organization: accountJson(account), user: userJson(login) });
  }

  return {
    answer(request: ApiRequest): Answer | undefined {
      if (request.is('GET', '/login/oauth/authorize')) return authorize(request);
      if (request.is('POST', '/login/oauth/access_token')) return exchange(request);
      if (request.is('DELETE', `/applications/${world.app.clientId}/token`)) return revoke(request);
      if (/^\/user(\/|$)/.test(request.path)) return asPerson(request);
      return undefined;
    },
    /** The valid tokens of people. */
    tokens: () => [...tokens.keys()],
    /** Makes a person a member of an organization, or an owner. */
    join(organization: string, login: string, role: 'admin' | 'member' = 'member'): void {
      world.members.set(memberKey(accountOf(world, organization), login), role);
    },
    /** Lets a person read these repositories, and no others. */
    letRead(login: string, names: readonly string[]): void {
      world.readers.set(login, new Set(names.map((name) => repositoryOf(world, name).id)));
    },
    /** Makes a person deny the authorization. */
    deny: (login: string) => void denying.add(login),
    /** The URL to which the page at `address` redirects a person's browser. */
    async visit(address: string, login: string): Promise<string> {
      const answer = await fetch(address, { redirect: 'manual', headers: { cookie: `${SESSION}=${login}` } });
      await answer.arrayBuffer();
      return answer.headers.get('location') ?? '';
    },
  };
}
