import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { fakeState, fakeWorldOn } from '../../../testkit/fake-world.ts';
import { readCalls, writeControl } from '../../../testkit/plugin/fake/control.ts';
import type { StateDocument } from '../../../testkit/state-document.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import { parseEncryption } from '../../engine/state/encryption/config.ts';
import { listDoneStates } from '../../store/queries/runs.ts';
import { runAnalysis } from './run.ts';
import { scoped } from '../../store/scope.ts';

describe.each(await databases())('the states of an analysis on $kind', ({ open }) => {
  let world: Awaited<ReturnType<typeof fakeWorldOn>>;

  beforeAll(async () => {
    world = await fakeWorldOn(open);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.states.clear();
    world.hooks.asksForEtag = undefined;
    await writeControl(world.rig.control, {});
  });

  /** Runs an analysis as a worker does; `leave` stops the worker. */
  function take(id: string) {
    const gone = new AbortController();
    const job = { analysis_id: id, org_id: world.org.id };
    const ended = runAnalysis(world.deps, job, { signal: gone.signal, last: false }).catch(() => undefined);
    return { ended, leave: () => gone.abort(new Error('this worker is gone')) };
  }
  const readsOf = async (id: string) =>
    (await readCalls(world.rig.control)).filter((one) => one.call === 'ReadResource' && one.id === id).length;
  const drifted = { note: 'a', live: '{"note":"b"}' };
  const resources = (analysis: Analysis) =>
    analysis.coverage.map(({ state_key, resource }) => `${state_key} ${resource}`);

  test('shows states before they are checked, and reports each as soon as it is done', async () => {
    world.states.set('a', fakeState({ shown: drifted }));
    world.states.set('b', fakeState({ stuck: {} }));
    await writeControl(world.rig.control, { read: { stuck: ['hang'] } });
    const id = await world.request();
    const { ended, leave } = take(id);
    const running = await world.until(id, ({ states }) => states.some(({ status }) => status === 'read'));
    expect(running.findings).toHaveLength(1);
    expect(running.states.map(({ key, status }) => [key, status])).toEqual([
      ['a', 'read'],
      ['b', 'pending'],
    ]);
    expect(running.progress.done).toBeLessThanOrEqual(running.progress.total);
    leave();
    await ended;
  });

  test('keeps done states when another worker takes over, and stores none twice', async () => {
    for (const key of ['a', 'b', 'c', 'd']) world.states.set(key, fakeState({ [`${key}1`]: drifted, [`${key}2`]: {} }));
    await writeControl(world.rig.control, { read: { c2: ['hang'] } });
    const id = await world.request();
    const first = take(id);
    await world.until(id, ({ states }) => states.filter(({ status }) => status === 'read').length === 3);
    world.states.set('b', fakeState({ b1: drifted, b3: {} }));
    first.leave();
    await first.ended;
    await writeControl(world.rig.control, {});
    await take(id).ended;
    const analysis = await world.show(id);
    expect(analysis).toMatchObject({
      status: 'completed',
      counts: { resources: 8, changed: 4, in_sync: 4 },
      progress: { done: 8, total: 8 },
      ai_summary: expect.stringContaining('4 of 8 resources drifted'),
    });
    expect(resources(analysis)).toEqual(
      ['a a1', 'a a2', 'b b1', 'b b3', 'c c1', 'c c2', 'd d1', 'd d2'].map((one) => one.replace(' ', ' fake_thing.')),
    );
    expect(analysis.findings.map(({ resource }) => resource)).toEqual(
      ['a1', 'b1', 'c1', 'd1'].map((name) => `fake_thing.${name}`),
    );
    // Reads states again that have changed since or were not done, and no others.
    expect(await Promise.all(['a2', 'd2', 'b2', 'b3', 'c2'].map(readsOf))).toEqual([1, 1, 1, 1, 2]);
    expect(await listDoneStates(scoped(world.store.db, { org_id: world.org.id }), id)).toEqual([]);
  });

  test('checks states again that are written during the analysis: an apply is no drift', async () => {
    // The state has three resources with the value "a". An apply changes one, destroys one and creates one.
    const before = { changed: { note: 'a', size: 1 }, destroyed: {}, untouched: drifted };
    world.states.set('a', fakeState(before));
    world.states.set('b', fakeState({ last: {} }));
    await writeControl(world.rig.control, {
      read: { changed: ['slow:400'] },
      live: { changed: { note: 'b' }, destroyed: null },
    });
    const id = await world.request();
    const { ended } = take(id);
    await expect.poll(() => readsOf('changed')).toBe(1);
    const after = { changed: { note: 'b', size: 1 }, untouched: drifted, made: {} };
    world.states.set('a', { ...fakeState(after), serial: 2 });
    await ended;
    const analysis = await world.show(id);
    expect(analysis.status).toBe('completed');
    expect(analysis.findings.map(({ resource }) => resource)).toEqual(['fake_thing.untouched']);
    expect(resources(analysis)).toEqual(
      ['a changed', 'a untouched', 'a made', 'b last'].map((one) => one.replace(' ', ' fake_thing.')),
    );
    expect(analysis.states[0]).toMatchObject({ serial: 2, status: 'read', code: 'state_moved' });
    expect(await readsOf('made')).toBe(1);
  });

  test('is partial where states keep changing, and calls no change after the last read drift', async () => {
    let serial = 1;
    const write = () => world.states.set('a', { ...fakeState({ restless: { size: serial }, calm: drifted }), serial });
    write();
    await writeControl(world.rig.control, { read: { restless: ['slow:50'] }, live: { restless: { size: 0.5 } } });
    const id = await world.request();
    world.hooks.asksForEtag = () => {
      serial += 1;
      write();
    };
    await take(id).ended;
    const analysis = await world.show(id);
    expect(analysis).toMatchObject({
      status: 'partial',
      states: [{ status: 'read', code: 'state_moved', detail: expect.stringContaining('again and again') }],
    });
    expect(analysis.findings.map(({ resource }) => resource)).toEqual(['fake_thing.calm']);
    expect(analysis.coverage[0]).toMatchObject({ verdict: 'unreadable', reason: 'state_moved' });
    expect(await readsOf('restless')).toBeLessThan(10);
  });

  test('reports a state that vanishes during the analysis, without findings', async () => {
    world.states.set('a', fakeState({ vanishing: drifted }));
    world.states.set('b', fakeState({ staying: {} }));
    const id = await world.request();
    world.hooks.asksForEtag = (key) => {
      if (key === 'a') world.states.delete('a');
    };
    await take(id).ended;
    expect(await world.show(id)).toMatchObject({
      status: 'partial',
      findings: [],
      coverage: [{ resource: 'fake_thing.staying' }],
      states: [
        { key: 'a', status: 'unreadable', code: 'not_found' },
        { key: 'b', status: 'read' },
      ],
    });
  });

  test('decrypts states with the keys of the organization’s id, whoever has its login', async () => {
    const file = new URL('../../engine/state/encryption/fixtures/passphrase.json', import.meta.url);
    const { encryption, state } = JSON.parse(readFileSync(file, 'utf8')) as {
      encryption: string;
      state: StateDocument;
    };
    world.states.set('a', state);
    const statusWith = async (keyedBy: string) => {
      const id = await world.request();
      const deps = { ...world.deps, stateKeys: new Map([[keyedBy, [parseEncryption(encryption)]]]) };
      const job = { analysis_id: id, org_id: world.org.id };
      await runAnalysis(deps, job, { signal: new AbortController().signal, last: true });
      return (await world.show(id)).states.map(({ status }) => status);
    };
    expect(await statusWith(world.org.id)).toEqual(['read']);
    const { body } = await world.ask<{ login: string }>('GET', `/orgs/${world.org.id}`);
    expect(await statusWith(body.login)).toEqual(['unreadable']);
  });

  test('checks states again whose drift may explain that of others, after another worker took over', async () => {
    const X = 'arn:aws:iam::aws:policy/X';
    const of = (type: string, name: string, attributes: JsonObject): StateDocument => {
      const { resources, ...state } = fakeState({ [name]: attributes });
      const typed = resources.map((one) => ({
        ...one,
        type,
        instances: one.instances.map((instance) => ({ ...instance, schema_version: 0 })),
      }));
      return { ...state, lineage: name, resources: typed };
    };
    const gone = of('aws_iam_role_policy_attachment', 'x', { role: 'app', policy_arn: X, on_read: ['deleted'] });
    world.states.set('a', { ...gone, resources: [...gone.resources, ...fakeState({ calm: {} }).resources] });
    world.states.set('b', fakeState({ stuck: {} }));
    const role = { managed_policy_arns: [X], live: '{"managed_policy_arns":[]}' };
    world.states.set('c', of('aws_iam_role', 'app', role));
    await writeControl(world.rig.control, { read: { stuck: ['hang'] } });
    const id = await world.request();
    const first = take(id);
    await world.until(id, ({ states }) => states[0]?.status === 'read');
    first.leave();
    await first.ended;
    await writeControl(world.rig.control, {});
    await take(id).ended;
    const { counts, findings } = await world.show(id);
    expect(findings.map(({ resource, caused_by: cause }) => [resource, cause?.resource])).toEqual([
      ['aws_iam_role_policy_attachment.x', undefined],
      ['aws_iam_role.app', 'aws_iam_role_policy_attachment.x'],
    ]);
    expect(counts).toMatchObject({ resources: 4, deleted: 1, changed: 1, following: 1 });
  });
});
