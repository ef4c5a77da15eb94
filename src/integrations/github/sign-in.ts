import { createHash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { CodeHostProblem, type HostAccount } from '../../base/code-host.ts';
import { createCaller, type Ask, type CallerSettings, type Identity } from './caller.ts';
import type { HttpResponse } from '../http/exchange.ts';
import { createResponseCache } from './response-cache.ts';
import { listAll } from './pages.ts';
import { Account, Id, OnlyId, read } from './read.ts';
import { refusalOf, type Purpose } from './refusal.ts';
import { sendCode } from './send.ts';
import { path, webUrlOf } from './urls.ts';

export type GithubSignInSettings = CallerSettings & { clientId: string; clientSecret: string };

type OAuthState = { redirectUri: string; state: string; verifier: string };
type Installation = { id: number; account: HostAccount & { kind: 'organization' | 'person' } };

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Further installations and repositories of a person are left out. */
const MAX_PAGES = 100;
/** Bounds how long the page waits for the token's revocation. */
const REVOKING_MS = 3_000;

const Given = Type.Union([
  Type.Object({ access_token: Type.String({ pattern: '^[\\x21-\\x7e]{1,1000}$' }) }),
  Type.Object({ error: Type.String() }),
]);
const Installations = Type.Object({
  installations: Type.Array(
    Type.Object({
      id: Id,
      // An enterprise has no login and no repositories.
      account: Type.Union([
        Type.Object({ ...Account.properties, type: Type.String() }),
        Type.Object({ id: Id, slug: Type.String() }),
      ]),
      suspended_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
});
const Repositories = Type.Object({ repositories: Type.Array(OnlyId) });
const Membership = Type.Object({ state: Type.String(), role: Type.String() });

/** The challenge of a PKCE verifier. https://www.rfc-editor.org/rfc/rfc7636#section-4.2 */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * Exchanges a sign-in code for the person's token. Sent once, since a code works once.
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
 */
async function tokenFor(
  { apiUrl, clientId, clientSecret, timeoutMs = TIMEOUT_MS }: GithubSignInSettings,
  code: string,
  { redirectUri, verifier }: OAuthState,
  signal: AbortSignal,
): Promise<string> {
  const doing = 'sign somebody in';
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }).toString();
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'plumbline',
  };
  const request = { method: 'POST', url: `${webUrlOf(apiUrl)}/login/oauth/access_token`, headers, body };
  const answer = await sendCode(request, doing, { timeoutMs, maxBytes: MAX_BYTES, signal });
  if (answer.status === 404) throw credentialsRefused('it does not know the client id');
  if (answer.status !== 200) throw refusalOf(answer, { doing });
  const tokenResponse = read(Given, answer);
  if ('access_token' in tokenResponse) return tokenResponse.access_token;
  if (tokenResponse.error === 'bad_verification_code')
    throw new CodeHostProblem('gone', 'GitHub does not take the code: it works once, and for ten minutes.');
  throw credentialsRefused(/^\w{1,60}$/.test(tokenResponse.error) ? tokenResponse.error : 'it does not say why');
}

const credentialsRefused = (why: string) =>
  new CodeHostProblem(
    'unauthorized',
    `GitHub lets nobody sign in (${why}): are GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET those of the App, and is the address that people come back to one of its callback URLs?`,
  );

const identityOf = (name: string, authorization: string): Identity => ({
  name,
  authorization: () => Promise.resolve(authorization),
  renew: () => Promise.resolve(false),
});

const installationsOf = ({ installations }: Static<typeof Installations>): Installation[] =>
  installations.flatMap(({ id, account, suspended_at = null }): Installation[] => {
    if (!('login' in account) || suspended_at !== null) return [];
    const kind = account.type === 'Organization' ? 'organization' : 'person';
    return [{ id, account: { id: account.id, login: account.login, kind } }];
  });

function personOf(ask: Ask, signal: AbortSignal) {
  const get = (path: string, purpose: Purpose): Promise<HttpResponse> => ask({ path, keep: false, signal, ...purpose });
  return {
    async getAccount(): Promise<HostAccount> {
      const { id, login } = read(Account, await get('/user', { doing: 'find out who signs in' }));
      return { id, login };
    },

    listInstallations(): Promise<Installation[]> {
      const path = '/user/installations?per_page=100';
      const call = { path, doing: 'list the installations that somebody sees', keep: false, signal };
      return listAll(ask, call, Installations, { itemsOf: installationsOf, maxPages: MAX_PAGES });
    },

    listRepositories(installationId: number): Promise<number[]> {
      const at = path`/user/installations/${installationId}/repositories?per_page=100`;
      const call = { path: at, doing: 'list the repositories that somebody sees', keep: false, signal };
      const itemsOf = ({ repositories }: Static<typeof Repositories>) => repositories.map(({ id }) => id);
      return listAll(ask, call, Repositories, { itemsOf, maxPages: MAX_PAGES });
    },

    /** https://docs.github.com/rest/orgs/members#get-an-organization-membership-for-the-authenticated-user */
    async roleIn(organization: string): Promise<'owner' | 'member' | 'none'> {
      try {
        const purpose = { doing: 'find out who belongs to an organization', permission: 'members: read' };
        const answer = await get(path`/user/memberships/orgs/${organization}`, purpose);
        const { state, role } = read(Membership, answer);
        if (state !== 'active') return 'none';
        return role === 'admin' ? 'owner' : 'member';
      } catch (error) {
        // The person is no member, or the installation does not grant "members: read".
        if (error instanceof CodeHostProblem && (error.code === 'forbidden' || error.code === 'gone')) return 'none';
        throw error;
      }
    },
  };
}

/** Sign-in with GitHub (`CodeHostSignIn`). No result and no error contains the person's token. */
export function githubSignIn(settings: GithubSignInSettings) {
  const { apiUrl, clientId, clientSecret, timeoutMs = TIMEOUT_MS } = settings;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const cache = createResponseCache(0, 0);
  const asClient = createCaller({ ...settings, timeoutMs }, identityOf('client', basic), cache);

  return {
    name: 'github',

    /** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app#using-the-web-application-flow-to-generate-a-user-access-token */
    authorizeUrl({ redirectUri, state, verifier }: OAuthState): string {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
      });
      return `${webUrlOf(apiUrl)}/login/oauth/authorize?${query.toString()}`;
    },

    async exchangeCode(code: string, authorization: OAuthState, signal: AbortSignal) {
      const token = await tokenFor(settings, code, authorization, signal);
      const ask = createCaller({ ...settings, timeoutMs }, identityOf('person', `Bearer ${token}`), cache);
      return {
        ...personOf(ask, signal),
        async end(): Promise<void> {
          const call = { method: 'DELETE', path: path`/applications/${clientId}/token` } as const;
          const body = { access_token: token };
          const ending = AbortSignal.timeout(REVOKING_MS);
          await asClient({ ...call, doing: 'end a token', body, signal: ending });
        },
      };
    },
  };
}
