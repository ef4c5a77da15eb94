import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { fakeState, fakeWorldOn } from '../../../testkit/fake-world.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import { heldRepository, type HeldRepository } from '../../../testkit/repository-files.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import { getCloudConfig } from '../../store/queries/cloud-configs.ts';
import { updateOrganization } from '../../store/queries/organizations.ts';
import { lockStateMappings, saveStateMappings } from '../../store/queries/state-mappings.ts';
import { listAnalyses } from '../analyses/overview.ts';
import { getAnalysis } from '../analyses/get.ts';
import type { ShownAuditEvent } from '../audit/list.ts';
import type { Ctx } from '../base/context.ts';
import { listIncidents } from '../memory/list.ts';
import { acceptStateClaims, type AcceptedClaims } from './accept-claims.ts';
import type { StateClaim } from './list-claims.ts';
import { listStates, type State } from './list-states.ts';
import { readRepository } from './read-repository.ts';
import { scoped } from '../../store/scope.ts';

const OFFICE = 'backoffice/prod.tfstate';
const SHOP = 'shop/prod.tfstate';
const FREE = 'free/prod.tfstate';
const LATER = 'later/prod.tfstate';
const block = (bucket: string, key: string) =>
  `terraform {\n  backend "s3" {\n    bucket = "${bucket}"\n    key = "${key}"\n  }\n}\n`;
const RULES = 'ignore:\n  - id: all\n    address: "fake_thing.*"\n    reason: Nobody is to see it\n';
const statesFile = (...keys: string[]) =>
  `version: 1\nstates:\n${keys.map((key) => `  - key: "${key}"\n`).join('')}${RULES}`;
const drifted = { note: 'a', size: 1, tags: {}, live: '{"note":"b"}' };

