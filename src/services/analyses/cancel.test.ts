import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { fakeState, fakeWorldOn } from '../../../testkit/fake-world.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import type { ShownAuditEvent } from '../audit/list.ts';

describe.each(await databases())('canceling on $kind', ({ open }) => {
  let world: Awaited<ReturnType<typeof fakeWorldOn>>;

  beforeAll(async () => {
    world = await fakeWorldOn(open);
  });
  afterAll(() => world.close());

  const cancel = (id: string) => world.ask<Analysis & { code?: string }>('POST', `/analyses/${id}/cancel`);

  test('cancels a waiting analysis at once, and never runs it', async () => {
    world.states.set('quick', fakeState({ one: { note: 'a' } }));
    const [canceled, run] = [await world.request(), await world.request()];
    const answer = await cancel(canceled);
    expect(answer).toMatchObject({ status: 200, body: { id: canceled, status: 'canceled', started_at: null } });
    expect(answer.body.finished_at).not.toBeNull();
    await world.work();
    expect(await world.until(run)).toMatchObject({ status: 'completed', counts: { resources: 1, in_sync: 1 } });
    expect(await world.show(canceled)).toEqual({
      ...answer.body,
      findings: [],
      coverage: [],
      ignore_rules: [],
      suggestions: [],
      similar: [],
      calls: { calls: 0, failed: 0, refused: 0, saved: 0, throttled: 0 },
    });
    await expect.poll(() => world.api.services.queue.depth('analysis')).toEqual({ waiting: 0, active: 0, failed: 0 });
  });

  test('stops a running analysis although its provider hangs, keeps its findings, and starts the next one', async () => {
    world.states.clear();
    world.states.set('a', fakeState({ seen: { note: 'a', live: '{"note":"b"}' } }));
    world.states.set('b', fakeState({ stuck: { on_read: ['hang'] } }));
    const id = await world.request();
    await world.until(id, ({ findings }) => findings.length > 0);
    expect(await cancel(id)).toMatchObject({
      status: 200,
      body: {
        status: 'canceled',
        severity: 'medium',
        counts: { resources: 1, changed: 1 },
        ai_summary: expect.stringMatching(/^Canceled; .* 1 resource /),
      },
    });
    const depth = () => world.api.services.queue.depth('analysis');
    await expect.poll(depth).toEqual({ waiting: 0, active: 0, failed: 0 });

    const ended = await world.show(id);
    expect(ended).toMatchObject({ status: 'canceled', findings: [{ resource: 'fake_thing.seen' }], error: null });
    world.states.delete('b');
    const next = await world.until(await world.request());
    expect(next).toMatchObject({ status: 'completed', counts: { resources: 1, changed: 1 } });
    expect(await world.show(id)).toEqual(ended);
  });

  test('refuses to cancel an ended analysis, and lets one of several concurrent cancels win and be logged', async () => {
    const done = await world.until(await world.request());
    expect(await cancel(done.id)).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: expect.stringContaining('completed') },
    });
    expect(await world.show(done.id)).toEqual(done);

    world.states.set('b', fakeState({ stuck: { on_read: ['hang'] } }));
    const id = await world.request();
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(409)]);
    const log = await world.ask<ShownAuditEvent[]>('GET', `/orgs/${world.org.id}/audit?target_id=${id}`);
    expect(log.body.map(({ action }) => action)).toEqual(['analysis.cancel', 'analysis.request']);
    expect(log.body[0]?.detail).toEqual({
      status: { before: expect.stringMatching(/queued|running/), after: 'canceled' },
    });
  });
});
