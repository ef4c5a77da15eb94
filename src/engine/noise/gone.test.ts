import { expect, test } from 'vitest';
import type { StateInstance } from '../state/instance.ts';
import { parseState } from '../state/parse.ts';
import { notDeleted, goneText } from './gone.ts';

function instance(type: string, attributes: Record<string, unknown>): StateInstance {
  const provider = 'provider["registry.terraform.io/hashicorp/local"]';
  const resources = [{ mode: 'managed', type, name: 'a', provider, instances: [{ schema_version: 0, attributes }] }];
  const parsed = parseState(Buffer.from(JSON.stringify({ version: 4, serial: 1, lineage: 'l', resources })));
  return (parsed.ok && parsed.state.instances[0]) || expect.fail('not a state');
}

test.each([
  ['time_rotating', {}, 'in_sync/rotation_due'],
  ['time_static', {}, undefined],
  ['local_file', { filename: '/etc/motd' }, undefined],
  ['local_file', { filename: 'C:\\motd.txt' }, undefined],
  ['local_file', { filename: './motd' }, 'unreadable/directory_unknown'],
  ['local_file', { filename: 'out/motd' }, 'unreadable/directory_unknown'],
  ['local_sensitive_file', { filename: '../key' }, 'unreadable/directory_unknown'],
  ['aws_instance', { filename: './motd' }, undefined],
])('decides on %s %j that its provider calls gone: %s', (type, attributes, expected) => {
  const reported = notDeleted(instance(type, attributes));
  expect(reported && `${reported.verdict}/${reported.reason}`).toBe(expected);
});

test('explains what gone means for a file', () => {
  expect(goneText('local_file')).toContain('another content');
  expect(goneText('aws_instance')).toBeUndefined();
});