describe.each(await databases())('claims to states on $kind', ({ open }) => {
  let world: Awaited<ReturnType<typeof fakeWorldOn>>;
  let bucket: string;
  let office: string;
  let shop: string;
  let evil: string;
  const held = new Map<string, HeldRepository>();

  beforeAll(async () => {
    world = await fakeWorldOn(open);
    const { store, org } = world;
    await world.work();
    bucket = (await getCloudConfig(scoped(store.db, { org_id: org.id }), 'aws'))?.state_bucket ?? '';
    await updateOrganization(store.db, org.id, { installation_id: 4711 });
    // The first repository, which claims everything in every way.
    evil = await repository(1, 'acme/evil', { '.plumbline.yml': statesFile(OFFICE, '*') });
    office = await repository(2, 'acme/backoffice', { 'main.tf': block(bucket, OFFICE) });
    shop = await repository(3, 'acme/shop', { 'main.tf': block(bucket, SHOP) });
    for (const key of [OFFICE, SHOP, FREE]) world.states.set(key, fakeState({ [key.split('/')[0]!]: drifted }));
    await analyse();
  });
  afterAll(() => world.close());

  async function read(repoId: string): Promise<void> {
    const apps = new Map([['github', held.get(repoId)!.app]]);
    const run = { signal: new AbortController().signal, last: true };
    await readRepository({ ...world.api.services, apps }, { org_id: world.org.id, repo_id: repoId }, run);
  }
  async function repository(number: number, full_name: string, files: Record<string, string>): Promise<string> {
    const identity = { codehost: 'github', external_id: number };
    const facts = { full_name, private: true, default_branch: 'main' };
    const { id } = await saveRepository(scoped(world.store.db, { org_id: world.org.id }), identity, facts);
    held.set(id, heldRepository(files));
    await read(id);
    return id;
  }
  async function write(repoId: string, files: Record<string, string>): Promise<void> {
    for (const [path, text] of Object.entries(files)) held.get(repoId)!.files.set(path, text);
    await read(repoId);
  }
  const path = (what: string) => `/orgs/${world.org.id}/${what}`;
  const get = async <T>(what: string) => (await world.ask<T>('GET', path(what))).body;
  async function analyse(body: object = {}): Promise<Analysis> {
    return world.until((await world.ask<Analysis>('POST', path('analyses'), body)).body.id);
  }
  const claims = (query = '') => get<StateClaim[]>(`state-claims?limit=100${query}`);
  const idOf = async (repoId: string, key: string) =>
    (await claims(`&repo_id=${repoId}`)).find((one) => one.key === key)!.id;
  const accept = (ids: string[], more: object = {}) =>
    world.ask<AcceptedClaims & { detail: string }>('POST', path('state-claims/accept'), { claims: ids, ...more });
  const owners = async () =>
    Object.fromEntries((await get<State[]>('states')).map(({ key, repo_id }) => [key, repo_id]));
  /** The context of a person who sees one repository at the code host. */
  const memberOf = (repoId: string): Ctx => {
    const person = { kind: 'person', session_id: 's', org_id: world.org.id, login: 'mallory', name: 'm' } as const;
    return {
      ...world.api.services,
      principal: { ...person, scopes: ['read'], repositories: [repoId], hint: '' },
      request_id: 'r',
    };
  };
  const seenBy = async (repoId: string) => {
    const ctx = memberOf(repoId);
    const states = await listStates(ctx, { limit: 100, org_id: world.org.id });
    const incidents = await listIncidents(ctx, { limit: 100, org_id: world.org.id });
    const analyses = await listAnalyses(ctx, { limit: 100 });
    const findings = await Promise.all(analyses.items.map(({ id }) => getAnalysis(ctx, { id })));
    return {
      states: states.items.map(({ key }) => key),
      incidents: incidents.items.map(({ resource }) => resource),
      findings: [...new Set(findings.flatMap((one) => one.findings.map(({ state_key }) => state_key)))],
      text: JSON.stringify([states, incidents, analyses, findings]),
    };
  };
  const audit = (action: string) => get<ShownAuditEvent[]>(`audit?action=${action}`);

  test('gives no access to a state and applies no rules by a claim alone, by key or pattern', async () => {
    expect(await owners()).toEqual({ [OFFICE]: null, [SHOP]: null, [FREE]: null });
    const seen = await seenBy(evil);
    expect(seen).toMatchObject({ states: [], incidents: [], findings: [] });
    expect(seen.text).not.toContain('backoffice');
    const analysis = await analyse();
    expect(analysis.findings.map(({ state_key }) => state_key).toSorted()).toEqual([OFFICE, FREE, SHOP].toSorted());
    expect(analysis.ignore_rules).toMatchObject([{ instances: 0, ignored: 0 }]);
    expect((await claims()).map(({ repo_full_name, key, status }) => [repo_full_name, key, status])).toEqual([
      ['acme/backoffice', OFFICE, 'proposed'],
      ['acme/evil', '*', 'proposed'],
      ['acme/evil', OFFICE, 'proposed'],
      ['acme/shop', SHOP, 'proposed'],
    ]);
    expect(await get('states/counts')).toMatchObject({ unmapped: 3, proposed: 3, contested: 0 });
  });

  test('analyses the claimed states of a proposal, and shows nothing of them in its repository', async () => {
    const analysis = await analyse({ repo_id: evil });
    // Without the states that only its pattern matches.
    expect(analysis.states.map(({ key, repo_id }) => [key, repo_id])).toEqual([[OFFICE, null]]);
    expect(analysis.ignore_rules).toMatchObject([{ instances: 0, ignored: 0 }]);
    const seen = await seenBy(evil);
    expect(seen).toMatchObject({ states: [], incidents: [], findings: [] });
    expect(seen.text).not.toContain('backoffice');
    const shown = await getAnalysis(memberOf(evil), { id: analysis.id });
    expect(shown).toMatchObject({ counts: { resources: 0, changed: 0 }, severity: 'none', states: [] });
  });

  test('lets only an admin accept claims, and logs the owners before and after', async () => {
    const ids = [await idOf(office, OFFICE), await idOf(shop, SHOP)];
    const { key } = await world.api.organization('other', 'admin');
    const body = { claims: ids };
    const foreign = await world.api.call('POST', path('state-claims/accept'), { key, body });
    expect(foreign.statusCode).toBe(404);
    expect(await accept(ids)).toMatchObject({ status: 200, body: { accepted: 2, changed: 2 } });
    expect(await owners()).toEqual({ [OFFICE]: office, [SHOP]: shop, [FREE]: null });
    expect(await accept(ids)).toMatchObject({ status: 200, body: { accepted: 0, changed: 0, changes: [] } });
    expect((await audit('state_claims.accept')).map(({ detail }) => detail)).toMatchObject([
      {
        accepted: 2,
        changed: 2,
        before: { [OFFICE]: null, [SHOP]: null },
        after: { [OFFICE]: 'acme/backoffice', [SHOP]: 'acme/shop' },
      },
    ]);
    expect(await seenBy(office)).toMatchObject({ states: [OFFICE], findings: [OFFICE] });
    expect(await seenBy(evil)).toMatchObject({ states: [], incidents: [], findings: [] });
  });

  test('marks a claim to an owned state as contested, triggers nothing, and refuses to accept it without take_over', async () => {
    const exact = await idOf(evil, OFFICE);
    expect(await claims('&status=contested')).toMatchObject([
      { id: exact, state_count: 0, contested_states: [{ key: OFFICE, repo_full_name: 'acme/backoffice' }] },
    ]);
    expect(await accept([exact])).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('have an owner') },
    });
    expect((await analyse({ repo_id: evil })).error?.code).toBe('no_states');
    const states = await get<State[]>('states?claimed=contested');
    expect(states.map(({ key }) => key)).toEqual([OFFICE, SHOP]);
    expect(states[0]?.also_claimed_by).toMatchObject([{ claim_id: exact, status: 'contested' }]);
    expect(await get('states/counts')).toMatchObject({ unmapped: 1, proposed: 1, contested: 2 });
  });

  test('assigns unowned states to an accepted pattern, later ones too, and takes none from an owner', async () => {
    expect(await accept([await idOf(evil, '*')])).toMatchObject({
      body: { accepted: 1, changes: [{ key: FREE, after: { repo_id: evil } }] },
    });
    world.states.set(LATER, fakeState({ later: drifted }));
    await analyse();
    expect(await owners()).toEqual({ [OFFICE]: office, [SHOP]: shop, [FREE]: evil, [LATER]: evil });
    expect(await seenBy(evil)).toMatchObject({ states: [FREE, LATER] });
    // The repository owns these states now, so its rules apply to them, and to no others.
    const { ignore_rules: rules, findings } = await analyse();
    expect(findings.map(({ state_key }) => state_key).toSorted()).toEqual([OFFICE, SHOP]);
    expect(rules).toMatchObject([{ id: 'acme/evil:all', instances: 2 }]);
  });

  test('logs a takeover as such, and ends it with the claim', async () => {
    expect(await accept([await idOf(evil, OFFICE)], { take_over: true })).toMatchObject({
      status: 200,
      body: { accepted: 1, changes: [{ key: OFFICE, before: { repo_id: office }, after: { repo_id: evil } }] },
    });
    expect((await owners())[OFFICE]).toBe(evil);
    expect((await audit('state_claims.take_over')).map(({ detail }) => detail)).toMatchObject([
      { before: { [OFFICE]: 'acme/backoffice' }, after: { [OFFICE]: 'acme/evil' } },
    ]);
    await write(evil, { '.plumbline.yml': statesFile('*') });
    expect((await owners())[OFFICE]).toBe(office);
    expect((await audit('state_claims.end')).map(({ actor, detail }) => [actor.kind, detail])).toMatchObject([
      ['system', { repository: 'acme/evil', ended: [{ key: OFFICE }], count: 1 }],
    ]);
    await write(evil, { '.plumbline.yml': statesFile(OFFICE, '*') });
    expect((await owners())[OFFICE]).toBe(office);
    expect(await claims(`&repo_id=${evil}&status=contested`)).toMatchObject([{ key: OFFICE }]);
  });

  test('treats a widened claim as a new one, and withdraws none for a file that cannot be parsed', async () => {
    const pattern = await idOf(evil, '*');
    await write(shop, { 'more.tf': block(bucket, 'x').replace('terraform {', 'terraform {{') });
    expect((await owners())[SHOP]).toBe(shop);
    held.get(shop)!.files.delete('more.tf');
    await write(shop, { 'main.tf': 'terraform {\n  backend "s3" {' });
    expect((await owners())[SHOP]).toBeNull();
    expect(await get<State[]>(`states?q=${SHOP}`)).toMatchObject([
      { why: expect.stringContaining('does not claim it now'), also_claimed_by: [{ status: 'contested' }] },
    ]);
    await write(shop, { 'main.tf': block(bucket, SHOP) });
    expect((await owners())[SHOP]).toBe(shop);
    await write(evil, { '.plumbline.yml': statesFile('free/*') });
    expect((await owners())[FREE]).toBeNull();
    expect(await accept([pattern])).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('not made any more') },
    });
  });

  test('prefers hand mappings to every claim, also to a takeover', async () => {
    const mappings = [{ state: FREE, repo_id: shop }];
    expect((await world.ask('PUT', path('state-mappings'), { mappings })).status).toBe(200);
    const id = await idOf(evil, 'free/*');
    expect(await accept([id], { take_over: true })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('by hand') },
    });
    expect((await owners())[FREE]).toBe(shop);
    await world.ask('PUT', path('state-mappings'), { mappings: [] });
  });

  test('gives a state to one of two concurrent takeovers, and logs both', async () => {
    const before = (await audit('state_claims.take_over')).length;
    await write(evil, { '.plumbline.yml': statesFile(SHOP) });
    await write(office, { '.plumbline.yml': statesFile(SHOP) });
    const ids = [await idOf(evil, SHOP), await idOf(office, SHOP)];
    const answers = await Promise.all(ids.map((id) => accept([id], { take_over: true })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [last] = await audit('state_claims.take_over');
    expect((await audit('state_claims.take_over')).length).toBe(before + 2);
    const owner = (await owners())[SHOP];
    const names = new Map([
      [evil, 'acme/evil'],
      [office, 'acme/backoffice'],
    ]);
    expect(last?.detail).toMatchObject({ after: { [SHOP]: names.get(owner ?? '') } });
  });

  /** Accepts claims, and calls `change` during each check. Returns the tables that were read, in order. */
  async function acceptBeside(ids: string[], change: () => Promise<void>) {
    const asked: string[] = [];
    const db = world.store.db.withPlugin({
      transformQuery({ node }) {
        asked.push(`${node.kind} ${JSON.stringify(node).match(/"name":"(states|state_mappings)"/)?.[1] ?? ''}`);
        return node;
      },
      async transformResult({ result }) {
        if (Object.keys(result.rows[0] ?? {}).join() === 'key') await change();
        return result;
      },
    });
    const ctx: Ctx = {
      ...world.api.services,
      store: { ...world.store, db },
      principal: { kind: 'operator' },
      request_id: 'r',
    };
    const accepting = acceptStateClaims(ctx, { org_id: world.org.id, claims: ids, take_over: true });
    const answer = await accepting.catch((error: unknown) => error);
    return { answer, asked };
  }
  const changeMappings = async () => {
    const { version, mappings } = await lockStateMappings(scoped(world.store.db, { org_id: world.org.id }));
    await saveStateMappings(scoped(world.store.db, { org_id: world.org.id }), { version: version + 1, mappings });
  };

  test('checks claims outside of transactions, and again after a change, up to a limit', async () => {
    await write(shop, { 'main.tf': block(bucket, SHOP) });
    const ids = [await idOf(shop, SHOP)];
    let changes = 0;
    const once = await acceptBeside(ids, async () => {
      changes += 1;
      if (changes === 1) await changeMappings();
    });
    expect(once.answer).toMatchObject({ accepted: 1 });
    expect((await owners())[SHOP]).toBe(shop);
    const order = once.asked.filter((one) => / states$|^InsertQueryNode state_mappings$/.test(one));
    expect(order).toEqual([
      'SelectQueryNode states',
      'InsertQueryNode state_mappings',
      'SelectQueryNode states',
      'InsertQueryNode state_mappings',
    ]);
    await write(office, { '.plumbline.yml': statesFile(SHOP) });
    const before = (await audit('state_claims.take_over')).length;
    const always = await acceptBeside([await idOf(office, SHOP)], changeMappings);
    expect(always.answer).toMatchObject({ code: 'conflict', message: expect.stringContaining('Try again') });
    expect((await owners())[SHOP]).toBe(shop);
    expect((await audit('state_claims.take_over')).length).toBe(before);
  });

  test('rejects patterns beyond the limit, and reports them in the repository', async () => {
    await write(evil, { '.plumbline.yml': statesFile(...Array.from({ length: 60 }, (_, i) => `p${i}/*`)) });
    const repositories = await world.ask<{ id: string; mapping: { problems: { detail: string }[] } }[]>(
      'GET',
      '/repos?limit=100',
    );
    const { problems } = repositories.body.find(({ id }) => id === evil)!.mapping;
    expect(problems.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(/^10 patterns .* not used/));
    const ids = (await claims(`&repo_id=${evil}`)).map(({ id }) => id);
    expect(await accept(ids)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('50 accepted') } });
    expect(await accept(ids.slice(0, 50))).toMatchObject({ status: 200, body: { accepted: 50 } });
  });
});
