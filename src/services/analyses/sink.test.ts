import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { makeOrganization } from '../../../testkit/walk.ts';
import { composeEmbedder } from '../../server/compose-models.ts';
import { newId } from '../../base/ids.ts';
import { emptyCounts, type StateReport } from '../../engine/model/analysis.ts';
import { emptyTotals } from '../../engine/report/totals.ts';
import type { Store } from '../../store/database.ts';
import { endAsCanceled, getAnalysis, insertAnalysis } from '../../store/queries/analyses.ts';
import { startAnalysis } from '../../store/queries/runs.ts';
import { storeSink } from './sink.ts';
import { scoped } from '../../store/scope.ts';

describe.each(await databases())('the sink of an analysis on $kind', ({ open }) => {
  let store: Store;
  const embedder = composeEmbedder();
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const report = (i: number, status: StateReport['status']): StateReport => ({
    key: `s${i}`,
    serial: null,
    lineage: null,
    terraform_version: null,
    status,
    repo_id: null,
  });

  /** A new analysis of `states` states, with a clock that only the test moves. */
  async function scanning(states: number) {
    const { id: org_id } = await makeOrganization(store, `sink-${newId('org').slice(-8)}`);
    const { id } = await insertAnalysis(store.db, {
      id: newId('an'),
      org_id,
      status: 'queued',
      severity: 'none',
      trigger: JSON.stringify({ kind: 'api' }),
      counts: JSON.stringify(emptyCounts()),
      states: '[]',
    });
    const run = { id, started_at: new Date() };
    await startAnalysis(scoped(store.db, { org_id }), run);
    const clock = { now: 0 };
    const sink = storeSink({ embedder }, scoped(store.db, { org_id }), run, () => clock.now);
    const all = Array.from({ length: states }, (_, i) => i);
    await sink.planned(
      all.map((i) => ({ key: `s${i}`, size: 1, etag: 'e' })),
      all.map((i) => report(i, 'pending')),
    );
    const row = () => getAnalysis(scoped(store.db, { org_id }), id);
    return {
      clock,
      done: (position: number) =>
        sink.results(
          { position, report: report(position, 'read'), results: [], done: { etag: 'e', totals: emptyTotals() } },
          { done: 0, total: 0 },
        ),
      read: async () => (await row())?.states.flatMap(({ status }, i) => (status === 'read' ? [i] : [])),
      listed: async () => (await row())?.states.map(({ key }) => key),
      cancel: () =>
        endAsCanceled(scoped(store.db, { org_id }), id, {
          finished_at: new Date(),
          counts: emptyCounts(),
          severity: 'none',
          ai_summary: '',
        }),
    };
  }

  test('stores each report where there are few states', async () => {
    const { done, read } = await scanning(3);
    for (const i of [2, 0]) await done(i);
    expect(await read()).toEqual([0, 2]);
  });

  test('stores reports once a second where there are many states, and all of them at the end', async () => {
    const { clock, done, read, listed, cancel } = await scanning(501);
    for (const i of [0, 7, 8]) await done(i);
    expect(await read()).toEqual([0]);
    clock.now += 1_000;
    await done(500);
    expect(await read()).toEqual([0, 7, 8, 500]);
    await done(9);
    await cancel();
    expect(await read()).toEqual([0, 7, 8, 9, 500]);
    expect(await listed()).toEqual(Array.from({ length: 501 }, (_, i) => `s${i}`));
  });
});
