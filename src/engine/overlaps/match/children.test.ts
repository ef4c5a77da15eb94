import { describe, expect, test } from 'vitest';
import type { ChildLink } from '../../../clouds/contract/overlaps.ts';
import type { LinkPlace } from '../../state/place.ts';
import { childrenIn, type Child } from './children.ts';

const at = (account?: string, region?: string, partition = 'aws'): LinkPlace => ({ partition, account, region });
const found = (link: ChildLink, parent: LinkPlace | undefined, child: LinkPlace | undefined) => {
  const one: Child = { resource: 'c', type: 'child', before: { of: 'app' }, live: null, place: child };
  return childrenIn([one])(link, { id: 'app', name: 'app', arn: 'x' }, parent).length === 1;
};

describe('links to children', () => {
  const byName: ChildLink = { type: 'child', by: 'of', to: ['name', 'id'] };
  const made: ChildLink = { type: 'child', by: 'of', to: () => ['app'] };
  const byId: ChildLink = { type: 'child', by: 'of', to: ['id', 'arn'] };

  test.each([byName, made])('matches a name within its account and region, as far as known', (link) => {
    expect(found(link, at('1', 'a'), at('1', 'a'))).toBe(true);
    expect(found(link, at('1', 'a'), at('2', 'a'))).toBe(false);
    expect(found(link, at('1', 'a'), at('1', 'b'))).toBe(false);
    expect(found(link, at('1'), at('1', 'b'))).toBe(true);
    expect(found(link, at(undefined, 'a'), at('2', 'a'))).toBe(true);
    expect(found(link, undefined, at('2', 'a'))).toBe(true);
  });

  test('matches an id across its whole partition', () => {
    expect(found(byId, at('1', 'a'), at('2', 'b'))).toBe(true);
    expect(found(byId, at('1', 'a'), at('1', 'a', 'cn'))).toBe(false);
  });
});

describe('links to children outside of AWS', () => {
  const place = { partition: undefined, account: undefined, region: undefined, configuration: 'kubernetes' };
  const link: ChildLink = { type: 'child', by: 'spec.of.name', to: ['metadata.name'], same: ['metadata.namespace'] };
  const explains = (name: string, more: Partial<Child> = {}, namespace = 'shop') => {
    const before = { metadata: [{ namespace }], spec: [{ of: [{ name }] }] };
    const child: Child = { resource: 'c', type: 'child', before, live: before, place, ...more };
    return childrenIn([child])(link, { metadata: [{ name, namespace: 'shop' }] }, place).length === 1;
  };

  test('matches fields in blocks within a namespace', () => {
    expect(explains('web')).toBe(true);
    expect(explains('web', {}, 'test')).toBe(false);
  });

  test('rejects names of another state that may belong to another server', () => {
    expect(explains('web', { stateKey: 'staging' })).toBe(false);
    expect(explains('projects/p/zones/z/instances/web', { stateKey: 'staging' })).toBe(true);
  });
});
