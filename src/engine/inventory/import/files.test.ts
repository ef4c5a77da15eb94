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

test('gives objects of further accounts and regions a provider of their own, and other clouds none', () => {
  const object = (more: Partial<UnmanagedObject>) => ({
    object: { ...OBJECT, account_id: '111111111111', region: 'us-east-1', ...more },
    written: { body: [], variables: [], hasRegion: false },
  });
  const { files } = importFiles([
    object({}),
    object({}),
    object({ region: 'eu-west-1' }),
    object({ account_id: '222222222222' }),
    object({ type: 'google_storage_bucket', service: 'storage', account_id: undefined, region: 'europe-west1' }),
  ] as Parameters<typeof importFiles>[0]);
  const text = (name: string) => files.find((one) => one.name === name)?.text ?? '';
  expect(text('providers.tf').match(/alias\s+= .*/g)).toEqual([
    expect.stringContaining('"eu_west_1"'),
    expect.stringContaining('"account_222222222222_us_east_1"'),
  ]);
  expect(text('providers.tf').match(/allowed_account_ids\s+= .*/g)).toEqual([
    expect.stringContaining('["222222222222"]'),
  ]);
  expect(text('imports.tf').match(/provider\s+= .*/g)).toHaveLength(2);
  expect(text('storage.tf')).not.toContain('provider');
});
