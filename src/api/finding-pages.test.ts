import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { findingOf, stateOf, storeAnalysis } from '../../testkit/stored-analysis.ts';
import { withApi } from '../../testkit/with-api.ts';
import { severityRank, type Coverage, type Finding, type Severity } from '../engine/model/analysis.ts';
import type { FindingDetails } from '../services/views/next-steps.ts';
import type { FindingGroups } from '../services/analyses/group-findings.ts';
import type { ListedAnalysis } from '../services/analyses/overview.ts';
import { moduleOf } from '../texts/grouping.ts';
import type { Store } from '../store/database.ts';
import { asDatabaseUser } from '../store/scope.ts';

const SEVERITIES: Severity[] = ['low', 'critical', 'medium', 'high'];
const [A, B] = ['a.tfstate', 'b.tfstate'];
/** Keys may contain any characters, including dots and brackets. */
const MODULES = ['', 'module.net.', 'module.net["a.b[0]\\"]"].module.x[3].', 'module.net.', 'module.モジュール.'];

/** Findings of two states, with every severity in every module. */
const FINDINGS = [A, B].map((state_key) =>
  Array.from({ length: 40 }, (_, i) => {
    const type = i % 2 === 0 ? 'aws_subnet' : 'aws_sqs_queue';
    return findingOf(`${MODULES[i % 5]}${type}.r[${i}]`, {
      state_key,
      type,
      severity: SEVERITIES[i % 4]!,
      kind: i % 7 === 0 ? 'deleted' : 'changed',
      message: i === 3 ? 'Port 22 is open to the World.' : 'tags["env"] changed outside Terraform.',
      ...(i === 5 && { caused_by: { resource: 'aws_subnet.r[0]', state_key } }),
      region: i < 30 ? 'eu-west-1' : 'us-east-1',
      ...(i > 3 && { account_id: i < 20 ? '111111111111' : '222222222222' }),
      first_seen_at: new Date(Date.UTC(2026, 0, 1 + (i % 9))).toISOString(),
      fingerprint: `${state_key === A ? 'a' : 'b'}${i}`,
    });
  }),
);
const GAPS = [
  { resource: 'aws_vpc.a', verdict: 'in_sync' as const },
  { resource: 'aws_vpc.b', verdict: 'unreadable' as const, reason: 'denied', detail: 'Not allowed: ec2:DescribeVpcs' },
  { resource: 'aws_vpc.c', verdict: 'unreadable' as const, reason: 'timeout' },
  { resource: 'aws_vpc.d', verdict: 'skipped' as const, reason: 'ignored' },
];

