import { expect, test } from 'vitest';
import { configurationName, isIgnoredTag, settingsFor } from './provider-settings.ts';

const aws = (alias?: string) => ({
  source: 'registry.opentofu.org/hashicorp/aws',
  text: '',
  ...(alias !== undefined && { alias }),
});

test('a provider configuration is called as in HCL', () => {
  expect([configurationName(aws()), configurationName(aws('west'))]).toEqual(['aws', 'aws.west']);
});

test('what holds for all holds beside what a configuration has of its own', () => {
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

test('a tag is ignored by its key, or by how that begins', () => {
  const settings = { ignore_tags: { keys: ['cost'], key_prefixes: ['kube/'] } };
  const keys = ['cost', 'cost-center', 'kube/x', 'akube/x'];
  expect(keys.filter((key) => isIgnoredTag(settings, key))).toEqual(['cost', 'kube/x']);
  expect(isIgnoredTag({}, 'cost')).toBe(false);
});
