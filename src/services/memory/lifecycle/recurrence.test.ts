import { describe, expect, test } from 'vitest';
import { databases } from '../../../../testkit/database.ts';
import { incidentIds, WEB, withIncidents, type IncidentWorld } from '../../../../testkit/incident-world.ts';

describe.each(await databases())('the recurrence of incidents on $kind', ({ open }) => {
  let world: IncidentWorld;
  const { cloud, write, analyse, incidents, incident } = withIncidents(open, (made) => {
    world = made;
  });

  test('opens a new incident that refers to the earlier one when drift returns', async () => {
    write('prod/app', 1, WEB);
    const drift = { web: { size: 2 } };
    for (const live of [drift, {}, drift, {}, drift]) {
      await cloud(live);
      await analyse();
    }
    const [third, second, first] = await incidents();
    expect((await incidents()).map(({ status, times_seen: times }) => [status, times])).toEqual([
      ['open', 1],
      ['resolved', 1],
      ['resolved', 1],
    ]);
    expect([first?.previous_id, second?.previous_id, third?.previous_id]).toEqual([null, first?.id, second?.id]);
    expect([first?.next_id, second?.next_id, third?.next_id]).toEqual([second?.id, third?.id, null]);
    expect(third!.first_seen_at! > second!.resolved_at!).toBe(true);
    // After a deletion, no link leads to the incident.
    await world.ask('POST', '/memory/recall', { project: world.org.id, intent: 'x' });
    const forgotten = await world.api.call('DELETE', `/memory/incidents/${second!.id}`, { key: world.api.operatorKey });
    expect(forgotten.statusCode).toBe(204);
    expect((await incidents()).map(({ previous_id: previous, next_id: next }) => [previous, next])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('reopens drift whose incident was deleted, and unlinks its findings', async () => {
    write('prod/app', 1, WEB);
    await cloud({ web: { size: 2 } });
    const first = await analyse();
    const { id } = await incident();
    await world.api.call('DELETE', `/memory/incidents/${id}`, { key: world.api.operatorKey });
    expect(incidentIds(await world.show(first.id))).toEqual([null]);
    const second = await analyse();
    expect(await incident()).toMatchObject({ previous_id: null, times_seen: 1 });
    expect(second.findings[0]!.first_seen_at > first.findings[0]!.first_seen_at).toBe(true);
    expect(incidentIds(second)).toEqual([(await incident()).id]);
  });

  test('supersedes a change by a deletion, and a deletion by a change', async () => {
    write('prod/app', 1, { ...WEB, calm: {} });
    for (const live of [{ web: { size: 2 } }, { web: null }, { web: { size: 3 } }]) {
      await cloud(live);
      await analyse();
    }
    expect((await incidents()).map(({ kind, status, resolution }) => [kind, status, resolution])).toEqual([
      ['changed', 'open', null],
      ['deleted', 'resolved', 'superseded'],
      ['changed', 'resolved', 'superseded'],
    ]);
    const [last, , first] = await incidents();
    expect(last?.previous_id).toBe(first?.id);
  });
});
