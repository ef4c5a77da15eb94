import { describe, expect, test } from 'vitest';
import type { Value } from '../../base/value.ts';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';
import type { Observed } from '../sift/sift.ts';
import type { StateInstance } from '../state/parse.ts';

type Fields = Record<string, Value>;
const rule = {
  cidr_blocks: ['list', 'string'],
  ipv6_cidr_blocks: ['list', 'string'],
  prefix_list_ids: ['list', 'string'],
  security_groups: ['set', 'string'],
  self: 'bool',
  protocol: 'string',
  from_port: 'number',
  to_port: 'number',
  description: 'string',
};
const setOf = (fields: object): [unknown, string] => [['set', ['object', fields]], 'oc'];
const schemas: Record<string, SchemaSpec> = {
  aws_security_group: { id: ['string', 'oc'], ingress: setOf(rule), egress: setOf(rule) },
  aws_route_table: {
    id: ['string', 'oc'],
    route: setOf({ cidr_block: 'string', gateway_id: 'string', nat_gateway_id: 'string' }),
  },
  aws_iam_role: {
    id: ['string', 'oc'],
    name: ['string', 'o'],
    managed_policy_arns: [['set', 'string'], 'oc'],
    inline_policy: setOf({ name: 'string', policy: 'string' }),
  },
  aws_instance: {
    id: ['string', 'oc'],
    ebs_block_device: { nesting: 'set', of: { device_name: ['string', 'r'], volume_id: ['string', 'c'] } },
  },
  aws_iam_role_policy_attachments_exclusive: { role_name: ['string', 'r'], policy_arns: [['set', 'string'], 'r'] },
  aws_s3_bucket: {
    id: ['string', 'oc'],
    arn: ['string', 'c'],
    policy: ['string', 'oc'],
    logging: [['list', 'string'], 'o'],
    lifecycle_rule: { nesting: 'list', of: { id: ['string', 'oc'], enabled: ['bool', 'r'] } },
    tags: [['list', 'string'], 'o'],
  },
};

/** The schema of a child only needs the child's fields. */
const schemaOf = (type: string, fields: Fields): SchemaSpec =>
  schemas[type] ??
  Object.fromEntries(Object.keys(fields).map((name): [string, [unknown, string]] => [name, ['string', 'o']]));
function seen(address: string, before: Fields, live: Fields | null = before): Observed {
  const type = address.split('.')[0] ?? '';
  return observedOf({ address, before, live }, { [type]: schemaOf(type, before) });
}
const stateInstance = (address: string, fields: Fields): StateInstance => seen(address, fields).instance;

/** The drift, as `address attribute`. */
function result(parent: Observed, children: Observed[], unobserved: StateInstance[] = []): string[] {
  return findDrift([parent, ...children], unobserved).flatMap(({ instance, kind, differences }) =>
    kind === 'deleted'
      ? [`${instance.address} deleted`]
      : differences.map(({ path }) => `${instance.address} ${path.join('.')}`),
  );
}

const peer = (port: number, own: Fields): Value => ({
  cidr_blocks: [],
  ipv6_cidr_blocks: [],
  prefix_list_ids: [],
  security_groups: [],
  self: false,
  protocol: 'tcp',
  from_port: port,
  to_port: port,
  description: '',
  ...own,
});
const group = (before: Value[], live: Value[], direction = 'ingress'): Observed => {
  const side = (rules: Value[]) => ({ id: 'sg-1', ingress: [], egress: [], [direction]: rules });
  return seen('aws_security_group.g', side(before), side(live));
};
const web = peer(443, { cidr_blocks: ['10.0.0.0/8'] });
const ssh = peer(22, { cidr_blocks: ['0.0.0.0/0'] });
const old = (own: Fields = {}): Fields => ({
  security_group_id: 'sg-1',
  type: 'ingress',
  protocol: 'tcp',
  from_port: 443,
  to_port: 443,
  cidr_blocks: ['10.0.0.0/8'],
  self: false,
  ...own,
});
const modern = (own: Fields = {}): Fields => ({
  security_group_id: 'sg-1',
  ip_protocol: 'tcp',
  from_port: 443,
  to_port: 443,
  cidr_ipv4: '10.0.0.0/8',
  ...own,
});

