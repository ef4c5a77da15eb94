import { expect, test } from 'vitest';
import type { Incident } from '../../services/memory/incident.ts';
import { incidentText } from './text.ts';

const INCIDENT: Incident = {
  id: 'inc_2',
  org_id: 'org_1',
  repo_id: null,
  resource: 'aws_security_group.bastion',
  type: 'aws_security_group',
  summary: 'SSH was opened to the internet',
  details: null,
  date: '2026-01-31',
  status: 'open',
  source: 'drift',
  created_at: '2026-01-31T09:30:00.000Z',
  kind: 'changed',
  severity: 'critical',
  state_key: 'prod.tfstate',
  region: 'eu-west-1',
  account_id: null,
  attributes: ['ingress'],
  first_seen_at: '2026-01-31T09:30:00.000Z',
  last_seen_at: '2026-01-31T09:30:00.000Z',
  resolved_at: null,
  resolution: null,
  times_seen: 1,
  analyses: ['an_1'],
  previous_id: 'inc_1',
  next_id: null,
  similar: [
    {
      id: 'inc_1',
      similarity: 0.9,
      date: '2025-12-24',
      summary: 'SSH stood\nopen',
      resource: 'aws_security_group.bastion',
    },
    {
      id: 'pm\u001b[2J',
      similarity: 0.4,
      date: '2025-06-01',
      summary: 'RDP \u202eopen',
      resource: 'aws_instance.jump',
    },
  ],
};

test('ends with similar incidents, and prints no control characters', () => {
  expect(incidentText(INCIDENT)).toBe(
    [
      '2026-01-31  open  critical  changed  aws_security_group.bastion',
      'prod.tfstate  eu-west-1',
      'ingress',
      'Seen once, first 2026-01-31 09:30 UTC.',
      'Previous incident: inc_1',
      '',
      'SSH was opened to the internet',
      '',
      'Seen before',
      '  2025-12-24  SSH stood open',
      '    the same resource · similarity 0.90 · inc_1',
      String.raw`  2025-06-01  RDP \u{202e}open`,
      String.raw`    aws_instance.jump · similarity 0.40 · pm\u{1b}[2J`,
    ].join('\n'),
  );
});

test('wraps lines in a narrow terminal without losing a word', () => {
  const attributes = Array.from({ length: 30 }, (_, at) => `ingress[${at}].cidr_blocks`);
  const long = {
    ...INCIDENT,
    attributes,
    summary: 'It fell. '.repeat(40).trim(),
    details: `- ${'x'.repeat(300)}\n  two`,
  };
  const lines = incidentText(long, 80).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  const words = (text: string) => text.replaceAll(/\s/g, '');
  expect(words(lines.join(''))).toBe(words(incidentText(long)));
  expect(incidentText(INCIDENT, 80)).toBe(incidentText(INCIDENT));
});
