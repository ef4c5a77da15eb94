import { beforeEach, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { withApi } from '../../../testkit/with-api.ts';
import { databases } from '../../../testkit/database.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import { makeOrganization, WALKED_CLOUD } from '../../../testkit/walk.ts';
import type { Trigger } from '../../engine/model/analysis.ts';
import type { Store } from '../../store/database.ts';
import { listAnalyses } from '../../store/queries/analyses-page.ts';
import { getAnalysis } from '../../store/queries/analyses.ts';
import { startAnalysis } from '../../store/queries/runs.ts';
import { listRequests } from '../../store/queries/analysis-requests.ts';
import { updateOrganization } from '../../store/queries/organizations.ts';
import { dropClosed, requestRun, type Requested, type RunRequest } from './request.ts';
import { within, scoped } from '../../store/scope.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 31, 9, 30, second));
const push = (sha: string): Trigger => ({ kind: 'push', ref: 'main', sha, actor: 'ann' });
const pull = (number: number, sha: string): Trigger => ({
  kind: 'pull_request',
  pull_request: number,
  ref: 'fix',
  sha,
});

describe.each(await databases())('asking for an analysis, on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let org: string;
  let repo: string;
  let made = 0;

  withApi(open, (ready) => ({ store, api } = ready), [WALKED_CLOUD]);
  beforeEach(async () => {
    made += 1;
    org = (await makeOrganization(store, `acme-${made}`)).id;
    const facts = { full_name: `acme-${made}/shop`, private: true, default_branch: 'main' };
    repo = (await saveRepository(scoped(store.db, { org_id: org }), { codehost: 'github', external_id: made }, facts))
      .id;
  });

  const ask = (more: Partial<RunRequest> & { trigger: Trigger }) =>
    store.db.transaction().execute((trx) => requestRun(trx, api.services, { org_id: org, repo_id: repo, ...more }));
  async function asked(more: Partial<RunRequest> & { trigger: Trigger }): Promise<Requested> {
    const answer = await ask(more);
    if ('skipped' in answer) throw new Error(answer.skipped);
    return answer;
  }
  const all = () => listAnalyses(scoped(store.db, { org_id: org }), { limit: 100, after: undefined });
  const show = async (id: string) => (await getAnalysis(scoped(store.db, { org_id: org }), id))!;
  const dropped = async (id: string) =>
    (await listRequests(scoped(store.db, { org_id: org }), id)).map((one) => [one.trigger.sha, one.dropped_as]);
  const start = (id: string) =>
    store.db.transaction().execute((trx) => startAnalysis(scoped(trx, { org_id: org }), { id, started_at: at(0) }));

  test('merges equal waiting requests, but not those of another scope or of a running analysis', async () => {
    const first = await asked({ trigger: push('a') });
    expect(await asked({ trigger: pull(1, 'b') })).toMatchObject({ analysis_id: first.analysis_id, reused: true });
    const wide = await asked({ trigger: { kind: 'schedule' }, repo_id: null });
    const below = await asked({ trigger: { kind: 'api' }, repo_id: null, state_prefix: 'net/' });
    expect([wide.reused, below.reused]).toEqual([false, false]);
    await start(first.analysis_id);
    expect(await asked({ trigger: push('a') })).toMatchObject({ reused: false });
    expect(await all()).toHaveLength(4);
  });

  test('counts a repeated event once', async () => {
    const event = { trigger: push('a'), key: 'push/a', seen_at: at(1) };
    const first = await asked(event);
    await start(first.analysis_id);
    expect(await asked(event)).toEqual({ ...first, reused: true });
    expect(await dropped(first.analysis_id)).toEqual([['a', null]]);
  });

  test('replaces a waiting push by a newer one, and never the other way round', async () => {
    const first = await asked({ trigger: push('a'), seen_at: at(1) });
    const second = await asked({ trigger: push('b'), seen_at: at(3) });
    expect(await ask({ trigger: push('a'), seen_at: at(2) })).toEqual({ skipped: 'outdated' });
    expect(second.analysis_id).toBe(first.analysis_id);
    expect((await show(first.analysis_id)).trigger).toEqual(push('b'));
    expect(await dropped(first.analysis_id)).toEqual([
      ['a', 'superseded'],
      ['b', null],
    ]);
  });

  test('keeps the trigger of an analysis that others wait for too, and replaces no running one', async () => {
    const { analysis_id: id } = await asked({ trigger: { kind: 'api', actor: 'key_1' } });
    await asked({ trigger: pull(1, 'a'), seen_at: at(1) });
    await asked({ trigger: pull(2, 'x'), seen_at: at(1) });
    await asked({ trigger: pull(1, 'b'), seen_at: at(2) });
    expect((await show(id)).trigger).toEqual({ kind: 'api', actor: 'key_1' });
    const droppedTriggers = [
      [undefined, null],
      ['a', 'superseded'],
      ['x', null],
      ['b', null],
    ];
    expect(await dropped(id)).toEqual(droppedTriggers);
    await start(id);
    expect(await asked({ trigger: pull(2, 'y'), seen_at: at(3) })).toMatchObject({ reused: false });
    expect(await dropped(id)).toEqual(droppedTriggers);
  });

  test('cancels what waits for a closed pull request alone, and analyses it again when it is reopened', async () => {
    const close = (number: number) =>
      store.db
        .transaction()
        .execute((trx) => dropClosed(trx, api.services, { org_id: org, repo_id: repo, pull_request: number }));
    const one = { trigger: pull(1, 'a'), key: 'pull/1/a', seen_at: at(1) };
    const { analysis_id: id } = await asked(one);
    await asked({ trigger: pull(2, 'b'), seen_at: at(1) });
    await close(1);
    expect((await show(id)).status).toBe('queued');
    await close(2);
    expect(await show(id)).toMatchObject({ status: 'canceled', started_at: null });
    expect(await start(id)).toBe(false);
    const again = await asked(one);
    expect(again).toMatchObject({ reused: false });
    await start(again.analysis_id);
    await close(1);
    expect((await show(again.analysis_id)).status).toBe('running');
    expect(await asked(one)).toMatchObject({ reused: false });
  });

  test('accepts another rerequest of a check after its fresh analysis', async () => {
    const { analysis_id: fresh } = await asked({ trigger: push('a') });
    await start(fresh);
    const ended = { status: 'completed', finished_at: new Date() } as const;
    await within(store.db, 'instance').updateTable('analyses').set(ended).where('id', '=', fresh).execute();
    const again = { trigger: { ...push('a'), kind: 'rerequest' }, key: `rerequest/run/1/${fresh}` } as const;
    expect(await asked({ ...again, fresh })).toMatchObject({ analysis_id: fresh, reused: true });
    const { analysis_id: id } = await asked(again);
    expect(id).not.toBe(fresh);
    expect(await asked(again)).toMatchObject({ analysis_id: id, reused: true });
  });

  test('reuses a fresh analysis that runs or has completed, but no canceled one', async () => {
    const { analysis_id: fresh } = await asked({ trigger: push('a') });
    await start(fresh);
    expect(await asked({ trigger: pull(1, 'b'), fresh })).toMatchObject({ analysis_id: fresh, reused: true });
    await api.call('POST', `/analyses/${fresh}/cancel`, { key: api.operatorKey });
    expect(await asked({ trigger: pull(1, 'c'), fresh })).toMatchObject({ reused: false });
  });

  test('starts no analysis where none may run', async () => {
    const change = (changes: object) => updateOrganization(store.db, org, changes);
    const facts = { full_name: `acme-${made}/shop`, private: true, default_branch: 'main' };
    const identity = { codehost: 'github', external_id: made };
    await saveRepository(scoped(store.db, { org_id: org }), identity, { ...facts, archived: true });
    expect(await ask({ trigger: push('a') })).toEqual({ skipped: 'archived' });
    await saveRepository(scoped(store.db, { org_id: org }), identity, { ...facts, archived: false });
    await change({ suspended_at: at(0) });
    expect(await ask({ trigger: push('a') })).toEqual({ skipped: 'suspended' });
    await change({ suspended_at: null, uninstalled_at: at(0) });
    expect(await ask({ trigger: { kind: 'schedule' }, repo_id: null })).toEqual({ skipped: 'uninstalled' });
    await change({ uninstalled_at: null });
    expect(await ask({ trigger: push('a'), repo_id: 'repo_of_somebody_else' })).toEqual({ skipped: 'repository_gone' });
    await api.call('PATCH', `/orgs/${org}/aws`, { key: api.operatorKey, body: { state_bucket: null } });
    expect(await ask({ trigger: push('a') })).toEqual({ skipped: 'not_configured' });
    expect(await all()).toEqual([]);
  });

  test('merges equal API requests of a repository, unless they have an idempotency key', async () => {
    const post = (body: object, headers: Record<string, string> = {}) =>
      api.call('POST', `/orgs/${org}/analyses`, { key: api.operatorKey, body, headers });
    const first = (await post({ repo_id: repo })).json<{ id: string }>();
    expect(first).toMatchObject({ repo_id: repo, repo_full_name: `acme-${made}/shop` });
    expect((await post({ repo_id: repo })).json()).toEqual(first);
    const own = { 'idempotency-key': 'mine' };
    const second = (await post({ repo_id: repo }, own)).json<{ id: string }>();
    expect(second.id).not.toBe(first.id);
    expect((await post({ repo_id: repo }, own)).json()).toEqual(second);
    expect((await post({}, own)).statusCode).toBe(409);
    // Another request joins it and asks for an inventory: a repetition is still the same request.
    const whole = { 'idempotency-key': 'whole' };
    const third = (await post({}, whole)).json<{ id: string }>();
    expect((await post({ unmanaged: true })).json()).toMatchObject({ id: third.id });
    expect((await post({}, whole)).json()).toMatchObject({ id: third.id });
    expect((await post({ repo_id: 'repo_0000000000000000000000' })).statusCode).toBe(404);
  });

  test('merges concurrent requests at two instances', async () => {
    const other = await testApi(store, [WALKED_CLOUD]);
    try {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          store.db.transaction().execute((trx) =>
            requestRun(trx, n % 2 ? api.services : other.services, {
              org_id: org,
              repo_id: repo,
              trigger: push(`${n % 5}`),
              key: `push/${n % 5}`,
              seen_at: at(n % 5),
            }),
          ),
        ),
      );
      const ids = answers.flatMap((one) => ('skipped' in one ? [] : [one.analysis_id]));
      expect(new Set(ids).size).toBe(1);
      expect(await all()).toMatchObject([{ trigger: push('4'), status: 'queued' }]);
      expect((await dropped(ids[0]!)).filter(([, as]) => as === null)).toEqual([['4', null]]);
    } finally {
      await other.close();
    }
  });
});