describe('rules of a security group', () => {
  test.each([
    ['first', 'aws_security_group_rule.r', old()],
    ['second', 'aws_vpc_security_group_ingress_rule.r', modern()],
  ])('reports rules of the %s generation once, not on the group', (_generation, address, child) => {
    expect(result(group([], [web]), [seen(address, child)])).toEqual([]);
    expect(result(group([web], []), [seen(address, child, null)])).toEqual([`${address} deleted`]);
  });

  test('reports unmanaged rules on the group, alone and beside managed ones', () => {
    expect(result(group([], [ssh]), [])).toEqual(['aws_security_group.g ingress']);
    expect(result(group([], [ssh]), [seen('aws_security_group_rule.r', old())])).toEqual([
      'aws_security_group.g ingress',
    ]);
    expect(result(group([], [web, ssh]), [seen('aws_security_group_rule.r', old())])).toEqual([
      'aws_security_group.g ingress',
    ]);
  });

  test('reports rules with an unmanaged peer on the group', () => {
    const wider = peer(443, { cidr_blocks: ['10.0.0.0/8', '0.0.0.0/0'] });
    expect(result(group([], [wider]), [seen('aws_security_group_rule.r', old())])).toHaveLength(1);
  });

  test('matches rules written together or apart', () => {
    const both = peer(443, { cidr_blocks: ['10.0.0.0/8'], ipv6_cidr_blocks: ['::/0'] });
    const children = [
      seen('aws_vpc_security_group_ingress_rule.a', modern()),
      seen('aws_vpc_security_group_ingress_rule.b', modern({ cidr_ipv4: null, cidr_ipv6: '::/0' })),
    ];
    expect(result(group([], [both]), children)).toEqual([]);
    expect(result(group([both], [both, ssh]), children)).toEqual(['aws_security_group.g ingress']);
  });

  test('matches rules for a group, the group itself, or a prefix list', () => {
    const live: Value[] = [
      peer(443, { security_groups: ['sg-2'] }),
      peer(443, { self: true }),
      peer(443, { prefix_list_ids: ['pl-1'] }),
    ];
    const second = ['sg-2', 'sg-1'].map((id, i) =>
      seen(`aws_vpc_security_group_ingress_rule.r${i}`, modern({ cidr_ipv4: null, referenced_security_group_id: id })),
    );
    const list = seen('aws_vpc_security_group_ingress_rule.pl', modern({ cidr_ipv4: null, prefix_list_id: 'pl-1' }));
    expect(result(group([], live), [...second, list])).toEqual([]);
    const first = [
      seen('aws_security_group_rule.a', old({ cidr_blocks: null, source_security_group_id: 'sg-2' })),
      seen('aws_security_group_rule.b', old({ cidr_blocks: null, self: true })),
      seen('aws_security_group_rule.c', old({ cidr_blocks: null, prefix_list_ids: ['pl-1'] })),
    ];
    expect(result(group([], live), first)).toEqual([]);
  });

  test('ignores ports of rules for all protocols', () => {
    const live = peer(0, { protocol: '-1', cidr_blocks: ['10.0.0.0/8'] });
    const child = modern({ ip_protocol: '-1', from_port: null, to_port: null });
    expect(result(group([], [live]), [seen('aws_vpc_security_group_ingress_rule.r', child)])).toEqual([]);
  });

  test.each([
    ['port', { from_port: 80 }],
    ['protocol', { protocol: 'udp' }],
    ['description', { description: 'by hand' }],
    ['direction', { type: 'egress' }],
    ['group', { security_group_id: 'sg-9' }],
  ])('rejects rules of another %s as an explanation', (_what, own) => {
    expect(result(group([], [web]), [seen('aws_security_group_rule.r', old(own))])).toHaveLength(1);
  });

  test('compares rules of the other direction separately', () => {
    const out = seen('aws_vpc_security_group_egress_rule.r', modern());
    expect(result(group([], [web], 'egress'), [out])).toEqual([]);
    expect(result(group([], [web]), [out])).toHaveLength(1);
  });

  test('reports changed rules on the rule only', () => {
    const moved = modern({ cidr_ipv4: '0.0.0.0/0' });
    const live = peer(443, { cidr_blocks: ['0.0.0.0/0'] });
    expect(result(group([web], [live]), [seen('aws_vpc_security_group_ingress_rule.r', modern(), moved)])).toEqual([
      'aws_vpc_security_group_ingress_rule.r cidr_ipv4',
    ]);
  });

  test('matches rules written with a protocol number', () => {
    const child = seen('aws_security_group_rule.r', old({ protocol: '6' }));
    expect(result(group([], [web]), [child])).toEqual([]);
  });

  test('matches rules without peers', () => {
    const empty = (port: number) => peer(port, {});
    const child = seen('aws_security_group_rule.r', old());
    expect(result(group([empty(22)], [empty(23)]), [child])).toEqual(['aws_security_group.g ingress']);
    const none = seen('aws_security_group_rule.n', old({ cidr_blocks: [], from_port: 22, to_port: 22 }));
    expect(result(group([], [empty(22)]), [none])).toEqual([]);
  });

  test('suppresses replaced rules on a group that was read before', () => {
    const moved = modern({ cidr_ipv4: '10.1.0.0/16' });
    const now = peer(443, { cidr_blocks: ['10.1.0.0/16'] });
    const child = seen('aws_vpc_security_group_ingress_rule.r', moved);
    expect(result(group([web], [now]), [child])).toEqual([]);
    expect(result(group([web], [now, ssh]), [child])).toEqual(['aws_security_group.g ingress']);
    expect(result(group([web], []), [child])).toEqual(['aws_security_group.g ingress']);
  });

  test('reports removed inline rules on the group', () => {
    const child = seen('aws_vpc_security_group_ingress_rule.r', modern({ cidr_ipv4: '10.0.0.0/8' }));
    expect(result(group([web, ssh], [web]), [child])).toEqual(['aws_security_group.g ingress']);
  });

  test('reports a lost rule on the group while its resource still exists', () => {
    expect(result(group([web], []), [seen('aws_security_group_rule.r', old())])).toHaveLength(1);
  });
});

