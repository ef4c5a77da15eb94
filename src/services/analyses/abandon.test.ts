import { sql } from 'kysely';
import { expect, test, describe } from 'vitest';
import { asDatabaseUser } from '../../store/scope.ts';
import { testApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { newId } from '../../base/ids.ts';
import { emptyCounts } from '../../engine/model/analysis.ts';
import { insertAnalysis } from '../../store/queries/analyses.ts';
import { abandonGivenUp } from './finish.ts';

describe.each(await databases())('analyses without a job on $kind', ({ open }) => {
  test('fails analyses without a job, and no others', async () => {
    const store = await open();
    const api = await testApi(store);
    const { id: org_id } = await api.organization('acme', 'read');
    const ask = async () => {
      const row = {
        id: newId('an'),
        org_id,
        status: 'queued' as const,
        severity: 'none' as const,
        trigger: JSON.stringify({ kind: 'api' as const }),
        counts: JSON.stringify(emptyCounts()),
        states: '[]',
      };
      await store.db.transaction().execute(async (trx) => {
        await insertAnalysis(trx, row);
        await api.services.queue.send('analysis', { analysis_id: row.id, org_id }, { db: trx });
      });
      return row.id;
    };
    const [lost, living] = [await ask(), await ask()];
    // As after a process was killed during the last attempt of a job.
    await sql`update pgboss.job set state = 'failed', completed_on = now() where data->>'analysis_id' = ${lost}`.execute(
      asDatabaseUser(store.db),
    );
    expect(await abandonGivenUp(api.services)).toBe(1);
    expect(await abandonGivenUp(api.services)).toBe(0);
    const status = async (id: string) =>
      (await api.call('GET', `/analyses/${id}`, { key: api.operatorKey })).json<object>();
    expect(await status(lost)).toMatchObject({
      status: 'failed',
      error: { code: 'internal' },
      finished_at: expect.any(String),
    });
    expect(await status(living)).toMatchObject({ status: 'queued', error: null });
    await api.close();
    await store.close();
  });
});
