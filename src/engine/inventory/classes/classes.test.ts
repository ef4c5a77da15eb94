import { describe, expect, test } from 'vitest';
import type { Value } from '../../../base/value.ts';
import { classify, type KnownParent } from './classify.ts';
import { sharedBy } from './owner.ts';
import { isProperty } from './property.ts';
import { tagsInElement, tagsOf, type Subject } from './subject.ts';
import { createdAt } from './young.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const HOUR_AGO = new Date('2026-11-27T11:00:00Z');

function subject(
  type: string,
  { live = {}, element = {}, ids = {} }: { live?: Value; element?: unknown; ids?: object } = {},
): Subject {
  const candidate = { type, account: '1', region: 'us-east-1', ids, element };
  return { candidate, live, tags: { ...tagsInElement(element), ...tagsOf(live) } };
}

const classOf = (one: Subject, parent?: KnownParent, since = HOUR_AGO, isOpen = false) =>
  classify(one, parent, { created: createdAt(one, NOW), since, isOpen: () => isOpen });

describe('what the cloud provides', () => {
  test.each([
    ['a default VPC', subject('aws_vpc', { element: { isDefault: 'true' } })],
    ['the main route table', subject('aws_route_table', { element: { associationSet: [{ main: 'true' }] } })],
    ['a default subnet', subject('aws_subnet', { element: { defaultForAz: 'true' } })],
    ['an interface of a service', subject('aws_network_interface', { element: { requesterManaged: true } })],
    ['a key of a service', subject('aws_kms_key', { element: { KeyManager: 'AWS' } })],
    ['an alias of a service', subject('aws_kms_alias', { live: { name: 'alias/aws/s3' } })],
    ['a service-linked role', subject('aws_iam_role', { live: { path: '/aws-service-role/ecs.amazonaws.com/' } })],
    ['a managed policy', subject('aws_iam_policy', { live: { arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' } })],
    ['a default parameter group', subject('aws_db_parameter_group', { live: { name: 'default.mysql8.0' } })],
    ['the default group of a network', subject('aws_security_group', { live: { name: 'default' } })],
    ['the SOA of a zone', subject('aws_route53_record', { live: { type: 'SOA' } })],
    [
      'the name servers of a zone',
      subject('aws_route53_record', { live: { type: 'NS', ttl: 172_800, records: ['ns-1.awsdns-1.com'] } }),
    ],
    [
      'the alarm of a target tracking policy',
      subject('aws_cloudwatch_metric_alarm', {
        live: { name: 'x' },
        ids: { name: 'TargetTracking-table/orders-AlarmLow-baf80cc1-8ced-4976-b02d-803ed8e27e01' },
      }),
    ],
    ['the rule of an archive', subject('aws_cloudwatch_event_rule', { live: { name: 'Events-Archive-shop' } })],
    [
      'the route of a gateway endpoint',
      subject('aws_route', { element: { destinationPrefixListId: 'pl-1', gatewayId: 'vpce-1' } }),
    ],
    [
      'the first table of a transit gateway',
      subject('aws_ec2_transit_gateway_route_table', { element: { defaultAssociationRouteTable: 'true' } }),
    ],
    ['a zone of a service', subject('aws_route53_zone', { element: { LinkedService: { ServicePrincipal: 'x' } } })],
    ['an automatic snapshot', subject('aws_db_snapshot', { ids: { importId: 'rds:orders-2026-11-27' } })],
    ['an image of Amazon', subject('aws_ami', { element: { Owner: 'amazon' } })],
  ])('is %s', (_, one) => {
    expect(classOf(one).class).toBe('provided');
  });

  test.each([
    ['a queue called default', subject('aws_sqs_queue', { live: { name: 'default' } })],
    ['a parameter called default', subject('aws_ssm_parameter', { live: { name: 'default' } })],
    ['a VPC that is no default', subject('aws_vpc', { element: { isDefault: 'false' } })],
    ['a key of the account', subject('aws_kms_key', { element: { KeyManager: 'CUSTOMER' } })],
    ['a route to an endpoint by address', subject('aws_route', { element: { gatewayId: 'vpce-1' } })],
    ['a role with a path', subject('aws_iam_role', { live: { path: '/team/' } })],
  ])('is not %s', (_, one) => {
    expect(classOf(one).class).toBe('unmanaged');
  });
});

describe('what another tool owns', () => {
  test.each([
    [{ 'aws:cloudformation:stack-name': 'web' }, 'CloudFormation stack web'],
    [{ 'aws:autoscaling:groupName': 'fleet' }, 'Auto Scaling group fleet'],
    [{ 'eks:cluster-name': 'prod' }, 'EKS cluster prod'],
    [{ 'kubernetes.io/cluster/prod': 'owned' }, 'Kubernetes cluster prod'],
    [{ 'elbv2.k8s.aws/cluster': 'prod' }, 'the AWS Load Balancer Controller'],
    [{ 'karpenter.sh/nodepool': 'spot' }, 'Karpenter node pool spot'],
    [{ 'aws:ecs:serviceName': 'api' }, 'ECS service api'],
    [{ 'aws:servicecatalog:productArn': 'x' }, 'Service Catalog'],
    [{ 'elasticbeanstalk:environment-name': 'shop' }, 'Elastic Beanstalk environment shop'],
  ])('is shown by the tags %j', (tags, owner) => {
    expect(classOf(subject('aws_instance', { live: { tags } }))).toEqual({ class: 'owned', owner });
    const listed = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
    expect(classOf(subject('aws_instance', { element: { Tags: listed } }))).toEqual({ class: 'owned', owner });
  });

  test('is what another account shares', () => {
    const by = (OwnerId: string) => sharedBy(subject('aws_ebs_snapshot', { element: { OwnerId } }).candidate);
    expect(['210987654321', '1', 'amazon'].map(by)).toEqual(['210987654321', undefined, undefined]);
  });

  test('is not a network that a cluster only uses', () => {
    const tags = { 'kubernetes.io/cluster/prod': 'shared' };
    expect(classOf(subject('aws_subnet', { live: { tags } })).class).toBe('unmanaged');
  });

  test('has parts that belong to the same tool', () => {
    const parent = {
      isManaged: false,
      class: 'owned',
      owner: 'CloudFormation stack web',
      parent: { type: 'x', id: 'y' },
    } as const;
    expect(classOf(subject('aws_iam_role_policy'), parent)).toEqual({
      class: 'owned',
      owner: 'CloudFormation stack web',
    });
  });
});

describe('parts', () => {
  const parent = { type: 'aws_iam_role', id: 'app' };

  test('are added to what is managed, and follow from what is not', () => {
    expect(classOf(subject('aws_iam_role_policy'), { isManaged: true, parent }).class).toBe('added');
    expect(classOf(subject('aws_iam_role_policy'), { isManaged: false, class: 'unmanaged', parent }).class).toBe(
      'follows',
    );
  });

  test('of a default are as much a default, unless they open it', () => {
    const group = { isManaged: false, class: 'provided', isDefault: true, parent } as const;
    const rule = subject('aws_vpc_security_group_ingress_rule');
    expect(classOf(rule, group).class).toBe('provided');
    expect(classOf(rule, group, HOUR_AGO, true).class).toBe('unmanaged');
    expect(classOf(subject('aws_network_acl_rule'), group, HOUR_AGO, true).class).toBe('provided');
    const network = { ...group, parent: { type: 'aws_vpc', id: 'vpc-1' } };
    expect(classOf(subject('aws_internet_gateway'), network).class).toBe('provided');
    expect(classOf(subject('aws_route'), { ...group, parent: { type: 'aws_route_table', id: 'rtb-1' } }).class).toBe(
      'provided',
    );
  });

  test('of a default that people put things into are theirs, and those of a service are not', () => {
    const bus = { type: 'aws_cloudwatch_event_bus', id: 'default' };
    const rule = subject('aws_cloudwatch_event_rule', { live: { name: 'nightly' } });
    expect(classOf(rule, { isManaged: false, class: 'provided', isDefault: true, parent: bus }).class).toBe(
      'unmanaged',
    );
    expect(classOf(rule, { isManaged: false, class: 'provided', parent: bus }).class).toBe('provided');
  });

  test('are never listed where they are settings of another object', () => {
    expect(
      ['aws_s3_bucket_versioning', 'aws_ecr_lifecycle_policy', 'aws_ec2_tag', 'aws_cloudwatch_log_stream'].every(
        isProperty,
      ),
    ).toBe(true);
    expect(['aws_s3_bucket_policy', 'aws_s3_bucket', 'aws_iam_role_policy', 'aws_lb_listener'].some(isProperty)).toBe(
      false,
    );
  });
});

describe('age', () => {
  test.each([
    ['an attribute', { live: { create_date: '2026-11-27T11:30:00Z' } }],
    ['the answer, in text', { element: { CreateDate: '2026-11-27T11:30:00Z' } }],
    ['the answer, in seconds', { element: { CreatedTimestamp: 1_795_779_000 } }],
    ['the answer, in milliseconds', { element: { creationTime: 1_795_779_000_000 } }],
  ])('is shown by %s, and what is younger than an hour waits', (_, given) => {
    const one = subject('aws_iam_role', given);
    expect(createdAt(one, NOW)?.toISOString()).toBe('2026-11-27T11:30:00.000Z');
    expect(classOf(one).class).toBe('waiting');
    expect(classOf(one, undefined, NOW).class).toBe('unmanaged');
  });

  test('is unknown for what is no time, before AWS, or in the future', () => {
    for (const CreateDate of ['soon', '1970-01-01T00:00:00Z', '2031-01-01T00:00:00Z', 12, null])
      expect(createdAt(subject('aws_iam_role', { element: { CreateDate } }), NOW)).toBeUndefined();
  });
});
