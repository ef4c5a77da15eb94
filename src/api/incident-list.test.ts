import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { withApi } from '../../testkit/with-api.ts';
import type { Incident } from '../services/memory/incident.ts';
import type { IncidentCounts } from '../services/memory/list.ts';
import { insertIncident } from '../store/queries/incidents.ts';
import type { Store } from '../store/database.ts';

const SEVERITIES = ['low', 'critical', null, 'high'] as const;
const COUNT = 410;

describe.each(await databases())('the list of incidents on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let org: { id: string; key: string };

  withApi(open, (made) => ({ store, api } = made));

  beforeAll(async () => {
    org = await api.organization('acme', 'read');
    for (let i = 0; i < COUNT; i += 1) {
      const severity = SEVERITIES[i % 4]!;
      await insertIncident(store.db, {
        id: `inc-${String(i).padStart(3, '0')}`,
        org_id: org.id,
        resource: i === 7 ? '=cmd.x' : `aws_vpc.r[${i}]`,
        type: i % 2 === 0 ? 'aws_vpc' : 'aws_subnet',
        summary: 'Its CIDR, "10.0.0.0/16", changed.',
        date: `2026-01-${String(1 + (i % 28)).padStart(2, '0')}`,
        status: i % 5 === 0 ? 'resolved' : 'open',
        source: severity === null ? 'manual' : 'drift',
        severity,
        kind: severity === null ? null : i % 3 === 0 ? 'deleted' : 'changed',
        region: i < 100 ? 'eu-west-1' : null,
        account_id: i < 10 ? '111111111111' : null,
      });
    }
  });

  const path = (query: string, of = '') => `/orgs/${org.id}/incidents${of}?${query}`;
  const page = async (query: string) => {
    const answer = await api.call('GET', path(query), { key: org.key });
    expect([query, answer.statusCode]).toEqual([query, 200]);
    const next = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    return { items: answer.json<Incident[]>(), next };
  };
  async function all(query: string): Promise<Incident[]> {
    const found: Incident[] = [];
    for (let cursor = ''; ;) {
      const { items, next } = await page(`limit=60&${query}${cursor}`);
      found.push(...items);
      if (next === undefined) return found;
      cursor = `&cursor=${next}`;
    }
  }

  const rank = ({ severity }: Incident) =>
    severity === null ? 6 : ['critical', 'high', 'medium', 'low', 'none'].indexOf(severity) + 1;
  const newest = (a: Incident, b: Incident) => (a.date === b.date ? (a.id < b.id ? 1 : -1) : a.date < b.date ? 1 : -1);
  test.each([
    ['', newest],
    ['sort=oldest', (a: Incident, b: Incident) => newest(b, a)],
    ['sort=severity', (a: Incident, b: Incident) => rank(a) - rank(b) || newest(a, b)],
  ] as const)('is sorted by %j on all its pages', async (query, order) => {
    const found = await all(query);
    expect(new Set(found.map(({ id }) => id)).size).toBe(COUNT);
    expect(found.map(({ id }) => id)).toEqual(found.toSorted(order).map(({ id }) => id));
  });

  test('goes on from a cursor of another order, and refuses a text that no list gave out', async () => {
    const next = (await page('limit=2&sort=severity')).next!;
    expect(decodeURIComponent(next)).toMatch(/^1\.2026-01-/);
    await page(`limit=2&cursor=${next}`);
    await page('limit=2&sort=severity&cursor=2026-01-05:inc-1');
    const wrong = await api.call('GET', path('cursor=9.2026-01-05:x'), { key: org.key });
    expect(wrong.statusCode).toBe(422);
  });

  test('is filtered by kind, type, region and account, and counts name what there is to choose', async () => {
    const counts = async (query: string) =>
      (await api.call('GET', path(query, '/counts'), { key: org.key })).json<IncidentCounts>();
    for (const query of ['kind=deleted', 'type=aws_subnet', 'region=eu-west-1', 'account=111111111111&kind=changed']) {
      const found = await all(query);
      expect(found.length).toBeGreaterThan(0);
      expect([query, (await counts(query)).total]).toEqual([query, found.length]);
    }
    expect((await all('type=aws_subnet')).every(({ type }) => type === 'aws_subnet')).toBe(true);
    expect(await counts('region=none')).toMatchObject({
      total: 0,
      types: ['aws_subnet', 'aws_vpc'],
      regions: ['eu-west-1'],
      accounts: ['111111111111'],
    });
  });

  test('is exported as CSV, in the same order and only to its organization', async () => {
    const other = await api.organization('other', 'read');
    const answer = await api.call('GET', path('sort=severity', '/csv'), { key: org.key });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, ...rows] = answer.body.split('\r\n').filter((row) => row !== '');
    expect(head).toMatch(/^"status","resolution","severity","change","resource",/);
    expect(rows).toHaveLength(COUNT);
    expect(rows[0]).toContain('"critical"');
    expect(answer.body).toContain('"Its CIDR, ""10.0.0.0/16"", changed."');
    expect(answer.body).toContain(`"'=cmd.x"`);
    const some = await api.call('GET', path('status=resolved&kind=deleted', '/csv'), { key: org.key });
    const wanted = await all('status=resolved&kind=deleted');
    expect(some.body.split('\r\n').filter((row) => row !== '')).toHaveLength(wanted.length + 1);
    expect((await api.call('GET', path('', '/csv'), { key: other.key })).statusCode).toBe(404);
  });
});
