import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../../testkit/api.ts';
import { withApi } from '../../../testkit/with-api.ts';
import { databases } from '../../../testkit/database.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import { newId } from '../../base/ids.ts';
import { emptyCounts, type Analysis, type SimilarIncident } from '../../engine/model/analysis.ts';
import type { Store } from '../../store/database.ts';
import { insertAnalysis } from '../../store/queries/analyses.ts';
import { insertIncident, type IncidentRow } from '../../store/queries/incidents.ts';
import { noteSimilar } from './similar.ts';
import { writeVectors } from './models/vectors.ts';
import { within, scoped } from '../../store/scope.ts';

const SSH = 'SSH (22/tcp) was opened to the internet outside Terraform';
const BASTION = { resource: 'aws_security_group.bastion', summary: SSH };

describe.each(await databases())('similar incidents of those that an analysis opened, on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let tenants = 0;

  withApi(open, (made) => ({ store, api } = made));

  async function tenant() {
    const { id: org_id, key } = await api.organization(`similar${(tenants += 1)}`, 'write');
    const scope = { org_id };
    const analysis = async () => {
      const texts = { trigger: '{"kind":"api"}', counts: JSON.stringify(emptyCounts()), states: '[]' };
      return (
        await insertAnalysis(store.db, { id: newId('an'), org_id, status: 'completed', severity: 'none', ...texts })
      ).id;
    };
    /** An incident of drift if an analysis opened it, else a manual one. */
    const incident = async (fields: Partial<IncidentRow> & { resource: string; summary: string }) => {
      const drift = fields.opened_by === undefined ? {} : { severity: 'high', state_key: 'prod.tfstate', lineage: 'l' };
      const row = { id: newId('inc'), org_id, repo_id: null, type: null, details: null, date: '2026-01-31' };
      const source = fields.opened_by === undefined ? 'manual' : 'drift';
      const made = await insertIncident(store.db, { ...row, status: 'resolved', source, ...drift, ...fields } as never);
      await writeVectors(scoped(store.db, scope), api.services.embedder, [made]);
      return made.id;
    };
    const get = async <T>(path: string) => (await api.call('GET', path, { key })).json<T>();
    return {
      scope,
      key,
      analysis,
      incident,
      note: (id: string, deps = api.services) => noteSimilar(deps, scoped(store.db, scope), id),
      shown: async (id: string) => (await get<Analysis>(`/analyses/${id}`)).similar,
      similarOf: async (id: string) => (await get<{ similar: SimilarIncident[] }>(`/incidents/${id}`)).similar,
    };
  }

  test('finds the three most similar earlier incidents, above a minimum similarity', async () => {
    const { analysis, incident, note, shown, similarOf } = await tenant();
    const before: string[] = [];
    for (const [at, name] of ['web', 'api', 'batch', 'jump'].entries()) {
      const made = { resource: `aws_security_group.${name}`, summary: SSH, date: `2026-01-0${at + 1}` };
      before.push(await incident(made));
    }
    await incident({ resource: 'aws_sqs_queue.orders', summary: 'The queue was deleted' });
    const now = await analysis();
    const opened = await incident({ ...BASTION, opened_by: now });
    const alone = await incident({ resource: 'aws_glue_job.etl', summary: 'The job was deleted', opened_by: now });
    await note(now);
    const [seen, ...more] = (await shown(now)) ?? [];
    expect(more).toEqual([]);
    expect(seen).toEqual({
      resource: BASTION.resource,
      state_key: 'prod.tfstate',
      incident_id: opened,
      matches: await similarOf(opened),
    });
    const matches = seen?.matches ?? [];
    expect(matches.map(({ id }) => before.includes(id))).toEqual([true, true, true]);
    expect(matches.map(({ similarity }) => similarity)).toEqual(
      matches.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
    );
    expect(matches.at(-1)?.similarity).toBeGreaterThanOrEqual(0.4);
    expect(matches[0]).toEqual({
      id: matches[0]?.id,
      similarity: expect.any(Number),
      date: expect.stringMatching(/^2026-01-0\d$/),
      summary: SSH,
      resource: expect.stringMatching(/^aws_security_group\./),
    });
    expect(await similarOf(alone)).toEqual([]);
    expect(await similarOf(matches[0]?.id ?? '')).toEqual([]);
  });

  test('lists the earlier incident of the same resource first, however similar others are', async () => {
    const { scope, analysis, incident, note, similarOf } = await tenant();
    for (const name of ['a', 'b', 'c']) await incident({ ...BASTION, id: `twin-${name}` });
    const earlier = await incident({
      ...BASTION,
      summary: 'The description was changed from a to b',
      opened_by: await analysis(),
    });
    const now = await analysis();
    const opened = await incident({ ...BASTION, opened_by: now, previous_id: earlier });
    await note(now);
    const found = await similarOf(opened);
    expect(found.map(({ id }) => id)).toEqual([earlier, 'twin-a', 'twin-b']);
    expect(found[0]?.similarity).toBeLessThan(found[1]?.similarity ?? 0);
    const { model, vector } = await api.services.embedder.embed('SSH (22/tcp) was opened to the internet');
    const recalled = await api.services.ranking.nearest(scope, { model, vector: vector!, limit: 50 });
    for (const { id, similarity } of found)
      expect(recalled.find((one) => one.id === id)?.similarity).toBeCloseTo(similarity, 3);
  });

  test('excludes incidents of the same analysis, other repositories and other organizations', async () => {
    const [one, other] = [await tenant(), await tenant()];
    await other.incident(BASTION);
    const repo = async (n: number) => {
      const facts = { full_name: `similar/repo${n}`, private: true };
      return (
        await saveRepository(
          scoped(store.db, { org_id: one.scope.org_id }),
          { codehost: 'github', external_id: n },
          facts,
        )
      ).id;
    };
    const [ours, theirs] = [await repo(1), await repo(2)];
    await one.incident({ ...BASTION, repo_id: theirs });
    const whole = await one.incident({ ...BASTION, date: '2026-02-02' });
    const mine = await one.incident({ ...BASTION, repo_id: ours });
    const now = await one.analysis();
    const opened: string[] = [];
    for (let i = 0; i < 5; i += 1) opened.push(await one.incident({ ...BASTION, repo_id: ours, opened_by: now }));
    await one.note(now);
    for (const id of opened) expect((await one.similarOf(id)).map((match) => match.id)).toEqual([whole, mine]);
    expect(await one.shown(now)).toHaveLength(5);
  });

  test('removes deleted incidents from the similar ones', async () => {
    const { key, scope, analysis, incident, note, shown, similarOf } = await tenant();
    const [first, second] = [
      await incident(BASTION),
      await incident({ ...BASTION, resource: 'aws_security_group.web' }),
    ];
    const now = await analysis();
    const opened = await incident({ ...BASTION, opened_by: now });
    await note(now);
    expect((await similarOf(opened)).map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
    await api.call('DELETE', `/memory/incidents/${first}`, { key });
    expect((await similarOf(opened)).map(({ id }) => id)).toEqual([second]);
    expect((await shown(now))?.[0]?.matches.map(({ id }) => id)).toEqual([second]);
    await api.call('DELETE', `/memory/incidents/${opened}`, { key });
    expect(await shown(now)).toEqual([]);
    expect(
      await within(store.db, 'instance')
        .selectFrom('similar_incidents')
        .selectAll()
        .where('org_id', '=', scope.org_id)
        .execute(),
    ).toEqual([]);
  });

  test('searches again in a rerun, and stores no match twice', async () => {
    const { analysis, incident, note, similarOf } = await tenant();
    const now = await analysis();
    const opened = await incident({ ...BASTION, opened_by: now });
    await note(now);
    expect(await similarOf(opened)).toEqual([]);
    const first = await incident(BASTION);
    for (let i = 0; i < 2; i += 1) await note(now);
    expect((await similarOf(opened)).map(({ id }) => id)).toEqual([first]);
  });

  test('searches for the hundred worst incidents', async () => {
    const { scope, analysis, incident, note, shown } = await tenant();
    await incident(BASTION);
    const now = await analysis();
    for (let i = 0; i < 110; i += 1)
      await incident({ ...BASTION, opened_by: now, severity: i % 2 === 0 ? 'low' : i === 77 ? 'critical' : 'high' });
    let asked = 0;
    const ranking = {
      nearest: (...ask: Parameters<typeof api.services.ranking.nearest>) => {
        asked += 1;
        return api.services.ranking.nearest(...ask);
      },
    };
    await note(now, { ...api.services, ranking });
    expect(asked).toBe(100);
    const seen = (await shown(now)) ?? [];
    expect(seen).toHaveLength(100);
    const severities = await within(store.db, 'instance')
      .selectFrom('incidents')
      .select(['id', 'severity'])
      .where('org_id', '=', scope.org_id)
      .execute();
    const severityOf = new Map(severities.map(({ id, severity }) => [id, severity]));
    expect(seen.map(({ incident_id: id }) => severityOf.get(id))).toEqual([
      'critical',
      ...Array.from({ length: 54 }, () => 'high'),
      ...Array.from({ length: 45 }, () => 'low'),
    ]);
  });
});
