import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../testkit/api.ts';
import { withApi } from '../../testkit/with-api.ts';
import { databases } from '../../testkit/database.ts';
import { newId } from '../base/ids.ts';
import { emptyCounts, type Coverage } from '../engine/model/analysis.ts';
import { insertAnalysis } from '../store/queries/analyses.ts';
import { insertCoverage } from '../store/queries/coverage.ts';
import type { Store } from '../store/database.ts';

describe.each(await databases())('an analysis on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;

  withApi(open, (made) => ({ store, api } = made));

  test('reports suppressed changes on request', async () => {
    const { id: orgId, key } = await api.organization('acme', 'read');
    const counts = JSON.stringify(emptyCounts());
    const { id } = await insertAnalysis(store.db, {
      id: newId('an'),
      org_id: orgId,
      trigger: '{"kind":"api"}',
      status: 'completed',
      severity: 'none',
      counts,
      states: '[]',
    });
    const suppressed = [{ path: 'tags_all["team"]', stage: 'tags', why: 'a default tag' }];
    const row = {
      analysis_id: id,
      org_id: orgId,
      state_key: 'a.tfstate',
      type: 'aws_vpc',
      verdict: 'in_sync' as const,
    };
    await insertCoverage(store.db, [
      { ...row, position: 0, resource: 'aws_vpc.a', suppressed: JSON.stringify(suppressed) },
      { ...row, position: 1, resource: 'aws_vpc.b' },
    ]);
    const ask = async (query: string) => {
      const answer = await api.call('GET', `/analyses/${id}${query}`, { key });
      return answer.json<{ coverage: Coverage[] }>().coverage.map((one) => one.suppressed);
    };
    expect(await ask('')).toEqual([undefined, undefined]);
    expect(await ask('?include=suppressed')).toEqual([suppressed, undefined]);
    expect((await api.call('GET', `/analyses/${id}?include=all`, { key })).statusCode).toBe(422);
  });
});