describe('a child that was not checked', () => {
  const child = stateInstance('aws_security_group_rule.r', old());

  test('explains what its state says', () => {
    expect(result(group([], [web]), [], [child])).toEqual([]);
    expect(result(group([], [web, ssh]), [], [child])).toHaveLength(1);
  });

  test('leaves its deletion to be reported on its parent', () => {
    expect(result(group([web], []), [], [child])).toEqual(['aws_security_group.g ingress']);
  });
});

test('compares propagation at launch of tag resources', () => {
  const tag = (value: string, propagated: boolean) => ({ key: 'k', value, propagate_at_launch: propagated });
  const asg = { name: 'web', id: 'web' };
  const schema: SchemaSpec = {
    id: ['string', 'oc'],
    name: ['string', 'oc'],
    tag: { nesting: 'set', of: { key: ['string', 'r'], value: ['string', 'r'], propagate_at_launch: ['bool', 'r'] } },
  };
  const parent = (before: Value, live: Value) =>
    observedOf(
      { address: 'aws_autoscaling_group.web', before: { ...asg, tag: before }, live: { ...asg, tag: live } },
      { aws_autoscaling_group: schema },
    );
  const other = seen('aws_autoscaling_group_tag.t', {
    autoscaling_group_name: 'web',
    tag: [{ key: 'z', value: 'z', propagate_at_launch: true }],
  });
  expect(result(parent([tag('v', true)], [tag('v', false)]), [other])).toEqual(['aws_autoscaling_group.web tag']);
});

describe('routes of a table', () => {
  const via = (gateway: string | null, nat: string | null, block = '0.0.0.0/0') => ({
    cidr_block: block,
    gateway_id: gateway,
    nat_gateway_id: nat,
  });
  const table = (before: Value[], live: Value[]) =>
    seen('aws_route_table.t', { id: 'rtb-1', route: before }, { id: 'rtb-1', route: live });
  const child = (own: Fields = {}): Fields => ({
    route_table_id: 'rtb-1',
    destination_cidr_block: '0.0.0.0/0',
    gateway_id: 'igw-1',
    ...own,
  });

  test('attributes routes to route resources with the same target', () => {
    expect(result(table([], [via('igw-1', null)]), [seen('aws_route.r', child())])).toEqual([]);
    expect(result(table([], [via(null, 'nat-1')]), [seen('aws_route.r', child())])).toEqual([
      'aws_route_table.t route',
    ]);
    expect(result(table([], [via('igw-1', null, '10.9.0.0/16')]), [seen('aws_route.r', child())])).toHaveLength(1);
    expect(result(table([via('igw-1', null)], []), [seen('aws_route.r', child(), null)])).toEqual([
      'aws_route.r deleted',
    ]);
  });
});

