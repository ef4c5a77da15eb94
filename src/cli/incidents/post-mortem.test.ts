import { describe, expect, test } from 'vitest';
import { idOfPath, readPostMortem } from './post-mortem.ts';

const FULL = `---
id: pm-17
date: 2026-01-31
resource: aws_security_group.bastion
project: acme/infra
summary: SSH was open to the world
tags: [network]
---
# Post-mortem 17

On 2024-05-05 aws_instance.web was slow.
`;

test('prefers front matter to the text of a document', () => {
  expect(readPostMortem('docs/17.md', FULL, { project: 'other', resource: 'other' })).toEqual({
    id: 'pm-17',
    date: '2026-01-31',
    resource: 'aws_security_group.bastion',
    project: 'acme/infra',
    summary: 'SSH was open to the world',
    details: 'On 2024-05-05 aws_instance.web was slow.',
  });
});

test('takes heading, first day and first address without front matter', () => {
  const text =
    '\ufeff\r\n# **SSH** was open on [`bastion`](https://x) ##\r\n\r\nFrom 2026-02-31 or rather 2026-01-31 on: `module.net["a"].aws_security_group.bastion[0].ingress`,\r\nand aws_instance.web.\r\n';
  expect(readPostMortem('a b/ssh.md', text, { project: 'acme' })).toEqual({
    id: expect.stringMatching(/^a-b:ssh-[0-9a-f]{12}$/),
    project: 'acme',
    date: '2026-01-31',
    resource: 'module.net["a"].aws_security_group.bastion[0]',
    summary: 'SSH was open on bastion',
    details:
      'From 2026-02-31 or rather 2026-01-31 on: `module.net["a"].aws_security_group.bastion[0].ingress`,\nand aws_instance.web.',
  });
});

test.each([
  ['2026-01-31-ssh.md', '2026-01-31'],
  ['20260131_ssh.md', '2026-01-31'],
  ['ssh.2026.01.31.md', '2026-01-31'],
  ['ticket-20269931.md', '2025-12-24'],
])('prefers the day in the name of %s to those in the text', (path, date) => {
  const text = '# Down\n\nSince 2025-12-24, aws_db_instance.main';
  expect(readPostMortem(`x/${path}`, text, {})).toMatchObject({ date, resource: 'aws_db_instance.main' });
});

test('accepts an underlined, a late and a lone heading', () => {
  expect(readPostMortem('2026-01-31.md', 'It fell\n=======\n', { resource: 'x' })).toEqual({
    id: '2026-01-31',
    date: '2026-01-31',
    resource: 'x',
    summary: 'It fell',
  });
  const late = readPostMortem('2026-01-31.md', 'Intro\n\n## It fell\nhard', { resource: 'x' });
  expect(late).toMatchObject({ summary: 'It fell', details: 'Intro\n\n## It fell\nhard' });
});

test('does not take files for resources', () => {
  const text =
    '# Down\nThe script deploy_prod.sh of my_team.example.com broke x.aws_thing and google_sql_database_instance.main';
  expect(readPostMortem('2026-01-31.md', text, {})).toMatchObject({ resource: 'google_sql_database_instance.main' });
});

describe('a document that is no incident', () => {
  test.each([
    ['nothing', '', 'it has no heading: add "summary: what happened"'],
    ['no day', '# Down\naws_instance.a', 'it names no day: add "date: 2026-01-31"'],
    ['a day that is none', '---\ndate: soon\n---\n# Down\n2026-01-31 aws_instance.a', '"date" is no day: add'],
    ['no resource', '# Down\n2026-01-31', 'it names no resource: add "resource: aws_security_group.bastion"'],
    ['a list for a text', '---\nsummary: [a]\n---\n', '"summary" in front of it has to be a text'],
    ['no YAML', '---\na: [\n---\n# Down', 'the YAML in front of it cannot be read'],
    ['thousands of lines in front', `---\n${'key: value\n'.repeat(60_000)}---\n# Down`, 'is longer than 16 kB'],
    ['a list in front', '---\n- a\n---\n# Down', 'no list of "field: value"'],
    ['aliases', '---\na: &x [1]\nb: *x\n---\n# Down', 'aliases (*name) are not taken'],
  ])('rejects %s, and says what to add or change', (_, text, message) => {
    expect(() => readPostMortem('down.md', text, {})).toThrow(message);
  });
});

test('makes distinct ids of distinct paths', () => {
  expect(idOfPath('docs/2026-01-31-ssh.md')).toBe('docs:2026-01-31-ssh');
  expect(idOfPath('docs/README.markdown')).toBe('docs:README');
  const odd = [
    'a b.md',
    'a-b.md',
    'a?b.md',
    'a/b.md',
    'a:b.md',
    'ä.md',
    'ö.md',
    '_x.md',
    'x.md',
    `${'l'.repeat(200)}.md`,
    `${'l'.repeat(201)}.md`,
  ];
  const ids = odd.map(idOfPath);
  expect(new Set(ids).size).toBe(odd.length);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/);
  expect(odd.map(idOfPath)).toEqual(ids);
});

test.each([
  ['blanks', `a${' '.repeat(300_000)}b`],
  ['brackets', '['.repeat(300_000)],
  ['stars', '** '.repeat(100_000)],
])('cuts a heading of very many %s', (_, heading) => {
  const { summary } = readPostMortem('2026-01-31.md', `# ${heading}\n`, { resource: 'x' }) as { summary: string };
  expect(summary.length).toBeLessThanOrEqual(5000);
});
