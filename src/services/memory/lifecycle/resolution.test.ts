import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databases } from '../../../../testkit/database.ts';
import { fakeState } from '../../../../testkit/fake-world.ts';
import { WEB, withIncidents, type IncidentWorld } from '../../../../testkit/incident-world.ts';
import { temporaryDirectory } from '../../../../testkit/tmp.ts';
import { within } from '../../../store/scope.ts';
import { runAnalysis } from '../../analyses/run.ts';
import type { Incident } from '../incident.ts';

describe.each(await databases())('the resolution of incidents on $kind', ({ open }) => {
  let world: IncidentWorld;
  const { cloud, write, start, analyse, incidents, incident } = withIncidents(open, (made) => {
    world = made;
  });

  test.each([
    ['reverted, with the state as it was', 1, WEB, {}, 'reverted'],
    ['reverted, by an apply of something else', 2, { web: { size: 1, tags: { team: 'z' } } }, {}, 'reverted'],
    ['codified', 2, { web: { size: 2, tags: { team: 'a' } } }, { web: { size: 2 } }, 'codified'],
    ['removed from the state', 2, { other: {} }, { web: { size: 2 } }, 'removed_from_state'],
  ] as const)('resolves an incident: %s', async (_how, serial, things, live, resolution) => {
    write('prod/app', 1, WEB);
    await cloud({ web: { size: 2 } });
    await analyse();
    write('prod/app', serial, things);
    await cloud(live);
    const last = await analyse();
    const { resolved_at, ...ended } = await incident();
    expect(ended).toMatchObject({ status: 'resolved', resolution, times_seen: 1 });
    expect(resolved_at).toBe(last.finished_at);
  });

  test('resolves the incidents of a recreated resource and of an ignored one', async () => {
    write('prod/app', 1, { gone: {}, ...WEB });
    await cloud({ gone: null, web: { size: 2, tags: { team: 'b' } } });
    await analyse();
    // A rule about one attribute leaves the others.
    const rule = (attribute: string) => ({ reason: 'x', address: 'fake_thing.web', attribute });
    const rules = (...all: object[]) => world.ask('PUT', `/orgs/${world.org.id}/ignore-rules`, { rules: all });
    expect((await rules(rule('tags'))).status).toBe(200);
    write('prod/app', 2, { gone: {}, ...WEB });
    await cloud({ web: { size: 2, tags: { team: 'b' } } });
    await analyse();
    const byResource = async () =>
      Object.fromEntries((await incidents()).map((one) => [one.resource, [one.kind, one.status, one.resolution]]));
    expect(await byResource()).toEqual({
      'fake_thing.gone': ['deleted', 'resolved', 'reverted'],
      'fake_thing.web': ['changed', 'open', null],
    });
    await rules(rule('tags'), rule('size'));
    await analyse();
    expect(await byResource()).toMatchObject({ 'fake_thing.web': ['changed', 'resolved', 'ignored'] });
  });

  test('resolves by a rule only what it matches', async () => {
    const tags = { team: 'a', noise: '1' };
    const rule = { reason: 'x', address: 'fake_thing.web', attribute: 'tags["noise"]' };
    await world.ask('PUT', `/orgs/${world.org.id}/ignore-rules`, { rules: [rule] });
    write('prod/app', 1, { web: { size: 1, tags } });
    await cloud({ web: { tags: { team: 'b', noise: '2' } } });
    await analyse();
    await cloud({ web: { tags: { team: 'a', noise: '3' } } });
    await analyse();
    expect(await incident()).toMatchObject({ status: 'resolved', resolution: 'reverted' });
  });

  test.each([
    ['another one was applied meanwhile', { team: 'a', cost: '9' }, 'reverted'],
    ['its own was', { team: 'b' }, 'codified'],
  ])('compares only the drifted tag with the state: %s', async (_what, tags, resolution) => {
    write('prod/app', 1, WEB);
    await cloud({ web: { tags: { team: 'b' } } });
    await analyse();
    write('prod/app', 2, { web: { size: 1, tags } });
    await cloud({});
    await analyse();
    expect(await incident()).toMatchObject({ status: 'resolved', resolution });
  });

  test('resolves the incidents of a deleted state after a full analysis only', async () => {
    write('prod/app', 1, WEB);
    write('prod/other', 1, { other: {} }, 'another');
    write('dev/app', 1, { dev: {} }, 'third');
    await cloud({ web: { size: 2 } });
    await analyse();
    world.states.delete('prod/app');
    await analyse(world.org, { state_prefix: 'prod/' });
    expect((await incident()).status).toBe('open');
    world.states.set('dev/app', { version: 99 } as never);
    await analyse();
    expect((await incident()).status).toBe('open');
    write('dev/app', 1, { dev: {} }, 'third');
    await analyse();
    expect(await incident()).toMatchObject({ status: 'resolved', resolution: 'removed_from_state' });
  });

  test.each([
    ['by the next analysis', 'beside'],
    ['at once where it was the last one', 'alone'],
  ])('resolves the incidents of a removed state source as such, %s', async (_, where) => {
    const owner = where === 'alone' ? await world.api.organization('without-a-bucket', 'admin') : world.org;
    const org = { ...world.org, id: owner.id };
    await using dir = await temporaryDirectory();
    await writeFile(join(dir.path, 'app.tfstate'), JSON.stringify({ ...fakeState(WEB), serial: 1, lineage: where }));
    const path = `/orgs/${org.id}/state-sources/disk`;
    const key = world.api.operatorKey;
    await world.api.call('PUT', path, { key, body: { kind: 'directory', settings: { path: dir.path } } });
    await cloud({ web: { size: 2 } });
    await analyse(org);
    const only = async () =>
      (await world.api.call('GET', `/orgs/${org.id}/incidents`, { key }))
        .json<Incident[]>()
        .map((one) => [one.status, one.resolution]);
    expect(await only()).toEqual([['open', null]]);
    expect((await world.api.call('DELETE', path, { key })).statusCode).toBe(204);
    if (where === 'beside') {
      expect(await only()).toEqual([['open', null]]);
      write('prod/other', 1, { other: {} }, 'another');
      await analyse(org);
    }
    expect(await only()).toEqual([['resolved', 'source_removed']]);
  });

  test('keeps incidents open of what could not be read: an instance, a state, a failed or canceled analysis', async () => {
    write('prod/app', 1, { ...WEB, calm: {} });
    await cloud({ web: { size: 2 } });
    await analyse();
    await cloud({}, { web: ['error'] });
    expect((await analyse()).status).toBe('partial');
    expect((await incident()).status).toBe('open');
    world.states.set('prod/app', { version: 99 } as never);
    expect((await analyse()).status).toBe('failed');
    expect((await incident()).status).toBe('open');
    world.states.clear();
    expect((await analyse()).error?.code).toBe('no_states');
    expect((await incident()).status).toBe('open');

    write('prod/app', 1, { ...WEB, calm: {} });
    write('prod/stuck', 1, { stuck: {} }, 'another');
    await cloud({}, { stuck: ['hang'] });
    const id = await start();
    const gone = new AbortController();
    const running = runAnalysis(
      world.deps,
      { analysis_id: id, org_id: world.org.id },
      { signal: gone.signal, last: true },
    );
    await world.until(id, ({ states }) => states.some(({ status }) => status === 'read'));
    expect((await world.ask('POST', `/analyses/${id}/cancel`)).status).toBe(200);
    await running;
    expect((await incident()).status).toBe('open');
    expect(await within(world.store.db, 'instance').selectFrom('incident_endings').selectAll().execute()).toEqual([]);
    await cloud({});
    await analyse();
    expect(await incident()).toMatchObject({ status: 'resolved', resolution: 'reverted', times_seen: 1 });
  });
});
