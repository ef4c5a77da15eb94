import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { listOperations, type Operation } from '../../testkit/operations.ts';
import { SECRET, SECRET_STATE, twoTeams } from '../../testkit/two-teams.ts';
import { fillPath, makeOrganization, queryFor, WALKED_CLOUD, type Organization } from '../../testkit/walk.ts';
import { withApi } from '../../testkit/with-api.ts';
import { newId } from '../base/ids.ts';
import { hashSecret, newSecret } from '../services/sessions/secret.ts';
import type { Store } from '../store/database.ts';
import { insertMemberships, insertSession } from '../store/queries/sessions.ts';

/** Query parameters that may lead to hidden data. */
const WANTS: Readonly<Record<string, string>> = {
  include: 'suppressed',
  resource: `aws_kms_key.${SECRET}`,
  state: SECRET_STATE,
  q: SECRET,
};

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const isFiltered = ({ described }: Operation) =>
  described?.description?.includes('is answered what concerns these') === true;
const isPublic = ({ described }: Operation) => described?.security?.length === 0;

describe.each(await databases())('reads of a person who sees some repositories only, on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let org: Organization;
  let world: Awaited<ReturnType<typeof twoTeams>>;
  let operations: Operation[];
  let some: string;
  let all: string;
  withApi(open, (made) => ({ store, api } = made), [WALKED_CLOUD]);

  async function cookieFor(repositories: string[] | null): Promise<string> {
    const [id, secret] = [newId('ses'), newSecret()];
    // Only owners see all repositories.
    const scopes = repositories === null ? ['admin'] : ['read'];
    const person = {
      codehost: 'github',
      login: 'grace',
      scopes,
      expires_at: new Date(Date.now() + 3600_000),
    };
    await insertSession(store.db, { id, hash: hashSecret(secret), ...person });
    const seen = { installation_id: org.installation_id, scopes, repositories };
    await insertMemberships(store.db, [{ session_id: id, org_id: org.id, ...seen }]);
    return `plumbline_session=${secret}`;
  }

  beforeAll(async () => {
    org = await makeOrganization(store, 'acme');
    world = await twoTeams(store, { id: org.id, login: 'acme' }, { open: 1, secret: 2 });
    some = await cookieFor([world.open.id]);
    all = await cookieFor(null);
    operations = (await listOperations(api.app)).filter(
      ({ method, path }) => method === 'GET' && !path.includes('/session/'),
    );
  });

  /** The paths of an operation: with every stored thing of the kind that it names, else with one. */
  async function pathsOf(operation: Operation): Promise<string[]> {
    const { path } = operation;
    const kept = path.includes('/analyses/:id')
      ? Object.values(world.analyses)
      : path.includes('/incidents/:id')
        ? [...world.incidents.visible, ...world.incidents.hidden]
        : undefined;
    if (kept) return kept.map((id) => path.replace(':id', id).replace(':fingerprint', 'f'));
    return [await fillPath(api, operation, org)];
  }

  async function answersTo(operation: Operation, cookie: string, { narrow = true } = {}) {
    const needed = queryFor(operation, org, false);
    const wants: Readonly<Record<string, string>> = { ...WANTS, repo_id: world.secret.id };
    const narrowed = (narrow ? (operation.described?.query ?? []) : []).flatMap((name) =>
      wants[name] === undefined ? [] : [`${name}=${encodeURIComponent(wants[name])}`],
    );
    const queries = [needed, ...narrowed.map((one) => `${needed === '' ? '?' : `${needed}&`}${one}`)];
    const answers = [];
    const paths = await pathsOf(operation);
    // For other members it is enough to show that they see more: with a visible thing, and with a hidden one.
    const asked = narrow ? paths : paths.filter((_, i) => i === 0 || i === paths.length - 1);
    for (const [i, path] of asked.entries())
      // The first path concerns everything, or visible things: it has the most data to query.
      for (const query of i === 0 ? queries : [needed]) {
        const { statusCode: status, body } = await api.app.inject({ url: `${path}${query}`, headers: { cookie } });
        answers.push({ at: `${path}${query}`, status, body });
      }
    return answers;
  }

  test('refuses operations without a filter, with advice', async () => {
    for (const operation of operations.filter((one) => !isPublic(one) && !isFiltered(one)))
      for (const { status, body } of await answersTo(operation, some))
        expect([nameOf(operation), status, body]).toEqual([
          nameOf(operation),
          403,
          expect.stringContaining('"forbidden"'),
        ]);
  });

  test('reveals nothing hidden in any answer, and shows it to others', async () => {
    for (const operation of operations.filter(isFiltered)) {
      const name = nameOf(operation);
      const own = await answersTo(operation, some);
      for (const { at, status, body } of own) {
        expect([at, status]).toEqual([at, expect.toSatisfy((one: number) => [200, 404].includes(one))]);
        expect(body, `${name} at ${at}`).not.toContain(SECRET);
      }
      const plain = await answersTo(operation, all, { narrow: false });
      expect([name, plain]).not.toEqual([name, own.filter(({ at }) => plain.some((one) => one.at === at))]);
    }
    expect(operations.filter(isFiltered).length).toBeGreaterThan(7);
  });

  test('recalls nothing hidden', async () => {
    const ask = async (cookie: string) => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const body = { project: org.id, intent: `change ${SECRET}`, top_k: 50 };
      return (await api.call('POST', '/memory/recall', { headers, body })).body;
    };
    expect(await ask(some)).not.toContain(SECRET);
    expect(await ask(all)).toContain(SECRET);
  });
});
