import { expect, test } from 'vitest';
import type { UnmanagedObject } from '../../model/inventory.ts';
import { importFiles } from './files.ts';

const OBJECT: UnmanagedObject = {
  type: 'aws_sqs_queue',
  service: 'sqs',
  class: 'unmanaged',
  cloud_id: 'jobs',
  import: { id: 'jobs' },
  severity: 'low',
  severity_rule: 'unmanaged',
  severity_reason: 'no state has it',
  tags: {},
};
const written = (object: Partial<UnmanagedObject>) =>
  importFiles([{ object: { ...OBJECT, ...object }, written: { body: [], variables: [], hasRegion: false } }]).files;

test('writes texts in an identity as texts, however deep, never as templates', () => {
  const text = '${file("/etc/hosts")}';
  const [imports] = written({
    import: { identity: { name: text, parts: [text], [text]: { [text]: '%{ if true }' } } },
  });
  expect(imports?.text).not.toMatch(/(?<!\$)\$\{|(?<!%)%\{/);
  expect(imports?.text).toContain('parts = ["$${file(\\"/etc/hosts\\")}"]');
});

test('names files after services, whatever is in these', () => {
  expect(written({ service: '../../home/x' }).map(({ name }) => name)).toEqual(['imports.tf', '______home_x.tf']);
});
