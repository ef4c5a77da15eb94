import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { makeOrganization } from '../../../testkit/walk.ts';
import { newId } from '../../base/ids.ts';
import { emptyCounts } from '../../engine/model/analysis.ts';
import { createCallCounts } from '../../clouds/aws/gateway/sessions/call-counts.ts';
import type { Action } from '../../clouds/aws/gateway/call/types.ts';
import type { Store } from '../../store/database.ts';
import { insertAnalysis } from '../../store/queries/analyses.ts';
import { startAnalysis, type Run } from '../../store/queries/runs.ts';
import { listCalls, sumCalls } from '../../store/queries/analysis-calls.ts';
import { AnalysisEnded, callStore } from './sink.ts';
import { within, scoped } from '../../store/scope.ts';

const action = (name: string, ...permissions: string[]): Action => ({
  service: 'iam',
  name,
  kind: 'read',
  protocol: 'query',
  permissions,
});
const roles = { action: action('GetRole', 'iam:GetRole'), region: 'us-east-1' };
const users = { action: action('GetUser', 'iam:GetUser'), region: 'us-east-1' };
const none = { calls: 0, saved: 0, throttled: 0, refused: 0, failed: 0 };

describe.each(await databases())('the calls of an analysis on $kind', ({ open }) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  async function analysis() {
    const { id: org_id } = await makeOrganization(store, `calls-${newId('org').slice(-8)}`);
    const scope = { org_id };
    const { id } = await insertAnalysis(store.db, {
      id: newId('an'),
      org_id,
      status: 'queued',
      severity: 'none',
      trigger: JSON.stringify({ kind: 'api' }),
      counts: JSON.stringify(emptyCounts()),
      states: '[]',
    });
    /** Starts a run, with its call counts and a function that stores them. */
    const started = async (started_at: Date) => {
      const run: Run = { id, started_at };
      await startAnalysis(scoped(store.db, scope), run);
      const counts = createCallCounts();
      const write = callStore(scoped(store.db, scope), run);
      return { at: counts.at('111111111111'), tell: () => write(counts.rows()), run };
    };
    const list = (of = scope) => listCalls(scoped(store.db, of), id);
    const sum = (of = scope) => sumCalls(scoped(store.db, of), id);
    return { id, started, list, sum, scope };
  }

  test('stores repeated reports once, with the latest figures', async () => {
    const { started, list, sum } = await analysis();
    const { at, tell } = await started(new Date());
    at.count(roles, 'calls');
    at.count(users, 'refused');
    await tell();
    await tell();
    at.count(roles, 'saved', 4);
    await tell();
    const place = { account: '111111111111', region: 'us-east-1', service: 'iam' };
    expect(await list()).toEqual([
      { ...place, action: 'GetRole', permissions: ['iam:GetRole'], ...none, calls: 1, saved: 4 },
      { ...place, action: 'GetUser', permissions: ['iam:GetUser'], ...none, refused: 1 },
    ]);
    expect(await sum()).toEqual({ ...none, calls: 1, saved: 4, refused: 1 });
  });

  test('adds the calls of a run that takes over, and keeps those of the earlier run', async () => {
    const { started, sum } = await analysis();
    const dead = await started(new Date('2026-01-01T00:00:00Z'));
    dead.at.count(roles, 'calls', 3);
    await dead.tell();
    const next = await started(new Date('2026-01-01T00:01:00Z'));
    next.at.count(roles, 'calls', 2);
    await next.tell();
    dead.at.count(roles, 'calls');
    await dead.tell();
    expect(await sum()).toMatchObject({ calls: 6 });
  });

  test('hides calls from other organizations, and stores none for a deleted analysis', async () => {
    const { id, started, list, sum, scope } = await analysis();
    const other = await analysis();
    const { at, tell } = await started(new Date());
    at.count(roles, 'calls');
    await tell();
    expect(await list(other.scope)).toEqual([]);
    expect(await sum(other.scope)).toEqual(none);
    await within(store.db, 'instance')
      .deleteFrom('analyses')
      .where('id', '=', id)
      .where('org_id', '=', scope.org_id)
      .execute();
    at.count(roles, 'calls');
    await expect(tell()).rejects.toThrow(AnalysisEnded);
    expect(await list()).toEqual([]);
  });
});