describe.each(await databases())('findings page by page on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let org: { id: string; key: string };
  let id: string;

  withApi(open, (made) => ({ store, api } = made));

  beforeAll(async () => {
    org = await api.organization('acme', 'read');
    const states = [stateOf(A), stateOf(B), stateOf('c.tfstate', { status: 'unreadable' })];
    id = await storeAnalysis(store.db, org.id, { findings: FINDINGS, gaps: GAPS, states, status: 'partial' });
    const rule = JSON.stringify([{ id: 'legacy', source: 'organization' }]);
    await sql`update coverage set ignored_by = ${rule}::jsonb where resource = 'aws_vpc.d'`.execute(
      asDatabaseUser(store.db),
    );
  });

  async function get<T>(path: string): Promise<T> {
    const answer = await api.call('GET', path, { key: org.key });
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answer.json<T>();
  }

  /** All pages, by the links in the responses. */
  async function all<T>(path: string): Promise<T[]> {
    const found: T[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const answer = await api.call('GET', next, { key: org.key });
      expect([next, answer.statusCode]).toEqual([next, 200]);
      found.push(...answer.json<T[]>());
      const { link } = answer.headers;
      next = /^<\/api\/v1([^>]*)>/.exec(String(link ?? ''))?.[1];
    }
    return found;
  }

  test('lists every finding once, the worst first, then by address', async () => {
    const inOrder = (a: Finding, b: Finding) =>
      severityRank(a.severity) - severityRank(b.severity) ||
      Buffer.compare(Buffer.from(a.resource), Buffer.from(b.resource));
    const placeOf = ({ severity, resource }: Finding) => [severity, resource];
    const nameOf = ({ resource, state_key: key }: Finding) => `${key} ${resource}`;
    const found = await all<Finding>(`/analyses/${id}/findings?limit=7`);
    expect(found.map(placeOf)).toEqual(FINDINGS.flat().toSorted(inOrder).map(placeOf));
    expect(found.map(nameOf).toSorted()).toEqual(FINDINGS.flat().map(nameOf).toSorted());
  });

  test('tells new drift from what an earlier analysis found', async () => {
    const first_seen_at = new Date(Date.now() + 60_000).toISOString();
    const findings = [[findingOf('aws_vpc.old'), findingOf('aws_vpc.new', { first_seen_at })]];
    const path = `/analyses/${await storeAnalysis(store.db, org.id, { findings })}`;
    for (const [seen, resource] of [
      ['new', 'aws_vpc.new'],
      ['before', 'aws_vpc.old'],
    ] as const) {
      expect(await all<Finding>(`${path}/findings?seen=${seen}`)).toMatchObject([{ resource }]);
      expect(await get<FindingGroups>(`${path}/groups?seen=${seen}`)).toMatchObject({ total: 1 });
    }
  });

  test.each<[string, (finding: Finding) => boolean]>([
    [`state=${B}`, (one) => one.state_key === B],
    ['state=nothing', () => false],
    ['severity=high', (one) => one.severity === 'high'],
    ['severity_at_least=high', (one) => severityRank(one.severity) <= 1],
    ['kind=deleted', (one) => one.kind === 'deleted'],
    ['type=aws_subnet', (one) => one.type === 'aws_subnet'],
    ['region=us-east-1&type=aws_subnet', (one) => one.region === 'us-east-1' && one.type === 'aws_subnet'],
    ['account=222222222222', (one) => one.account_id === '222222222222'],
    ['repo_id=repo_0', () => false],
    ['q=THE%20world', (one) => one.message.includes('World')],
    ['q=SQS', (one) => one.type === 'aws_sqs_queue'],
    ['module=', (one) => moduleOf(one.resource) === ''],
    [`module=${encodeURIComponent(moduleOf(MODULES[2]!))}`, (one) => one.resource.startsWith(MODULES[2]!)],
    [`module=${encodeURIComponent(moduleOf(MODULES[4]!))}`, (one) => one.resource.startsWith(MODULES[4]!)],
    [
      `q=r%5B1&state=${A}&kind=changed`,
      (one) => /r\[1/.test(one.resource) && one.state_key === A && one.kind === 'changed',
    ],
  ])('filters and counts by %s', async (query, fits) => {
    const expected = FINDINGS.flat().filter(fits);
    const found = await all<Finding>(`/analyses/${id}/findings?limit=200&${query}`);
    expect(found.map(({ resource }) => resource).toSorted()).toEqual(
      expected.map(({ resource }) => resource).toSorted(),
    );
    const groups = await get<FindingGroups>(`/analyses/${id}/groups?${query}`);
    expect(groups.total).toBe(expected.length);
    expect(groups.severities.high).toBe(expected.filter(({ severity }) => severity === 'high').length);
    expect(groups.kinds.deleted).toBe(expected.filter(({ kind }) => kind === 'deleted').length);
    expect(groups.following).toBe(expected.filter((one) => one.caused_by).length);
    const keys = Object.groupBy(expected, (one) => `${one.state_key} ${moduleOf(one.resource)}`);
    const numbers = ({ total, following }: { total: number; following: number }) => ({ total, following });
    expect(Object.fromEntries(groups.groups.map((one) => [`${one.state_key} ${one.module}`, numbers(one)]))).toEqual(
      Object.fromEntries(
        Object.entries(keys).map(([key, list = []]) => [
          key,
          { total: list.length, following: list.filter((one) => one.caused_by).length },
        ]),
      ),
    );
    expect(groups.more).toBe(0);
  });

  test.each<[string, (finding: Finding) => string]>([
    ['address', ({ resource }) => resource],
    ['newest', ({ first_seen_at: at }) => String(-Date.parse(at)).padStart(20)],
  ])('sorts by %s, each finding once however the pages are cut', async (sort, by) => {
    const found = await all<Finding>(`/analyses/${id}/findings?limit=7&sort=${sort}`);
    expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(80);
    const keys = found.map((one) => Buffer.from(by(one)));
    expect(keys).toEqual(keys.toSorted((a, b) => (sort === 'newest' ? Number(a) - Number(b) : Buffer.compare(a, b))));
  });

  test('lists what findings can be narrowed by, whatever the filter', async () => {
    const { types, regions, accounts } = await get<FindingGroups>(`/analyses/${id}/groups?severity=high`);
    expect({ types, regions, accounts }).toEqual({
      types: ['aws_sqs_queue', 'aws_subnet'],
      regions: ['eu-west-1', 'us-east-1'],
      accounts: ['111111111111', '222222222222'],
    });
  });

  test('shows one finding with what can be done about it, and only to its organization', async () => {
    const { finding, next_steps } = await get<FindingDetails>(`/analyses/${id}/findings/b3`);
    expect(finding).toMatchObject({ resource: 'module.net.aws_sqs_queue.r[3]', state_key: B, fingerprint: 'b3' });
    expect(next_steps).toEqual({
      revert: {
        plan: "terraform plan -target='module.net.aws_sqs_queue.r[3]'",
        apply: "terraform apply -target='module.net.aws_sqs_queue.r[3]'",
      },
      accept: null,
      console_url: null,
      code: null,
    });
    const other = await api.organization('other', 'read');
    for (const [path, key] of [
      [`/analyses/${id}/findings/b3`, other.key],
      [`/analyses/${id}/findings/zz`, org.key],
      [`/analyses/${id}/csv`, other.key],
    ] as const)
      expect([path, (await api.call('GET', path, { key })).statusCode]).toEqual([path, 404]);
  });

  test('exports the findings that fit as CSV', async () => {
    const answer = await api.call('GET', `/analyses/${id}/csv?severity=critical&sort=address`, { key: org.key });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head = '', first = '', ...more] = answer.body.split('\r\n');
    expect(head).toMatch(/^"severity","change","resource"/);
    expect(first).toMatch(/^"critical","changed","aws_sqs_queue.r\[25\]"/);
    expect(more.filter((one) => one !== '')).toHaveLength(19);
  });

  test('lists verdicts by state with suppressed changes, and filters by verdict, reason, text or rule', async () => {
    const names = async (query: string) =>
      (await all<Coverage>(`/analyses/${id}/coverage?limit=1&${query}`))
        .map(({ resource }) => resource.slice(-1))
        .join('');
    expect(await names('')).toBe('abcd');
    expect(await names('verdict=unreadable')).toBe('bc');
    expect(await names('verdict=unreadable&reason=timeout')).toBe('c');
    expect(await names('q=DESCRIBE')).toBe('b');
    expect(await names('suppressed=rule')).toBe('d');
    expect(await names(`state=${B}`)).toBe('');
  });

  test('leaves the long lists out of a brief analysis, and reports in Markdown', async () => {
    const brief = await get<Record<string, unknown>>(`/analyses/${id}/overview`);
    expect(brief).not.toHaveProperty('findings');
    expect(brief).toMatchObject({ id, state_counts: { in_all: 3, pending: 0, read: 2, unreadable: 1 } });
    expect(brief.not_checked).toMatchObject([
      { reason: 'denied', count: 1 },
      { reason: 'timeout', count: 1 },
    ]);
    const report = await api.call('GET', `/analyses/${id}/report`, { key: org.key });
    expect([report.statusCode, report.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(report.body).toContain('aws_sqs_queue.r[3]');
    expect(report.body).toContain('Not allowed: ec2:DescribeVpcs');
  });

  test('counts the checked resources of a running analysis', async () => {
    const running = await storeAnalysis(store.db, org.id, {
      status: 'running',
      gaps: GAPS,
      findings: [[findingOf('aws_subnet.a', { caused_by: { resource: 'aws_vpc.a', state_key: A } })]],
    });
    const { counts } = await get<{ counts: Record<string, number> }>(`/analyses/${running}/overview`);
    expect(counts).toMatchObject({ resources: 4, in_sync: 1, unreadable: 2, skipped: 1, following: 1 });
  });

  test('lists analyses by trigger, severity and time, optionally without states', async () => {
    const { id: own } = await api.organization('lists', 'read');
    const quiet = await storeAnalysis(store.db, own, {});
    const findings = [[findingOf('aws_vpc.a', { severity: 'high' })]];
    const loud = await storeAnalysis(store.db, own, { findings, state_prefix: 'prod/' });
    const list = async (query: string) => {
      const answer = await api.call('GET', `/orgs/${own}/analyses?${query}`, { key: api.operatorKey });
      return answer.json<ListedAnalysis[]>().map((one) => one.id);
    };
    expect(await list('severity_at_least=high')).toEqual([loud]);
    expect(await list('severity_at_least=low&trigger=api')).toEqual([loud]);
    expect(await list('trigger=schedule')).toEqual([]);
    expect(await list('since=2000-01-01T00:00:00Z')).toEqual([loud, quiet].toSorted().toReversed());
    expect(await list('until=2000-01-01T00:00:00Z')).toEqual([]);
    // Two analyses of the same millisecond have no fixed order.
    const path = `/orgs/${own}/analyses?limit=1&severity_at_least=low`;
    const whole = (await api.call('GET', path, { key: api.operatorKey })).json<ListedAnalysis[]>();
    const brief = (await api.call('GET', `${path}&without=states`, { key: api.operatorKey })).json<ListedAnalysis[]>();
    const { states, ...rest } = whole[0]!;
    expect([states?.length, rest.state_prefix, brief]).toEqual([1, 'prod/', [rest]]);
  });

  test('lists unconfirmed deletions first among unchecked resources', async () => {
    const gone = { verdict: 'suspect' as const, reason: 'deletion_unconfirmed' };
    const denied = ['b', 'c'].map((name) => ({
      resource: `aws_vpc.${name}`,
      verdict: 'unreadable' as const,
      reason: 'denied',
    }));
    const gaps = [...denied, { resource: 'aws_vpc.a', ...gone }];
    const unsure = await storeAnalysis(store.db, org.id, { findings: [[]], gaps, status: 'partial' });
    const { not_checked: first } = await get<{ not_checked: object[] }>(`/analyses/${unsure}/overview`);
    expect(first).toMatchObject([
      { ...gone, count: 1 },
      { reason: 'denied', count: 2 },
    ]);
  });
});
