import { expect, test } from 'vitest';
import { isSidecar, looksLikeState } from './sniff.ts';

test.each([
  ['version 4', '{\n  "version": 4,\n  "terraform_version": "1.11.4",\n  "serial": 1,'],
  ['version 1', '{"version":1,"serial":12,"modules":[{"path":["root"],'],
  ['version 3', '{"version":3,"terraform_version":"0.11.14","serial":3,'],
  ['with a byte order mark', '\uFEFF{"version":4,"serial":1,'],
  ['with sorted keys', '{"check_results":null,"lineage":"3f","outputs":{},"resources":[{"instances":['],
  ['encrypted', '{"serial":1,"lineage":"x","meta":{"key_provider.pbkdf2.a":"e30="},"encrypted_data":"AAA'],
])('a state is recognised: %s', (_what, head) => {
  expect(looksLikeState(head)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a list', '[{"version":4,"serial":1}]'],
  ['a plan', '{"format_version":"1.2","terraform_version":"1.11.4","planned_values":{}'],
  ['a package', '{"name":"x","version":"1.0.0","dependencies":{}}'],
  ['a lock file', '{"name":"x","lockfileVersion":3,"packages":{}}'],
  ['a lock', '{"ID":"8f","Operation":"OperationTypeApply","Info":"","Version":"1.11.4"}'],
  ['binary', '\u001f\u008b\b\0'],
])('something else is not taken for one: %s', (_what, head) => {
  expect(looksLikeState(head)).toBe(false);
});

test.each(['a.tfstate.tflock', 'a.tfstate.backup', 'a.tfstate.1700000000.backup', '.terraform.tfstate.lock.info'])(
  '%s lies beside a state',
  (key) => {
    expect(isSidecar(key)).toBe(true);
  },
);

test.each(['a.tfstate', 'env:/prod/network', 'backup/a.tfstate', 'a.backup/terraform.tfstate'])('%s is none', (key) => {
  expect(isSidecar(key)).toBe(false);
});