describe('an address at a NAT gateway', () => {
  const address = (before: string, live: string) =>
    seen('aws_eip.a', { id: 'eipalloc-1', network_interface: before }, { id: 'eipalloc-1', network_interface: live });
  const strings = [['set', 'string'], 'oc'] as const;
  const zones = { nesting: 'set', of: { availability_zone: ['string', 'r'], allocation_ids: strings } };
  const schema = {
    id: ['string', 'oc'],
    network_interface_id: ['string', 'c'],
    secondary_allocation_ids: strings,
    availability_zone_address: zones,
    regional_nat_gateway_address: [['set', ['object', { network_interface_id: 'string' }]], 'c'],
  } as unknown as SchemaSpec;
  const gateway = (before: Fields, live: Fields = before) =>
    observedOf(
      { address: 'aws_nat_gateway.n', before: { id: 'nat-1', ...before }, live: { id: 'nat-1', ...live } },
      { aws_nat_gateway: schema },
    );
  const regional = gateway({
    availability_zone_address: [{ availability_zone: 'eu-west-1a', allocation_ids: ['eipalloc-0', 'eipalloc-1'] }],
    regional_nat_gateway_address: [{ network_interface_id: 'eni-1' }],
  });
  const secondary = gateway({ secondary_allocation_ids: ['eipalloc-1'], network_interface_id: 'eni-1' });
  const fields = { nat_gateway_id: 'nat-1', allocation_id: 'eipalloc-1' };
  const association = seen('aws_nat_gateway_eip_association.x', fields);

  test.each([
    ['a regional gateway', regional],
    ['a gateway that lists it as a further one', secondary],
    ['an association', association],
  ])('attributes the address to %s and reports a manual move', (_what, other) => {
    expect(result(address('', 'eni-1'), [other])).toEqual([]);
    expect(result(address('eni-1', 'eni-9'), [other])).toEqual(['aws_eip.a network_interface']);
    expect(result(address('eni-1', ''), [other])).toEqual(['aws_eip.a network_interface']);
    expect(result(address('', 'eni-1'), [])).toEqual(['aws_eip.a network_interface']);
  });

  test('reports a removed association once', () => {
    const gone = seen('aws_nat_gateway_eip_association.x', fields, null);
    expect(result(address('eni-1', ''), [gone])).toEqual(['aws_nat_gateway_eip_association.x deleted']);
  });

  test('reports an address of an association once, not on the gateway', () => {
    const listing = gateway({ secondary_allocation_ids: [] }, { secondary_allocation_ids: ['eipalloc-1'] });
    expect(result(listing, [association])).toEqual([]);
    const other = gateway({ secondary_allocation_ids: [] }, { secondary_allocation_ids: ['eipalloc-7'] });
    expect(result(other, [association])).toEqual(['aws_nat_gateway.n secondary_allocation_ids']);
  });
});

describe('policies of a role', () => {
  const side = (change: Fields): Fields => ({
    id: 'r',
    name: 'r',
    managed_policy_arns: [],
    inline_policy: [],
    ...change,
  });
  const role = (before: Fields, live: Fields) => seen('aws_iam_role.r', side(before), side(live));
  const attached = (arn: string, live?: null): Observed =>
    live === null
      ? seen('aws_iam_role_policy_attachment.a', { role: 'r', policy_arn: arn }, null)
      : seen('aws_iam_role_policy_attachment.a', { role: 'r', policy_arn: arn });

  test('attributes attached policies to attachments', () => {
    const [a, b] = ['arn:aws:iam::aws:policy/A', 'arn:aws:iam::aws:policy/B'];
    expect(result(role({}, { managed_policy_arns: [a] }), [attached(a)])).toEqual([]);
    expect(result(role({ managed_policy_arns: [a] }, {}), [attached(a, null)])).toHaveLength(1);
    expect(result(role({ managed_policy_arns: [a] }, { managed_policy_arns: [a, b] }), [attached(a)])).toEqual([
      'aws_iam_role.r managed_policy_arns',
    ]);
    expect(result(role({ managed_policy_arns: [a] }, {}), [])).toEqual(['aws_iam_role.r managed_policy_arns']);
  });

  test('reports a policy attached beside an exclusive resource once', () => {
    const [a, b] = ['arn:aws:iam::aws:policy/A', 'arn:aws:iam::aws:policy/B'];
    const all = { role_name: 'r', policy_arns: [a] };
    const exclusive = seen('aws_iam_role_policy_attachments_exclusive.r', all, { ...all, policy_arns: [a, b] });
    expect(result(role({ managed_policy_arns: [a] }, { managed_policy_arns: [a, b] }), [exclusive])).toEqual([
      'aws_iam_role_policy_attachments_exclusive.r policy_arns',
    ]);
  });

  test('compares inline policies by meaning', () => {
    const live = { name: 'p', policy: '{"Version":"2012-10-17","Statement":[]}' };
    const child = (policy: string) => seen('aws_iam_role_policy.p', { role: 'r', name: 'p', policy });
    const written = '{ "Statement": [], "Version": "2012-10-17" }';
    expect(result(role({}, { inline_policy: [live] }), [child(written)])).toEqual([]);
    expect(result(role({}, { inline_policy: [live] }), [child('{"Version":"2008-10-17"}')])).toHaveLength(1);
  });
});

