import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { startGitHub, type GitHub } from '../../testkit/github/start.ts';
import { removeRepositories, saveRepository } from '../../testkit/repositories.ts';
import { newId } from '../base/ids.ts';
import { githubSignIn } from '../integrations/github/sign-in.ts';
import type { Store } from '../store/database.ts';
import { insertOrganization } from '../store/queries/organizations.ts';
import { within, scoped } from '../store/scope.ts';

const PUBLIC_URL = 'https://plumbline.example.com';
const CALLBACK = `${PUBLIC_URL}/api/v1/session/github/callback`;
const OWN = { 'sec-fetch-site': 'same-origin' };

type Browser = Map<string, string>;

describe.each(await databases())('signing in with GitHub on $kind', ({ open }) => {
  let github: GitHub;
  let store: Store;
  let api: TestApi;
  const orgs = {} as Record<'acme' | 'beta' | 'ada', string>;

  beforeAll(async () => {
    github = await startGitHub({
      accounts: ['acme', 'beta'],
      repositories: { 'acme/infra': {}, 'acme/shop': {}, 'beta/web': {} },
    });
    github.account('ada', 'User');
    await github.createRepository('ada/home');
    github.app.callbackUrls.push(CALLBACK);
    store = await open();
    let ahead = 0;
    const clock = { now: () => Date.now() + ahead, sleep: async (ms: number) => void (ahead += ms) };
    const { clientId, clientSecret } = github.app;
    const signIn = githubSignIn({ apiUrl: github.url, clientId, clientSecret, timeoutMs: 500, clock });
    api = await testApi(store, [], { signIns: [signIn], http: { publicUrl: PUBLIC_URL } });
    for (const login of ['acme', 'beta', 'ada'] as const) {
      const { id: installation_id } = await github.install(login);
      const row = { id: newId('org'), login, installation_id, fingerprint_key: new Uint8Array(32) };
      orgs[login] = (await insertOrganization(store.db, row)).id;
    }
    for (const { id, account, name } of github.world.repositories) {
      const facts = { full_name: `${account.login}/${name}`, private: true };
      await saveRepository(
        scoped(store.db, { org_id: orgs[account.login as 'acme'] }),
        { codehost: 'github', external_id: id },
        facts,
      );
    }
    github.signIn.join('acme', 'ada', 'admin');
    github.signIn.join('acme', 'grace');
    github.signIn.letRead('grace', ['acme/infra', 'beta/web']);
  });
  beforeEach(() => github.heal());
  afterAll(async () => {
    await api.close();
    await store.close();
    await github.stop();
  });

  /** Sends a browser's request; the browser keeps the cookies of the response. */
  async function ask(
    browser: Browser,
    path: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'DELETE' = 'GET',
  ) {
    const cookie = [...browser].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await api.call(method, path, { headers: { ...(cookie === '' ? {} : { cookie }), ...headers } });
    for (const one of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      if (value === '') browser.delete(name);
      else browser.set(name, value);
    }
    return answer;
  }
  const pathOf = (location: unknown) => String(location).replace(`${PUBLIC_URL}/api/v1`, '');
  /** Signs in up to GitHub's page, which redirects to the returned path. */
  async function leave(browser: Browser, login: string, query = ''): Promise<string> {
    const { statusCode, headers } = await ask(browser, `/session/github${query}`);
    expect(statusCode).toBe(302);
    return pathOf(await github.signIn.visit(String(headers.location), login));
  }
  async function signIn(login: string, query = ''): Promise<{ browser: Browser; to: unknown }> {
    const browser: Browser = new Map();
    const { headers } = await ask(browser, await leave(browser, login, query));
    return { browser, to: headers.location };
  }
  const session = async (browser: Browser) => (await ask(browser, '/session')).json<Record<string, unknown>>();

  test('makes an owner an administrator of the whole organization, and returns them to their page', async () => {
    const { browser, to } = await signIn('ada', '?return_to=/o/x/incidents%3Fq=1');
    expect(to).toBe('/o/x/incidents?q=1');
    expect([...browser.keys()]).toEqual(['__Host-plumbline_session']);
    expect(await session(browser)).toMatchObject({
      signed_in: true,
      ways: { github: true },
      session: { kind: 'person', login: 'ada', name: 'ada' },
      organizations: [
        { id: orgs.acme, name: 'acme', scopes: ['admin'] },
        { id: orgs.ada, name: 'ada', scopes: ['admin'] },
      ],
    });
    const keys = await ask(browser, `/orgs/${orgs.acme}/keys`);
    const repos = await ask(browser, `/orgs/${orgs.acme}/repos`);
    expect([keys.statusCode, repos.json<unknown[]>().length]).toEqual([200, 2]);
  });

  test('returns to any path, whatever its characters', async () => {
    const to = '/o/x/incidents?q=ü€\u202e😀';
    expect((await signIn('ada', `?return_to=${encodeURIComponent(to)}`)).to).toBe(encodeURI(to));
  });

  test('signs in from a path that is too long to return to', async () => {
    const long = `/o/x/recall?q=${'あ'.repeat(600)}`;
    const { browser, to } = await signIn('ada', `?return_to=${encodeURIComponent(long)}`);
    expect([to, await session(browser)]).toMatchObject(['/', { signed_in: true }]);
  });

  test('sends a challenge and a state that only live in that browser', async () => {
    const browser: Browser = new Map();
    const { headers } = await ask(browser, '/session/github');
    const { searchParams, origin, pathname } = new URL(String(headers.location));
    expect([origin, pathname]).toEqual([github.url, '/login/oauth/authorize']);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: github.app.clientId,
      redirect_uri: CALLBACK,
      state: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const attributes = String(headers['set-cookie']).split('; ').slice(1);
    expect(attributes).toEqual(['Path=/', 'Max-Age=600', 'HttpOnly', 'SameSite=Lax', 'Secure']);
  });

  test('shows others their readable repositories, and gives them no administration', async () => {
    const { browser } = await signIn('grace');
    expect(await session(browser)).toMatchObject({
      organizations: [
        { id: orgs.acme, scopes: ['read'] },
        { id: orgs.beta, scopes: ['read'] },
      ],
    });
    const names = async (org: string) =>
      (await ask(browser, `/orgs/${org}/repos`)).json<{ full_name: string }[]>().map((one) => one.full_name);
    expect([await names(orgs.acme), await names(orgs.beta)]).toEqual([['acme/infra'], ['beta/web']]);
    const refused = await ask(browser, `/orgs/${orgs.acme}/ignore-rules`);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'forbidden', detail: expect.stringContaining('an owner of the organization') },
    ]);
    // In the other organization she may now read every repository, but still is not an owner.
    const statuses = [
      await ask(browser, `/orgs/${orgs.beta}/ignore-rules`),
      await ask(browser, `/orgs/${orgs.acme}/keys`),
      await ask(browser, `/orgs/${orgs.ada}/repos`),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([403, 403, 404]);
  });

  test('hides repositories that were added after signing in, except from owners', async () => {
    github.signIn.letRead('barbara', ['acme/infra', 'acme/shop']);
    github.signIn.join('acme', 'barbara');
    const signed = [await signIn('barbara'), await signIn('ada')];
    const identity = { codehost: 'github', external_id: 987_654_321 };
    await saveRepository(scoped(store.db, { org_id: orgs.acme }), identity, { full_name: 'acme/later', private: true });
    const names = async ({ browser }: { browser: Browser }) =>
      (await ask(browser, `/orgs/${orgs.acme}/repos`)).json<{ full_name: string }[]>().map((one) => one.full_name);
    const [barbara, ada] = [await names(signed[0]!), await names(signed[1]!)];
    await removeRepositories(scoped(store.db, { org_id: orgs.acme }), 'github', [identity.external_id], new Date());
    expect([barbara, ada]).toEqual([
      ['acme/infra', 'acme/shop'],
      ['acme/infra', 'acme/later', 'acme/shop'],
    ]);
  });

  test('limits an outside collaborator to reading their repositories', async () => {
    github.signIn.letRead('outsider', ['acme/infra', 'acme/shop']);
    github.grant('outsider', 'admin');
    const { browser } = await signIn('outsider');
    expect(await session(browser)).toMatchObject({ organizations: [{ id: orgs.acme, scopes: ['read'] }] });
    const whole = ['ignore-rules', 'aws', 'audit', 'keys', 'state-mappings', 'sessions', 'webhooks', ''];
    const statuses = await Promise.all(
      whole.map(async (what) => (await ask(browser, `/orgs/${orgs.acme}/${what}`.replace(/\/$/, ''))).statusCode),
    );
    expect(statuses).toEqual(whole.map(() => 403));
    const patched = await api.call('PATCH', `/orgs/${orgs.acme}/repos/${newId('repo')}`, {
      headers: { cookie: [...browser].map(([name, value]) => `${name}=${value}`).join('; '), ...OWN },
      body: { public_details: true },
    });
    expect(patched.statusCode).toBe(403);
  });

  test('keeps no session in which somebody else than an owner sees all repositories', async () => {
    const { browser } = await signIn('grace');
    expect(browser.size).toBe(1);
    const widened = within(store.db, 'instance').updateTable('session_organizations').set({ repositories: null });
    await expect(widened.where('org_id', '=', orgs.beta).execute()).rejects.toThrow(
      'session_organizations_all_for_owners',
    );
  });

  test('requires a person with several organizations to name one', async () => {
    const { browser } = await signIn('grace');
    const of = (org: string) => ask(browser, '/repos', { 'plumbline-organization': org });
    const answers = [await ask(browser, '/repos'), await of(orgs.ada), await of(orgs.beta)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 404, 200]);
    expect(answers[0]?.json()).toMatchObject({ detail: expect.stringContaining('Plumbline-Organization') });
    expect(answers[2]?.json()).toMatchObject([{ full_name: 'beta/web' }]);
  });

  test('keeps no token, at GitHub or here', async () => {
    const { browser } = await signIn('grace');
    expect(github.signIn.tokens()).toEqual([]);
    const rows = [
      await store.db.selectFrom('sessions').selectAll().execute(),
      await within(store.db, 'instance').selectFrom('audit_events').selectAll().execute(),
    ];
    expect(JSON.stringify([rows, [...browser]])).not.toContain('ghu_');
  });

  test('logs sign-in and sign-out in each organization, and lets an administrator end the session there', async () => {
    const [{ browser: ada }, { browser: grace }] = [await signIn('ada'), await signIn('grace')];
    const listed = await ask(ada, `/orgs/${orgs.acme}/sessions`);
    const shown = listed.json<{ id: string; name: string }[]>();
    expect(shown.slice(0, 2)).toMatchObject([
      { kind: 'person', name: 'grace', key_id: null, hint: null, scopes: ['read'], current: false },
      { kind: 'person', name: 'ada', scopes: ['admin'], current: true },
    ]);
    await ask(ada, `/orgs/${orgs.acme}/sessions/${shown[0]?.id}`, OWN, 'DELETE');
    expect(await session(grace)).toMatchObject({ organizations: [{ id: orgs.beta }] });
    expect((await ask(grace, '/session', OWN, 'DELETE')).statusCode).toBe(204);
    const log = async (org: string) =>
      (await api.call('GET', `/orgs/${org}/audit?limit=100`, { key: api.operatorKey }))
        .json<{ action: string; actor: { kind: string; name: string }; detail: object }[]>()
        .map(({ action, actor }) => `${actor.name} ${action}`);
    expect((await log(orgs.acme)).slice(0, 3)).toEqual([
      'ada session.revoke',
      'grace session.start',
      'ada session.start',
    ]);
    expect((await log(orgs.beta)).slice(0, 2)).toEqual(['grace session.end', 'grace session.start']);
  });

  test('ends sessions when the App is suspended or uninstalled', async () => {
    const { browser } = await signIn('grace');
    const set = (login: 'acme' | 'beta', changes: object) =>
      store.db.updateTable('organizations').set(changes).where('id', '=', orgs[login]).execute();
    await set('acme', { suspended_at: new Date() });
    expect(await session(browser)).toMatchObject({ organizations: [{ id: orgs.beta }] });
    expect((await ask(browser, `/orgs/${orgs.acme}/repos`)).statusCode).toBe(404);
    await set('beta', { uninstalled_at: new Date() });
    expect([(await ask(browser, '/repos')).statusCode, await session(browser)]).toMatchObject([
      401,
      { signed_in: false },
    ]);
    await set('acme', { suspended_at: null });
    await set('beta', { uninstalled_at: null });
    // A new installation needs a new sign-in.
    const { browser: again } = await signIn('grace');
    const { installation_id } = await store.db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', orgs.beta)
      .executeTakeFirstOrThrow();
    await set('beta', { installation_id: 1 });
    expect(await session(again)).toMatchObject({ organizations: [{ id: orgs.acme }] });
    await set('beta', { installation_id });
  });

  describe('a failed sign-in', () => {
    /** The redirect of a failed sign-in, which leaves the browser without a session and an OAuth state. */
    async function endsWith(browser: Browser, back: string): Promise<unknown> {
      const { headers } = await ask(browser, back);
      expect([...browser.keys()]).toEqual([]);
      return headers.location;
    }

    test('refuses a person who declines, or sees no organization', async () => {
      github.signIn.deny('mallory');
      const [denying, stranger]: Browser[] = [new Map(), new Map()];
      const back = await leave(denying!, 'mallory', '?return_to=/o/x');
      expect(await endsWith(denying!, back)).toBe('/sign-in?error=denied&to=%2Fo%2Fx');
      expect(await endsWith(stranger!, await leave(stranger!, 'linus'))).toBe('/sign-in?error=no_organizations');
    });

    test('refuses the state of another browser, a used one and a made-up one', async () => {
      const [mine, other, used]: Browser[] = [new Map(), new Map(), new Map()];
      const attack = await leave(other!, 'ada');
      await leave(mine!, 'grace');
      expect(await endsWith(mine!, attack)).toBe('/sign-in?error=state_mismatch');
      const back = await leave(used!, 'ada');
      await ask(used!, back);
      used!.clear();
      expect(await endsWith(used!, back)).toBe('/sign-in?error=state_mismatch');
      expect(await endsWith(new Map(), '/session/github/callback?code=x&state=y')).toBe(
        '/sign-in?error=state_mismatch',
      );
      expect(await endsWith(new Map(), '/session/github/callback')).toBe('/sign-in?error=state_mismatch');
    });

    test('refuses a used code, and one that was issued for another person', async () => {
      const browser: Browser = new Map();
      const back = await leave(browser, 'ada');
      const copy = new Map(browser);
      await ask(browser, back);
      expect(await endsWith(copy, back)).toBe('/sign-in?error=state_mismatch');
      // The code of another sign-in does not match this one's challenge.
      const [mine, other]: Browser[] = [new Map(), new Map()];
      const [own, theirs] = [await leave(mine!, 'grace'), await leave(other!, 'ada')];
      const code = /code=(\w+)/.exec(theirs)?.[1] ?? '';
      expect(await endsWith(mine!, own.replace(/code=\w+/, `code=${code}`))).toBe('/sign-in?error=state_mismatch');
    });

    test('refuses while GitHub is down, silent or failing at any step, and still ends the token', async () => {
      const steps = [
        'POST /login/oauth/access_token',
        'GET /user',
        'GET /user/installations',
        /^GET \/user\/installations\/\d+\/repositories/,
        'GET /user/memberships/orgs/acme',
      ];
      const faults = [{ status: 503 }, { cut: true } as const];
      for (const request of steps)
        for (const how of request === steps[0] ? [...faults, { silent: true } as const] : faults) {
          github.heal();
          const browser: Browser = new Map();
          const back = await leave(browser, 'grace');
          github.fail({ request, how });
          expect([request, how, await endsWith(browser, back)]).toEqual([
            request,
            how,
            '/sign-in?error=codehost_unavailable',
          ]);
        }
      expect(github.signIn.tokens()).toEqual([]);
    });

    test("refuses while the App's own secret is invalid, or the callback URL is not registered", async () => {
      const { clientSecret, callbackUrls } = github.app;
      const browser: Browser = new Map();
      const back = await leave(browser, 'ada');
      github.app.clientSecret = 'another';
      expect(await endsWith(browser, back)).toBe('/sign-in?error=misconfigured');
      github.app.clientSecret = clientSecret;
      callbackUrls[0] = `${PUBLIC_URL}/api/v1/session/github/callback/`;
      const away: Browser = new Map();
      const { pathname, search } = new URL(`http://x${await leave(away, 'ada')}`);
      expect(await endsWith(away, pathname.replace(/\/$/, '') + search)).toBe('/sign-in?error=misconfigured');
      callbackUrls[0] = CALLBACK;
    });
  });

  test('signs in although the token cannot be ended', async () => {
    github.fail({ request: 'DELETE /applications', how: { status: 500 } });
    expect((await signIn('ada')).to).toBe('/');
  });

  test('makes nobody an administrator where the App cannot read members', async () => {
    await github.permit('acme', { members: null });
    const { browser } = await signIn('ada');
    expect(await session(browser)).toMatchObject({
      organizations: [
        { id: orgs.acme, scopes: ['read'] },
        { id: orgs.ada, scopes: ['admin'] },
      ],
    });
    await github.permit('acme', { members: 'read' });
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a%0d%0ab', ''])(
    'returns nobody to another site: %j',
    async (path) => {
      const { statusCode } = await api.call('GET', `/session/github?return_to=${path.replaceAll('\\', '%5c')}`);
      expect(statusCode).toBe(422);
    },
  );
});
