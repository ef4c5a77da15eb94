import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { commandsAt, type RunCommand } from '../../../testkit/commands.ts';
import { databases } from '../../../testkit/database.ts';
import { OPEN_STATE, SECRET_STATE, twoTeams } from '../../../testkit/two-teams.ts';
import type { AcceptedClaims } from '../../services/state-mapping/accept-claims.ts';
import type { StateClaim } from '../../services/state-mapping/list-claims.ts';
import type { Store } from '../../store/database.ts';
import { scoped } from '../../store/scope.ts';

let store: Store;
let api: TestApi;
let command: RunCommand;
let org: { id: string; key: string };
let world: Awaited<ReturnType<typeof twoTeams>>;

beforeAll(async () => {
  const [database] = await databases();
  store = await database!.open();
  api = await testApi(store);
  command = await commandsAt(api);
  org = await api.organization('acme', 'admin');
  world = await twoTeams(store, { id: org.id, login: 'acme' }, { open: 1, secret: 2 });
  await scoped(store.db, { org_id: org.id }).delete('accepted_claims').execute();
});
afterAll(async () => {
  await api.close();
  await store.close();
});

const cli = async (...args: string[]) => command(org.key, ['states', ...args]);
const json = async <T>(...args: string[]) => JSON.parse((await cli(...args, '--json')).out) as T;
const claimsOf = async (...args: string[]) =>
  (await json<StateClaim[]>('proposals', org.id, ...args)).map(({ repo_full_name: name, key, status }) => [
    name,
    key,
    status,
  ]);
const BACKOFFICE = 'acme/backoffice';

test('lists what repositories claim, says how it is accepted, and decides nothing that two of them claim', async () => {
  expect(await claimsOf()).toEqual([
    [BACKOFFICE, SECRET_STATE, 'proposed'],
    [BACKOFFICE, OPEN_STATE, 'proposed'],
    ['acme/shop', OPEN_STATE, 'proposed'],
  ]);
  expect(await claimsOf('--repo', 'acme/shop')).toEqual([['acme/shop', OPEN_STATE, 'proposed']]);
  // Both repositories name the state by its key, so nothing decides between them.
  expect(await cli('accept', org.id, '--all')).toMatchObject({ err: expect.stringContaining('Left: 2 proposals') });
  const shop = (await json<StateClaim[]>('proposals', org.id)).filter(({ key }) => key === OPEN_STATE);
  expect(shop).toMatchObject([
    { disputed: true, also_claimed_by: ['acme/shop'] },
    { disputed: true, also_claimed_by: [BACKOFFICE] },
  ]);
  const body = { claims: shop.map(({ id }) => id) };
  const both = await api.call('POST', `/orgs/${org.id}/state-claims/accept`, { key: org.key, body });
  expect([both.statusCode, both.json<{ detail: string }>().detail]).toEqual([
    409,
    `${OPEN_STATE} is claimed by ${BACKOFFICE} and by acme/shop: accept one of the two.`,
  ]);
  const { out, err } = await cli('proposals', org.id);
  expect(out).toMatch(/^CLAIM +REPOSITORY +STATUS +STATES +OWNED BY +WHY\n/);
  expect(err).toBe(`Next: plumbline states accept ${org.id} --all\n`);
  expect(await claimsOf('--repo', BACKOFFICE)).toEqual([[BACKOFFICE, OPEN_STATE, 'proposed']]);
});

test('asks for a repository on competing claims, and for an explicit selection', async () => {
  const refusals = [
    [[OPEN_STATE], 'name one with --repo'],
    [['nobody/has.this'], 'Nobody claims nobody/has.this'],
    [[], 'Name what to accept'],
    [['--all', '--take-over'], 'Name what to take over'],
    [[OPEN_STATE, '--all'], 'not both'],
  ] as const;
  for (const [args, text] of refusals)
    expect(await cli('accept', org.id, ...args)).toMatchObject({ code: 1, err: expect.stringContaining(text) });
  expect(await claimsOf()).toHaveLength(2);
});

test('accepts those of a repository; a claim to a state with an owner only by name and as a takeover', async () => {
  const accepted = await cli('accept', org.id, '--repo', 'acme/shop');
  expect(accepted).toMatchObject({ code: 0, err: 'Accepted 1 claim: 1 state has another owner now.\n' });
  expect(await claimsOf()).toEqual([[BACKOFFICE, OPEN_STATE, 'contested']]);
  expect(await cli('accept', org.id, '--all')).toMatchObject({ code: 0, err: expect.stringContaining('no proposals') });
  const named = [OPEN_STATE, '--repo', BACKOFFICE];
  expect(await cli('accept', org.id, ...named)).toMatchObject({ code: 1, err: expect.stringContaining('--take-over') });
  expect(await json<AcceptedClaims>('accept', org.id, ...named, '--take-over')).toMatchObject({
    changes: [{ key: OPEN_STATE, before: { repo_id: world.open.id }, after: { repo_id: world.secret.id } }],
  });
  expect(await cli('proposals', org.id)).toMatchObject({ code: 0 });
});
