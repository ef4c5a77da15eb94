import { expect, test } from 'vitest';
import { configurationName, isIgnoredTag, settingsFor } from './provider-settings.ts';

const aws = (alias?: string) => ({
  source: 'registry.opentofu.org/hashicorp/aws',
  text: '',
  ...(alias !== undefined && { alias }),
});

test('names a provider configuration as HCL does', () => {
  expect([configurationName(aws()), configurationName(aws('west'))]).toEqual(['aws', 'aws.west']);
});

test('merges common settings with those of a configuration', () => {
  const settings = {
    '*': { ignore_tags: { keys: ['cost'] }, default_tags: { team: 'a', env: 'x' } },
    'aws.west': { ignore_tags: { keys: ['cost', 'owner'], key_prefixes: ['kube/'] }, default_tags: { team: 'b' } },
  };
  expect(settingsFor(settings, aws())).toEqual({
    ignore_tags: { keys: ['cost'], key_prefixes: [] },
    default_tags: { team: 'a', env: 'x' },
  });
  expect(settingsFor(settings, aws('west'))).toEqual({
    ignore_tags: { keys: ['cost', 'owner'], key_prefixes: ['kube/'] },
    default_tags: { team: 'b', env: 'x' },
  });
  expect(settingsFor({}, aws('constructor')).ignore_tags).toEqual({ keys: [], key_prefixes: [] });
});

test('ignores a tag by its key or by a prefix of it', () => {
  const settings = { ignore_tags: { keys: ['cost'], key_prefixes: ['kube/'] } };
  const keys = ['cost', 'cost-center', 'kube/x', 'akube/x'];
  expect(keys.filter((key) => isIgnoredTag(settings, key))).toEqual(['cost', 'kube/x']);
  expect(isIgnoredTag({}, 'cost')).toBe(false);
});
