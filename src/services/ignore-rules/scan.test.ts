import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { fakeState, fakeWorldOn } from '../../../testkit/fake-world.ts';
import { readCalls } from '../../../testkit/plugin/fake/control.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import type { IgnoreRules } from './replace.ts';
import type { IgnorePreview } from './preview.ts';

const moved = { note: 'a', size: 1, tags: { team: 'x', env: 'x' } };
const THINGS = {
  same: { note: 'a' },
  note: { ...moved, live: '{"note":"b"}' },
  both: { ...moved, live: '{"note":"b","size":2}' },
  tags: { ...moved, live: '{"tags":{"team":"y","env":"x"}}' },
  gone: { note: 'a', on_read: ['deleted'] },
};

describe.each(await databases())('an analysis with ignore rules on $kind', ({ open }) => {
  let world: Awaited<ReturnType<typeof fakeWorldOn>>;

  beforeAll(async () => {
    world = await fakeWorldOn(open);
    await world.work();
  });
  afterAll(() => world.close());
  beforeEach(() => {
    world.states.clear();
    world.states.set('prod/app', fakeState(THINGS));
    world.states.set('sandbox/app', fakeState(THINGS, 'module.play'));
  });

  async function analyse(...rules: object[]): Promise<Analysis> {
    const given = rules.map((rule) => ({ reason: 'because', ...rule }));
    expect((await world.ask('PUT', `/orgs/${world.org.id}/ignore-rules`, { rules: given })).status).toBe(200);
    return world.until(await world.request());
  }
  // The order in which states finish varies.
  const sorted = <T extends { state_key: string }>(of: T[]) =>
    of.toSorted((a, b) => (a.state_key < b.state_key ? -1 : Number(a.state_key > b.state_key)));
  const drifted = ({ findings }: Analysis) =>
    sorted(findings).map(({ resource, attributes }) => [resource, ...attributes.map(({ path }) => path)]);
  const skipped = ({ coverage }: Analysis) => sorted(coverage).filter(({ verdict }) => verdict === 'skipped');

  const DRIFT = [
    ['fake_thing.note', 'note'],
    ['fake_thing.both', 'note', 'size'],
    ['fake_thing.tags', 'tags["team"]'],
    ['fake_thing.gone'],
  ];
  const PLAY = DRIFT.map(([resource, ...paths]) => [`module.play.${resource}`, ...paths]);

  test('reports all drift without rules', async () => {
    const analysis = await analyse();
    expect(drifted(analysis)).toEqual([...DRIFT, ...PLAY]);
    expect(skipped(analysis)).toEqual([]);
  });

  test('skips ignored instances without reading them, and reports the rule', async () => {
    const before = (await readCalls(world.rig.control)).length;
    const analysis = await analyse(
      { state: 'sandbox/*' },
      { id: 'note', address: 'fake_thing.note' },
      { address: 'fake_thing.gone' },
    );
    expect(drifted(analysis)).toEqual(DRIFT.slice(1, 3));
    expect(skipped(analysis)).toHaveLength(7);
    expect(skipped(analysis)[0]).toEqual({
      resource: 'fake_thing.note',
      type: 'fake_thing',
      state_key: 'prod/app',
      verdict: 'skipped',
      reason: 'ignored',
      detail: 'Ignored by the rule note (organization): because',
      ignored_by: [{ id: 'note', source: 'organization' }],
      provider: 'plumbline.dev/testkit/fake',
    });
    expect(analysis).toMatchObject({
      status: 'completed',
      counts: { resources: 10, skipped: 7, changed: 2, in_sync: 1 },
    });
    const calls = (await readCalls(world.rig.control)).slice(before);
    const read = calls.filter(({ call }) => call === 'ReadResource').map(({ id }) => id);
    expect(new Set(read)).toEqual(new Set(['same', 'both', 'tags']));
  });

  test('ignores attributes: skips instances without other drift, keeps other findings and deletions', async () => {
    const analysis = await analyse(
      { state: 'sandbox/*' },
      { type: 'fake_*', attribute: 'note' },
      { attribute: 'tags' },
    );
    expect(drifted(analysis)).toEqual([['fake_thing.both', 'size'], ['fake_thing.gone']]);
    const inProd = skipped(analysis).filter(({ state_key }) => state_key === 'prod/app');
    expect(inProd.map(({ resource, reason }) => [resource, reason])).toEqual([
      ['fake_thing.note', 'ignored'],
      ['fake_thing.tags', 'ignored'],
    ]);
    expect(analysis.findings[0]?.message).toBe('The size was raised from 1 to 2.');
  });

  test('matches rules on values, and names the rule that hid a difference', async () => {
    const analysis = await analyse(
      { state: 'sandbox/*' },
      { id: 'grown', attribute: 'size', before: { equals: 1 }, after: { at_least: 2 } },
      { id: 'other', attribute: 'note', after: { matches: 'c*' } },
    );
    expect(drifted(analysis)).toEqual([
      ['fake_thing.note', 'note'],
      ['fake_thing.both', 'note'],
      ['fake_thing.tags', 'tags["team"]'],
      ['fake_thing.gone'],
    ]);
    const grown = { id: 'grown', source: 'organization' };
    expect(analysis.coverage.filter(({ ignored_by: by }) => by?.[0]?.id === 'grown')).toMatchObject([
      { resource: 'fake_thing.both', verdict: 'changed', ignored_by: [grown] },
    ]);
    const shown = (await world.ask<Analysis>('GET', `/analyses/${analysis.id}?include=suppressed`)).body;
    expect(
      shown.coverage.flatMap(({ suppressed = [] }) => suppressed).filter(({ stage }) => stage === 'ignore'),
    ).toEqual([{ path: 'size', stage: 'ignore', why: 'because', before: 1, after: 2, rule: grown }]);
  });

  test('reports the use of each rule, after the analysis and later', async () => {
    const rules = [
      { id: 'play', state: 'sandbox/*' },
      { id: 'gone', address: 'module.gone' },
      { id: 'size', attribute: 'size', address: 'fake_thing.same' },
      { id: 'over', type: 'fake_*', expires_at: '2020-01-01T00:00:00Z' },
      { id: 'behind', address: 'module.play' },
    ];
    const { id, ignore_rules: ruleResults } = await analyse(...rules);
    expect(ruleResults.map((one) => [one.id, one.use, one.instances, one.ignored])).toEqual([
      ['play', 'used', 5, 5],
      ['gone', 'unused', 0, 0],
      ['size', 'idle', 1, 0],
      ['over', 'expired', 0, 0],
      ['behind', 'idle', 5, 0],
    ]);
    expect(ruleResults.map(({ warning }) => warning)).toEqual([
      undefined,
      undefined,
      undefined,
      expect.stringContaining('ran out on 2020-01-01'),
      expect.stringContaining('the earlier rule play hides the same resources'),
    ]);
    const usage = async () => (await world.ask<IgnoreRules>('GET', `/orgs/${world.org.id}/ignore-rules`)).body.usage;
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const first = await usage();
    expect(first.slice(0, 2)).toEqual([
      { id: 'play', use: 'used', analysis_id: id, last_matched_at: time },
      { id: 'gone', use: 'unused', analysis_id: id, unused_since: time },
    ]);
    const second = await analyse(...rules);
    expect(await usage()).toMatchObject([
      { use: 'used', analysis_id: second.id },
      { use: 'unused', analysis_id: second.id, unused_since: first[1]?.unused_since },
      {},
      {},
      {},
    ]);
    await analyse({ ...rules[0], reason: 'changed' }, ...rules.slice(1));
    world.states.delete('sandbox/app');
    await analyse({ ...rules[0], reason: 'changed' }, ...rules.slice(1));
    expect((await usage())[0]).toMatchObject({ use: 'unused', last_matched_at: time, unused_since: time });
  });

  test('does not apply expired rules', async () => {
    const analysis = await analyse({ address: 'module.play', expires_at: '2020-01-01T00:00:00Z' });
    expect(drifted(analysis)).toEqual([...DRIFT, ...PLAY]);
  });

  test('reports no drift where all of it is ignored', async () => {
    const analysis = await analyse(
      { address: 'module.play' },
      { address: 'fake_thing.gone' },
      { attribute: 'note' },
      { attribute: 'size' },
      { attribute: 'tags["t*"]' },
    );
    expect(analysis).toMatchObject({
      status: 'completed',
      severity: 'none',
      findings: [],
      counts: { in_sync: 1, skipped: 9 },
    });
  });

  const preview = async (...rules: object[]): Promise<IgnorePreview> => {
    const given = rules.map((rule) => ({ reason: 'because', ...rule }));
    const answer = await world.ask<IgnorePreview>('POST', `/orgs/${world.org.id}/ignore-rules/preview`, {
      rules: given,
    });
    expect(answer.status).toBe(200);
    return answer.body;
  };

  test.each([
    [[{ state: 'sandbox/*' }, { id: 'note', address: 'fake_thing.note' }]],
    [
      [
        { type: 'fake_*', attribute: 'note' },
        { attribute: 'tags["t*"]', state: 'prod/*' },
      ],
    ],
    [
      [
        { attribute: 'size', before: { equals: 1 }, after: { at_least: 2 } },
        { attribute: 'note', after: { matches: 'c*' } },
      ],
    ],
    [[{ address: 'module.play.fake_thing.gone' }, { attribute: 'note' }, { attribute: 'size' }]],
  ])('hides what its preview showed, and brings back what the preview of the old rules shows: %j', async (rules) => {
    await analyse();
    const before = await preview(...rules);
    expect(before).toMatchObject({
      states: 2,
      unread_states: 0,
      complete: true,
      instances: 10,
      findings: 8,
      unsure: 0,
    });
    expect(before).toMatchObject({ back: 0, unseen: 0 });
    const then = await analyse(...rules);
    expect(then.findings).toHaveLength(8 - before.hidden);
    expect(before.rules).toMatchObject(then.ignore_rules.map(({ instances, ignored }) => ({ instances, ignored })));
    const left = (name: string) => then.findings.find(({ resource }) => resource === name)?.attributes.length ?? 0;
    const narrowed = before.examples.map(({ resource, effect }) => [effect, left(resource) > 0]);
    expect(narrowed).toEqual(before.examples.map(({ effect }) => [effect, effect === 'narrowed']));
    // A preview of the current rules changes nothing.
    expect(await preview(...rules)).toMatchObject({ hidden: 0, narrowed: 0, back: 0, unseen: 0, examples: [] });
    const after = await preview();
    expect(after).toMatchObject({ hidden: 0, narrowed: 0, rules: [] });
    const ofPlay = then.coverage.filter(({ ignored_by: by }) => by).length;
    expect(after.back + after.unseen).toBe(ofPlay);
  });

  test('previews the effect of each rule, worst findings first, and names unused rules', async () => {
    await analyse();
    const { rules, examples } = await preview(
      { id: 'a', attribute: 'note' },
      { attribute: 'note', address: 'fake_thing.both' },
      { address: 'fake_thing.same' },
    );
    expect(
      rules.map(({ id, hidden, narrowed, instances, ignored }) => [id, hidden, narrowed, instances, ignored]),
    ).toEqual([
      ['a', 2, 2, 10, 4],
      ['new-2', 0, 0, 1, 0],
      ['new-3', 0, 0, 1, 1],
    ]);
    expect(examples).toHaveLength(4);
    expect(examples[0]).toEqual({
      resource: 'fake_thing.note',
      type: 'fake_thing',
      state_key: 'prod/app',
      kind: 'changed',
      severity: expect.any(String),
      effect: 'hidden',
      attributes: ['note'],
      more_attributes: 0,
    });
  });
});
