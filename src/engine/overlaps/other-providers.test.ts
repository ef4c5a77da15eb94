import { describe, expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import type { Value } from '../../base/value.ts';
import { findDrift } from '../../../testkit/find-drift.ts';
import type { Observed } from '../sift/sift.ts';
import { findSideEffects } from '../correlate/side-effects.ts';

type Fields = Record<string, Value>;
const text: [unknown, string] = ['string', 'o'];
const number: [unknown, string] = ['number', 'o'];
const texts: [unknown, string] = [['set', 'string'], 'o'];
const metadata: SchemaSpec[string] = { nesting: 'list', of: { name: text, namespace: text } };

const schemas: Record<string, SchemaSpec> = {
  kubernetes_deployment_v1: {
    id: ['string', 'oc'],
    metadata,
    spec: { nesting: 'list', of: { replicas: ['string', 'oc'] } },
  },
  kubernetes_horizontal_pod_autoscaler_v2: {
    id: ['string', 'oc'],
    metadata,
    spec: {
      nesting: 'list',
      of: {
        min_replicas: number,
        max_replicas: number,
        scale_target_ref: { nesting: 'list', of: { kind: text, name: text } },
      },
    },
  },
  google_container_node_pool: {
    id: ['string', 'oc'],
    node_count: ['number', 'oc'],
    autoscaling: { nesting: 'list', of: { min_node_count: number, max_node_count: number } },
  },
  azurerm_kubernetes_cluster: {
    id: ['string', 'oc'],
    default_node_pool: {
      nesting: 'list',
      of: { node_count: ['number', 'oc'], auto_scaling_enabled: ['bool', 'o'], min_count: number, max_count: number },
    },
  },
  azurerm_linux_virtual_machine_scale_set: { id: ['string', 'oc'], instances: number },
  azurerm_monitor_autoscale_setting: {
    id: ['string', 'oc'],
    target_resource_id: text,
    enabled: ['bool', 'o'],
    profile: {
      nesting: 'list',
      of: { capacity: { nesting: 'list', of: { minimum: number, maximum: number } } },
    },
  },
  postgresql_role: { id: ['string', 'oc'], name: text, roles: texts },
  postgresql_grant_role: { id: ['string', 'oc'], role: text, grant_role: text },
  google_storage_bucket_iam_binding: { id: ['string', 'oc'], bucket: text, role: text, members: texts },
  google_storage_bucket_iam_member: { id: ['string', 'oc'], bucket: text, role: text, member: text },
  azurerm_network_security_group: {
    id: ['string', 'oc'],
    name: text,
    resource_group_name: text,
    security_rule: [
      ['set', ['object', { name: 'string', access: 'string', source_address_prefixes: ['set', 'string'] }]],
      'oc',
    ],
  },
  azurerm_network_security_rule: {
    id: ['string', 'oc'],
    name: text,
    access: text,
    source_address_prefixes: texts,
    network_security_group_name: text,
    resource_group_name: text,
  },
  minio_iam_group_membership: { id: ['string', 'oc'], group: text, users: texts },
  minio_iam_group_user_attachment: { id: ['string', 'oc'], group_name: text, user_name: text },
  minio_iam_user: { id: ['string', 'oc'], name: text, status: ['string', 'c'], disable_user: ['bool', 'o'] },
  minio_iam_service_account: { id: ['string', 'oc'], target_user: text, status: ['string', 'c'] },
};
const seen = (address: string, before: Fields, live: Fields | null = before): Observed =>
  observedOf({ address, before: { id: address, ...before }, live: live && { id: address, ...live } }, schemas);
const drifted = (...observed: Observed[]) =>
  findDrift(observed).flatMap(({ differences }) => differences.map(({ path }) => path.join('.')));

const block = (name: string, namespace: string) => [{ name, namespace }];

describe('counts that are scaled', () => {
  const deployment = (replicas: string, namespace = 'shop') =>
    seen(
      'kubernetes_deployment_v1.web',
      { metadata: block('web', namespace), spec: [{ replicas: '2' }] },
      { metadata: block('web', namespace), spec: [{ replicas }] },
    );
  const hpa = (kind = 'Deployment', name = 'web') => {
    const spec = [{ min_replicas: 1, max_replicas: 5, scale_target_ref: [{ kind, name }] }];
    return seen('kubernetes_horizontal_pod_autoscaler_v2.web', { metadata: block('web', 'shop'), spec });
  };

  test('takes replicas that a HorizontalPodAutoscaler set, within its limits, for no drift', () => {
    expect(drifted(deployment('4'), hpa())).toEqual([]);
    expect(drifted(deployment('9'), hpa())).toEqual(['spec.0.replicas']);
    expect(drifted(deployment('4'))).toEqual(['spec.0.replicas']);
  });

  test('takes an autoscaler of another kind, name or namespace for none', () => {
    expect(drifted(deployment('4'), hpa('StatefulSet'))).toHaveLength(1);
    expect(drifted(deployment('4'), hpa('Deployment', 'api'))).toHaveLength(1);
    expect(drifted(deployment('4', 'test'), hpa())).toHaveLength(1);
  });

  test('takes the autoscaler of another cluster behind the same provider for none', () => {
    const at = (configuration: string) => ({
      partition: undefined,
      account: undefined,
      region: undefined,
      configuration,
    });
    const placed = (one: Observed, configuration: string): Observed => ({ ...one, place: at(configuration) });
    expect(drifted(placed(deployment('4'), 'a'), placed(hpa(), 'a'))).toEqual([]);
    expect(drifted(placed(deployment('4'), 'a'), placed(hpa(), 'b'))).toHaveLength(1);
  });

  test('lets a pool that scales itself do so, between its limits', () => {
    const pool = (count: number, autoscaling: Value[]) =>
      seen('google_container_node_pool.p', { node_count: 1, autoscaling }, { node_count: count, autoscaling });
    expect(drifted(pool(3, [{ min_node_count: 1, max_node_count: 5 }]))).toEqual([]);
    expect(drifted(pool(9, [{ min_node_count: 1, max_node_count: 5 }]))).toEqual(['node_count']);
    expect(drifted(pool(3, []))).toEqual(['node_count']);
    const cluster = (count: number, scales: boolean) => {
      const own = { auto_scaling_enabled: scales, min_count: 1, max_count: 5 };
      return seen(
        'azurerm_kubernetes_cluster.c',
        { default_node_pool: [{ ...own, node_count: 1 }] },
        { default_node_pool: [{ ...own, node_count: count }] },
      );
    };
    expect(drifted(cluster(3, true))).toEqual([]);
    expect(drifted(cluster(3, false))).toEqual(['default_node_pool.0.node_count']);
  });

  test('lets an autoscale setting of Azure that is on scale within all of its profiles', () => {
    const machines = (instances: number) =>
      seen('azurerm_linux_virtual_machine_scale_set.m', { instances: 2 }, { instances });
    const setting = (enabled: boolean) =>
      seen('azurerm_monitor_autoscale_setting.s', {
        target_resource_id: 'azurerm_linux_virtual_machine_scale_set.m',
        enabled,
        profile: [{ capacity: [{ minimum: 1, maximum: 3 }] }, { capacity: [{ minimum: 4, maximum: 9 }] }],
      });
    expect(drifted(machines(7), setting(true))).toEqual([]);
    expect(drifted(machines(7), setting(false))).toEqual(['instances']);
    expect(drifted(machines(20), setting(true))).toEqual(['instances']);
  });
});

describe('what stands inline and in resources of its own', () => {
  test('tells a granted role once, and one that nobody manages', () => {
    const role = (...roles: string[]) =>
      seen('postgresql_role.app', { name: 'app', roles: ['a'] }, { name: 'app', roles });
    const grant = seen('postgresql_grant_role.g', { role: 'app', grant_role: 'b' });
    expect(drifted(role('a', 'b'), grant)).toEqual([]);
    expect(drifted(role('a', 'b', 'admin'), grant)).toEqual(['roles']);
    expect(drifted(role('b'), grant)).toEqual(['roles']);
  });

  test('tells a member of a binding once, of that role alone', () => {
    const binding = (...members: string[]) => {
      const own = { bucket: 'b', role: 'viewer' };
      return seen('google_storage_bucket_iam_binding.x', { ...own, members: ['user:a'] }, { ...own, members });
    };
    const member = (role: string) =>
      seen('google_storage_bucket_iam_member.m', { bucket: 'b', role, member: 'user:b' });
    expect(drifted(binding('user:a', 'user:b'), member('viewer'))).toEqual([]);
    expect(drifted(binding('user:a', 'user:b'), member('admin'))).toEqual(['members']);
    expect(drifted(binding('user:a', 'allUsers'), member('viewer'))).toEqual(['members']);
  });

  test('tells a rule of a group by all that it says', () => {
    const rule = (name: string, ...prefixes: string[]) => ({
      name,
      access: 'Allow',
      source_address_prefixes: prefixes,
    });
    const group = (...rules: Fields[]) => {
      const own = { name: 'web', resource_group_name: 'g' };
      return seen(
        'azurerm_network_security_group.web',
        { ...own, security_rule: [] },
        { ...own, security_rule: rules },
      );
    };
    const managed = seen('azurerm_network_security_rule.r', {
      ...rule('https', '10.0.0.0/8', '10.9.0.0/16'),
      network_security_group_name: 'web',
      resource_group_name: 'g',
    });
    expect(drifted(group(rule('https', '10.9.0.0/16', '10.0.0.0/8')), managed)).toEqual([]);
    expect(drifted(group(rule('https', '0.0.0.0/0')), managed)).toEqual(['security_rule']);
    expect(drifted(group(rule('https', '10.0.0.0/8', '10.9.0.0/16'), rule('ssh', '*')), managed)).toEqual([
      'security_rule',
    ]);
  });

  test('tells a member of a group of MinIO once', () => {
    const group = (...users: string[]) =>
      seen('minio_iam_group_membership.ops', { group: 'ops', users: ['ann'] }, { group: 'ops', users });
    const attached = seen('minio_iam_group_user_attachment.bob', { group_name: 'ops', user_name: 'bob' });
    expect(drifted(group('ann', 'bob'), attached)).toEqual([]);
    expect(drifted(group('ann', 'bob', 'zoe'), attached)).toEqual(['users']);
  });
});

describe('a user who was disabled by hand', () => {
  const user = (id: string) =>
    seen('minio_iam_user.zoe', { id, name: 'zoe', status: 'enabled' }, { id, name: 'zoe', status: 'disabled' });
  const group = (users: string[]) =>
    seen('minio_iam_group_membership.ops', { group: 'ops', users: ['ann'] }, { group: 'ops', users });

  test('is drift of its own, and no side effect of a group that the user is in', () => {
    const results = findDrift([user('zoe'), group(['ann', 'zoe'])]);
    expect(results.map(({ kind, differences }) => [kind, differences.map(({ path }) => path.join('.'))])).toEqual([
      ['changed', ['status']],
      ['changed', ['users']],
    ]);
    expect(findSideEffects(results).size).toBe(0);
  });

  test('takes a name that people chose for no cause, whatever else has it', () => {
    const account = (id: string) =>
      seen(
        'minio_iam_service_account.a',
        { id, target_user: 'zoe', status: 'on' },
        { id, target_user: 'zoe', status: 'off' },
      );
    const causesOf = (id: string) => findSideEffects(findDrift([account(id), group(['ann', id])])).size;
    expect(causesOf('zoe')).toBe(0);
    expect(causesOf('Q3AM3UQ867SPQQA43P2F')).toBe(1);
  });
});