describe('a bucket', () => {
  const side = (change: Fields): Fields => ({
    id: 'b',
    arn: 'arn:aws:s3:::b',
    policy: '',
    logging: [],
    lifecycle_rule: [],
    tags: [],
    ...change,
  });
  const bucket = (before: Fields, live: Fields) => seen('aws_s3_bucket.b', side(before), side(live));

  test.each(['b', 'arn:aws:s3:::b'])('mirrors the resource for %s', (name) => {
    expect(
      result(bucket({}, { policy: '{}' }), [seen('aws_s3_bucket_policy.p', { bucket: name, policy: '{}' })]),
    ).toEqual([]);
  });

  test('reports a policy that differs from an unchanged policy resource', () => {
    const policy = seen('aws_s3_bucket_policy.p', { bucket: 'b', policy: '{"Version":"1"}' });
    const [was, is] = [{ policy: '{"Version":"1"}' }, { policy: '{"Version":"2"}' }];
    expect(result(bucket(was, is), [policy])).toEqual(['aws_s3_bucket.b policy']);
    expect(result(bucket(is, was), [policy])).toEqual([]);
    expect(result(bucket(was, { policy: '' }), [policy])).toEqual(['aws_s3_bucket.b policy']);
  });

  test('accepts only a changed child as an explanation for switches', () => {
    const part = (enabled: boolean): Fields => ({ lifecycle_rule: [{ id: 'r', enabled }] });
    const child = (status: string): Fields => ({ bucket: 'b', rule: [{ id: 'r', status }] });
    const name = 'aws_s3_bucket_lifecycle_configuration.l';
    expect(result(bucket(part(true), part(false)), [seen(name, child('Enabled'), child('Disabled'))])).toEqual([
      `${name} rule`,
    ]);
    expect(result(bucket(part(true), part(false)), [seen(name, child('Enabled'))])).toHaveLength(1);
  });

  test('ignores the order of a set that the bucket lists', () => {
    const [a, b] = ['a', 'b'].map((id) => ({ id, enabled: true }));
    const rules = (...rule: Value[]): Fields => ({ lifecycle_rule: rule });
    const child = { bucket: 'b', rule: ['a', 'b'].map((id) => ({ id, status: 'Enabled' })) };
    const kept = seen('aws_s3_bucket_lifecycle_configuration.l', child);
    expect(result(bucket(rules(a!, b!), rules(b!, a!)), [kept])).toEqual([]);
    expect(result(bucket(rules(a!, b!), rules(b!, { ...a!, enabled: false })), [kept])).not.toEqual([]);
  });

  test('reports drift of its own where no resource manages the part', () => {
    const policy = seen('aws_s3_bucket_policy.p', { bucket: 'b', policy: '{}' });
    expect(result(bucket({}, { logging: ['x'] }), [policy])).toEqual(['aws_s3_bucket.b logging']);
    expect(result(bucket({}, { tags: ['x'] }), [policy])).toEqual(['aws_s3_bucket.b tags']);
    expect(result(bucket({}, { policy: '{}' }), [seen('aws_s3_bucket_policy.p', { bucket: 'c' })])).toHaveLength(1);
  });
});

