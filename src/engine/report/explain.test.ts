import { describe, expect, test } from 'vitest';
import type { Coverage, Finding } from '../model/analysis.ts';
import { explain, nearest } from './explain.ts';

const AWS = 'registry.terraform.io/hashicorp/aws';
const entry = (of: Partial<Coverage>): Coverage => ({
  resource: 'aws_vpc.a',
  type: 'aws_vpc',
  state_key: 's',
  provider: AWS,
  verdict: 'in_sync',
  ...of,
});
const finding: Finding = {
  resource: 'aws_vpc.a',
  type: 'aws_vpc',
  provider: AWS,
  kind: 'changed',
  severity: 'low',
  severity_rule: 'words',
  severity_reason: 'only tags or texts changed',
  state_key: 's',
  message: '',
  attributes: [
    { path: 'tags["a"]', before: 'x', after: 'y', sensitive: false, requires_replace: false, action: 'changed' },
  ],
  first_seen_at: '2026-01-02T03:04:05.000Z',
  fingerprint: '',
  incident_id: null,
};
const analysis = (coverage: Coverage[], findings: Finding[] = []) => ({
  id: 'an_1',
  coverage,
  findings,
  providers: [{ source: AWS, version: '5.100.0', protocol: 5 as const }],
});

test('lists suppressed differences and drift, with location and provider', () => {
  const suppressed = [{ path: 'arn', stage: 'computed-only', why: 'w', before: 'a', after: 'b' }];
  const place = { region: 'eu-west-1', account_id: '123456789012' };
  const [explanation] = explain(
    analysis([entry({ verdict: 'changed', suppressed, ...place })], [finding]),
    'aws_vpc.a',
  );
  expect(explanation).toMatchObject({
    verdict: 'changed',
    severity_reason: 'only tags or texts changed',
    provider_version: '5.100.0',
    ...place,
    steps: [suppressed[0], { path: 'tags["a"]', before: 'x', after: 'y', stage: 'drift' }],
  });
  expect(explanation?.hints).toEqual([
    expect.stringContaining('lifecycle.ignore_changes'),
    expect.stringContaining('default_tags'),
  ]);
});

test('explains an address in each state that has it', () => {
  const explanations = explain(
    analysis([entry({ verdict: 'changed' }), entry({ state_key: 't' })], [finding]),
    'aws_vpc.a',
  );
  expect(explanations.map(({ state_key, steps, hints }) => [state_key, steps.length, hints.length])).toEqual([
    ['s', 1, 2],
    ['t', 0, 0],
  ]);
});

describe('nearest', () => {
  const ADDRESSES = [
    'aws_vpc.main',
    'module.net.aws_subnet.private[0]',
    'module.net.aws_subnet.private[1]',
    'aws_sqs_queue.jobs',
  ];

  test.each([
    ['aws_subnet.private', ADDRESSES.slice(1, 3)],
    ['aws_vpc.man', ['aws_vpc.main']],
    ['module.net.aws_subnet.private[7]', ADDRESSES.slice(1, 3)],
    ['nothing.like.it.at.all', []],
  ])('of %s', (asked, expected) => {
    expect(nearest(asked, ADDRESSES)).toEqual(expected);
  });
});
