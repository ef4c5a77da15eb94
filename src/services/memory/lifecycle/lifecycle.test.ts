import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databases } from '../../../../testkit/database.ts';
import { fakeState } from '../../../../testkit/fake-world.ts';
import { incidentIds, WEB, withIncidents, type IncidentWorld } from '../../../../testkit/incident-world.ts';
import { makeOrganization } from '../../../../testkit/walk.ts';
import type { JsonObject } from '../../../base/json.ts';
import { asDatabaseUser } from '../../../store/scope.ts';
import { runAnalysis } from '../../analyses/run.ts';

describe.each(await databases())('the lifecycle of incidents on $kind', ({ open }) => {
  let world: IncidentWorld;
  const { cloud, write, start, analyse, incidents, incident } = withIncidents(open, (made) => {
    world = made;
  });

  test('keeps drift beyond the quota as findings, counts it, and opens its incidents once there is room', async () => {
    const quota = (incidents: number | null) =>
      world.api.call('PATCH', `/orgs/${world.org.id}/quotas`, { key: world.api.operatorKey, body: { incidents } });
    write('prod/app', 1, { web: { size: 1 }, app: { size: 1 }, db: { size: 1 } });
    await cloud({ web: { size: 2 }, app: { size: 2 }, db: { size: 2 } });
    await quota(1);
    const first = await analyse();
    expect(first).toMatchObject({ status: 'completed', incidents_omitted: 2 });
    expect(first.findings).toHaveLength(3);
    expect(incidentIds(first).filter((id) => id === null)).toHaveLength(2);
    expect(await incidents()).toHaveLength(1);
    await quota(null);
    const second = await analyse();
    expect(second.incidents_omitted).toBeUndefined();
    expect(new Set(incidentIds(second)).size).toBe(3);
    expect(await incidents()).toHaveLength(3);
  });

  test('opens an incident that describes the drift, and none twice', async () => {
    write('prod/app', 7, WEB);
    await cloud({ web: { tags: { team: 'b' } } });
    const first = await analyse();
    const opened = await incident();
    expect(opened).toMatchObject({
      resource: 'fake_thing.web',
      type: 'fake_thing',
      kind: 'changed',
      severity: 'low',
      status: 'open',
      source: 'drift',
      state_key: 'prod/app',
      attributes: ['tags["team"]'],
      times_seen: 1,
      analyses: [first.id],
      first_seen_at: first.findings[0]?.first_seen_at,
      last_seen_at: first.findings[0]?.first_seen_at,
      resolved_at: null,
      resolution: null,
      previous_id: null,
      next_id: null,
    });
    expect(opened.date).toBe(opened.first_seen_at?.slice(0, 10));
    expect(opened.summary).toContain('fake_thing.web');
    expect(opened.details).toContain('tags["team"]: "a" → "b"');
    expect(incidentIds(first)).toEqual([opened.id]);

    const second = await analyse();
    const again = await incident();
    expect(again).toMatchObject({ id: opened.id, times_seen: 2, analyses: [second.id, first.id], status: 'open' });
    expect(again.last_seen_at! > opened.last_seen_at!).toBe(true);
    expect(second.findings).toMatchObject([{ incident_id: opened.id, first_seen_at: opened.first_seen_at }]);
    expect(await incidents('&source=drift&status=open&severity=low&resource=fake_thing.web')).toEqual([again]);
    for (const other of ['source=manual', 'status=resolved', 'severity=high', 'resource=fake_thing.other'])
      expect(await incidents(`&${other}`)).toEqual([]);
  });

  test('retries a deletion that the database rolled back', async () => {
    write('prod/app', 1, WEB);
    await cloud({ web: { size: 2 } });
    await analyse();
    const { id } = await incident();
    const { db } = world.store;
    await sql`create sequence taken_back`.execute(asDatabaseUser(db));
    await sql`
      create function take_back() returns trigger language plpgsql as $$ begin
        if nextval('taken_back') <= 2 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return old;
      end $$`.execute(asDatabaseUser(db));
    await sql`create trigger take_back before delete on incidents for each row execute function take_back()`.execute(
      asDatabaseUser(db),
    );
    const answer = await world.api.call('DELETE', `/memory/incidents/${id}`, { key: world.api.operatorKey });
    await sql`drop function take_back cascade`.execute(asDatabaseUser(db));
    await sql`drop sequence taken_back`.execute(asDatabaseUser(db));
    expect(answer.statusCode).toBe(204);
    expect(await incidents()).toEqual([]);
  });

  test('neither duplicates nor resolves incidents of moved and copied states', async () => {
    write('prod/app', 1, WEB);
    await cloud({ web: { size: 2 } });
    await analyse();
    const { id } = await incident();
    world.states.delete('prod/app');
    write('prod/moved', 2, WEB);
    await analyse();
    expect(await incident()).toMatchObject({ id, state_key: 'prod/moved', times_seen: 2, status: 'open' });
    // A copy of the state that equals the cloud, listed after the original and then before it.
    write('prod/zcopy', 1, { web: { size: 2, tags: { team: 'a' } } });
    await analyse();
    world.states.delete('prod/moved');
    write('prod/moved', 2, WEB);
    await analyse();
    expect(await incident()).toMatchObject({ id, times_seen: 4, status: 'open' });
    // The copy with the drift cannot be read, so the other copy does not count.
    world.states.set('prod/moved', { version: 99 } as never);
    await analyse();
    expect(await incident()).toMatchObject({ id, times_seen: 4, status: 'open' });
    // The copy with the drift is gone, so the other one counts.
    world.states.delete('prod/moved');
    await analyse();
    expect(await incident()).toMatchObject({ status: 'resolved', resolution: 'codified' });
  });

  test('counts nothing twice after another worker took over, and keeps its resolutions', async () => {
    write('a', 1, { lasting: { size: 1 }, over: { size: 1 } });
    write('b', 1, { slow: { size: 1 }, stuck: {} }, 'another');
    const drift = { size: 2 };
    await cloud({ over: drift });
    await analyse();
    await cloud({ lasting: drift, slow: drift }, { stuck: ['hang'] });
    const id = await start();
    const take = (signal: AbortSignal) =>
      runAnalysis(world.deps, { analysis_id: id, org_id: world.org.id }, { signal, last: false }).catch(
        () => undefined,
      );
    const gone = new AbortController();
    const first = take(gone.signal);
    await world.until(id, ({ states }) => states[0]?.status === 'read');
    gone.abort(new Error('this worker is gone'));
    await first;
    const seen = async () =>
      Object.fromEntries((await incidents()).map((one) => [one.resource, [one.status, one.times_seen]]));
    expect(await seen()).toMatchObject({ 'fake_thing.lasting': ['open', 1], 'fake_thing.over': ['open', 1] });
    await cloud({ lasting: drift, slow: drift });
    await take(new AbortController().signal);
    expect(await seen()).toEqual({
      'fake_thing.lasting': ['open', 1],
      'fake_thing.slow': ['open', 1],
      'fake_thing.over': ['resolved', 1],
    });
  });

  test('separates incidents of organizations with the same states', async () => {
    const other = await makeOrganization(world.store, `other-${Math.random()}`);
    write('prod/app', 1, WEB);
    await cloud({ web: { size: 2 } });
    await analyse();
    const mine = await incident();
    await analyse(other);
    const theirs = await incidents('', other);
    expect(theirs).toMatchObject([{ org_id: other.id, times_seen: 1, status: 'open' }]);
    expect(theirs[0]!.id).not.toBe(mine.id);
    await cloud({});
    await analyse(other);
    expect(await incidents('', other)).toMatchObject([{ status: 'resolved' }]);
    expect(await incident()).toEqual(mine);
  });

  test('opens no incident for side effects', async () => {
    const X = 'arn:aws:iam::aws:policy/X';
    const of = (type: string, name: string, attributes: JsonObject) =>
      fakeState({ [name]: attributes }).resources.map((one) => ({
        ...one,
        type,
        instances: one.instances.map((instance) => ({ ...instance, schema_version: 0 })),
      }));
    const role = { managed_policy_arns: [X], live: '{"managed_policy_arns":[]}' };
    const attachment = { role: 'app', policy_arn: X, on_read: ['deleted'] };
    const resources = [...of('aws_iam_role_policy_attachment', 'x', attachment), ...of('aws_iam_role', 'app', role)];
    world.states.set('prod/app', { ...fakeState({}), resources });
    const { findings } = await analyse();
    expect(findings.map(({ resource, incident_id: id }) => [resource, id === null])).toEqual([
      ['aws_iam_role_policy_attachment.x', false],
      ['aws_iam_role.app', true],
    ]);
    expect((await incident()).resource).toBe('aws_iam_role_policy_attachment.x');
  });
});