describe('lists that others add to', () => {
  const face = (before: Value[], live: Value[]) =>
    seen('aws_network_interface.n', { id: 'eni-1', security_groups: before }, { id: 'eni-1', security_groups: live });
  const attachment = seen('aws_network_interface_sg_attachment.a', {
    network_interface_id: 'eni-1',
    security_group_id: 'sg-b',
  });

  test('suppresses added entries and reports missing own ones', () => {
    expect(result(face(['sg-a'], ['sg-a', 'sg-b']), [attachment])).toEqual([]);
    expect(result(face(['sg-a', 'sg-b'], ['sg-b']), [attachment])).toEqual(['aws_network_interface.n security_groups']);
  });

  test('matches a child that names many', () => {
    const role = (live: Value[]) =>
      seen(
        'aws_iam_role.r',
        { id: 'r', name: 'r', managed_policy_arns: [], inline_policy: [] },
        { id: 'r', name: 'r', managed_policy_arns: live, inline_policy: [] },
      );
    const many = seen('aws_iam_policy_attachment.a', { roles: ['q', 'r'], policy_arn: 'arn:a' });
    expect(result(role(['arn:a']), [many])).toEqual([]);
    expect(result(role(['arn:b']), [many])).toHaveLength(1);
  });

  test('matches network ACL entries under the names of the standalone resource', () => {
    const entry = {
      rule_no: 100,
      action: 'allow',
      protocol: '6',
      cidr_block: '10.0.0.0/8',
      from_port: 80,
      to_port: 80,
    };
    const acl = (live: Value[]) =>
      seen('aws_network_acl.a', { id: 'acl-1', ingress: [] }, { id: 'acl-1', ingress: live });
    const child = (own: Fields = {}) =>
      seen('aws_network_acl_rule.r', {
        network_acl_id: 'acl-1',
        rule_number: 100,
        rule_action: 'ALLOW',
        protocol: 'tcp',
        cidr_block: '10.0.0.0/8',
        from_port: 80,
        to_port: 80,
        egress: null,
        ...own,
      });
    expect(result(acl([entry]), [child()])).toEqual([]);
    expect(result(acl([entry]), [child({ egress: true })])).toHaveLength(1);
    expect(result(acl([{ ...entry, action: 'deny' }]), [child()])).toHaveLength(1);
  });
});

test('matches 20,000 instances without comparing all pairs', () => {
  let looks = 0;
  const counted = (fields: Fields): Fields =>
    new Proxy(fields, {
      get: (target, name) => {
        if (name === 'security_group_id') looks += 1;
        return Reflect.get(target, name) as Value;
      },
    });
  const estate = Array.from({ length: 10_000 }, (_, i) => [
    seen(
      `aws_security_group.g${i}`,
      { id: `sg-${i}`, ingress: [], egress: [] },
      { id: `sg-${i}`, ingress: [web], egress: [] },
    ),
    seen(`aws_security_group_rule.r${i}`, counted(old({ security_group_id: `sg-${i}` }))),
  ]).flat();
  expect(findDrift(estate).every(({ kind }) => kind === 'in_sync')).toBe(true);
  expect(looks).toBeLessThan(200_000);
});

describe('an instance and the volumes attached to it', () => {
  const disk = (device_name: string, volume_id: string) => ({ device_name, volume_id });
  const own = disk('/dev/sdb', 'vol-1');
  const attached = disk('/dev/sdh', 'vol-2');
  const attachment = seen('aws_volume_attachment.data', { ...attached, instance_id: 'i-1' });
  const instance = (...devices: Fields[]) =>
    seen('aws_instance.a', { id: 'i-1', ebs_block_device: [own] }, { id: 'i-1', ebs_block_device: devices });

  test('suppresses an attached volume beside its own', () => {
    expect(result(instance(own, attached), [attachment])).toEqual([]);
  });

  test('reports a volume that no attachment manages', () => {
    const stray = disk('/dev/sdi', 'vol-3');
    expect(result(instance(own, attached, stray), [attachment])).toEqual(['aws_instance.a ebs_block_device']);
  });

  test('reports its own volume when that is gone', () => {
    expect(result(instance(attached), [attachment])).toEqual(['aws_instance.a ebs_block_device']);
  });
});
