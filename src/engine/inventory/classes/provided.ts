import { isObject } from '../../../base/json.ts';
import type { Value } from '../../../base/value.ts';
import { elements, fields } from '../../value/canonical.ts';
import { elementField, type Subject } from './subject.ts';

/** Flags by which a service marks objects that it made itself. */
const SERVICE_FLAGS = ['requestermanaged', 'isawsmanaged', 'awsmanaged', 'servicemanaged'];
/** Flags by which a service marks objects that each account or each network has. */
const DEFAULT_FLAGS = [
  'isdefault',
  'default',
  'defaultforaz',
  'main',
  'defaultassociationroutetable',
  'defaultpropagationroutetable',
];
/** Fields that name the owner: `amazon`, `AWS`, the service. */
const OWNERS = ['owner', 'keymanager', 'managedby', 'owningservice', 'managedbyaws', 'createdby'];
const CLOUD = /^(?:aws|amazon|[\w-]+\.amazonaws\.com)$/i;

/** Names and ids of objects that each account has from the beginning. */
const NAMES =
  /^(?:default|default[.:].+|alias\/aws\/.+|aws\/.+|AWSServiceRole.+|Default|primary|AwsDataCatalog|CodeDeployDefault\..+|Deployment\.AllAtOnce|aws-managed-.+|Managed-.+|AWS-.+|rds:.+|automatic\..+|FARGATE(?:_SPOT)?|acl-default|open-access|default-active-tls)$/;
/** Types for which such a name proves nothing: people call their own objects `default`, too. */
const OWN_NAMES =
  /^aws_(?:s3_object|ssm_parameter|iam_(?!role$|policy$|service_linked_role$).*|route53_.*|lambda_.*|sqs_.*|sns_.*|dynamodb_.*|cloudwatch_(?:log|metric).*|kms_key|secretsmanager_.*|vpc_security_group_.*|security_group_rule|network_acl_rule)$/;

/** True for the main route table, with which its VPC began. */
function isMain(element: unknown): boolean {
  const associations = elementField(element, 'associationset', 'associations');
  return Array.isArray(associations) && associations.some((one) => String(elementField(one, 'main')) === 'true');
}

/** Names from services: alarms of a target tracking policy, and the rule that fills an archive of events. */
const OF_SERVICES =
  /^TargetTracking-.+-(?:Alarm|ProvisionedCapacity)(?:High|Low)-[0-9a-f]{8}-[0-9a-f-]{27}$|^Events-Archive-.+/;

/** True for the route of a gateway endpoint, which stands in each table that the endpoint names. */
const isOfEndpoint = (element: unknown): boolean =>
  elementField(element, 'destinationprefixlistid') !== undefined &&
  String(elementField(element, 'gatewayid')).startsWith('vpce-');

/** The start of AWS's description of a service's own key. Lists of keys contain only ids. */
const DEFAULT_KEY = /^Default (?:master )?key that protects my /;

/**
 * True for the records with which a zone begins: SOA, and NS with Route 53's servers and a TTL of two days (a
 * delegation usually has a shorter TTL).
 */
const isZonesOwn = ({ type, ttl, records }: Record<string, Value>): boolean =>
  type === 'SOA' ||
  (type === 'NS' &&
    Number(ttl) === 172_800 &&
    elements(records).every((one) => typeof one === 'string' && one.includes('awsdns')));

/** `isDefault`: people may add their own parts to the object (the default event bus); it is not for a service alone. */
export type Provided = { why: string; isDefault?: true };

/**
 * The reason if AWS made an object by itself; otherwise undefined. Every account has a default VPC with subnets, route
 * table, ACL and group, keys `alias/aws/…`, parameter groups `default.…`, service-linked roles and managed policies.
 * Lists contain them among all others, but nobody forgot to manage them. A flag, an owner, a path, a name or an ARN of
 * the account `aws` identifies them.
 */
export function providedBy({ candidate: { type, element, ids }, live }: Subject): Provided | undefined {
  const own = fields(live);
  const has = (one: string): boolean => String(elementField(element, one)) === 'true';
  if (SERVICE_FLAGS.some(has) || isObject(elementField(element, 'linkedservice')))
    return { why: 'the cloud manages it' };
  if (DEFAULT_FLAGS.some(has) || ['is_default', 'default', 'default_for_az'].some((one) => own[one] === true))
    return { why: 'the cloud says that it is a default', isDefault: true };
  const owner = OWNERS.map((one) => elementField(element, one)).find(
    (one) => typeof one === 'string' && CLOUD.test(one),
  );
  if (owner !== undefined || own.key_manager === 'AWS') return { why: 'the cloud manages it' };
  if (type === 'aws_route_table' && isMain(element)) return { why: 'each network has it', isDefault: true };
  if (type === 'aws_route' && isOfEndpoint(element)) return { why: 'an endpoint made it' };
  if (type === 'aws_route53_record' && isZonesOwn(own)) return { why: 'each zone has it' };
  if (type === 'aws_kms_key' && typeof own.description === 'string' && DEFAULT_KEY.test(own.description))
    return { why: 'a service of the cloud made it for itself' };
  const path = own.path ?? elementField(element, 'path');
  if (typeof path === 'string' && /^\/(?:aws-service-role|aws-reserved|service-role\/aws-reserved)\//.test(path))
    return { why: 'a service of the cloud made it for itself' };
  const arn = typeof own.arn === 'string' ? own.arn : (ids.arn ?? '');
  if (/^arn:[\w-]+:[\w-]+:[\w-]*:aws:/i.test(arn) || /:role\/(?:aws-service-role|aws-reserved)\//.test(arn))
    return { why: 'the cloud manages it' };
  const names = [own.name, ids.name, ids.importId].filter((one) => typeof one === 'string');
  if (/^aws_cloudwatch_(?:metric_alarm|event_rule)$/.test(type) && names.some((one) => OF_SERVICES.test(one)))
    return { why: 'a service of the cloud made it for itself' };
  return !OWN_NAMES.test(type) && names.some((one) => NAMES.test(one))
    ? { why: 'each account has it', isDefault: true }
    : undefined;
}
