import { describe, expect, test } from 'vitest';
import { databases } from '../../../../testkit/database.ts';
import { WEB, withIncidents, type IncidentWorld } from '../../../../testkit/incident-world.ts';
import type { Incident } from '../incident.ts';
import type { IncidentCounts } from '../list.ts';
import type { IncidentFinding, TimelineIncident } from '../timeline.ts';

describe.each(await databases())('the timeline and the list of incidents on $kind', ({ open }) => {
  let world: IncidentWorld;
  const { cloud, write, analyse, incidents } = withIncidents(open, (made) => {
    world = made;
  });

  test('lists the timeline of a resource in order, with the analysis of each event', async () => {
    write('prod/app', 7, WEB);
    await cloud({ web: { tags: { team: 'b' } } });
    const [first, second] = [await analyse(), await analyse()];
    await cloud({ web: { tags: { team: 'c' } } });
    const third = await analyse();
    await cloud({});
    const fourth = await analyse();
    await cloud({ web: { tags: { team: 'b' } } });
    const fifth = await analyse();
    const [later, earlier] = await incidents();
    const of = async <T>(path: string) => (await world.ask<T>('GET', `/incidents/${earlier!.id}${path}`)).body;
    const story = await of<TimelineIncident[]>('/timeline');
    const found = { severity: 'low', attributes: ['tags["team"]'], resolution: null };
    expect(story.map(({ id, events, omitted }) => ({ id, events, omitted }))).toEqual([
      {
        id: later!.id,
        omitted: 0,
        events: [
          {
            ...found,
            event: 'opened',
            analysis_id: fifth.id,
            times: 1,
            message: fifth.findings[0]!.message,
            at: later!.first_seen_at,
            until: expect.any(String),
          },
        ],
      },
      {
        id: earlier!.id,
        omitted: 0,
        events: [
          {
            ...found,
            event: 'opened',
            analysis_id: first.id,
            times: 2,
            message: first.findings[0]!.message,
            at: earlier!.first_seen_at,
            until: second.started_at,
          },
          {
            ...found,
            event: 'changed',
            analysis_id: third.id,
            times: 1,
            message: third.findings[0]!.message,
            at: third.started_at,
            until: third.started_at,
          },
          {
            event: 'resolved',
            at: fourth.finished_at,
            resolution: 'reverted',
            analysis_id: null,
            times: 0,
            until: null,
            severity: null,
            message: null,
            attributes: [],
          },
        ],
      },
    ]);
    expect(await of<IncidentFinding>('/finding')).toMatchObject({ analysis_id: third.id, finding: third.findings[0] });
    const then = await of<IncidentFinding>(`/finding?analysis_id=${first.id}`);
    expect(then.finding?.attributes).toMatchObject([{ before: 'a', after: 'b' }]);
    expect(await of<IncidentFinding>(`/finding?analysis_id=${fourth.id}`)).toEqual({
      analysis_id: null,
      finding: null,
      next_steps: null,
    });

    const body = { project: world.org.id, resource: 'fake_thing.web', summary: 'Somebody was on call.' };
    const written = (await world.ask<Incident>('POST', '/memory/incidents', body)).body;
    const all = await of<TimelineIncident[]>('/timeline?limit=100');
    expect(all.map(({ id }) => id).toSorted()).toEqual([written.id, later!.id, earlier!.id].toSorted());
    expect(all.find(({ id }) => id === written.id)?.events).toMatchObject([{ event: 'written', severity: null }]);
    expect((await world.ask('GET', `/incidents/${written.id}/finding`)).body).toEqual({
      analysis_id: null,
      finding: null,
      next_steps: null,
    });
  });

  test('filters and counts incidents by text, location and date', async () => {
    write('prod/app', 7, { web: { size: 1 }, other: { size: 1 } });
    write('prod/db', 7, { web: { size: 1 } }, 'another');
    await cloud({ web: { size: 2 }, other: { size: 2 } });
    await analyse();
    const [one] = await incidents('&state_key=prod/db');
    const counted = async (query: string) => {
      const { body } = await world.ask<IncidentCounts>('GET', `/orgs/${world.org.id}/incidents/counts?${query}`);
      expect(body.total).toBe((await incidents(`&${query}`)).length);
      return [body.open, body.resolved];
    };
    expect(await counted('')).toEqual([3, 0]);
    expect(await counted('q=THING.WEB')).toEqual([2, 0]);
    expect(await counted('q=fake_thing.web&state_key=prod/app')).toEqual([1, 0]);
    expect(await counted(`since=${one!.date}&until=${one!.date}`)).toEqual([3, 0]);
    expect(await counted('since=9999-01-01')).toEqual([0, 0]);
    expect(await counted('until=2001-01-01')).toEqual([0, 0]);
    expect(await counted('resolution=reverted')).toEqual([0, 0]);
    await cloud({ other: { size: 2 } });
    await analyse();
    expect(await counted('resolution=reverted')).toEqual([0, 2]);
    expect(await counted('q=100%25')).toEqual([0, 0]);
  });
});
