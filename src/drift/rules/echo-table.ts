import type { Value } from '../../base/value.ts';
import {
  field,
  groupRules,
  inlinePolicies,
  inlinePolicyResource,
  listed,
  routeResource,
  routes,
  ruleResource,
  type Atoms,
} from './atoms.ts';

type Fields = Record<string, Value>;

/**
 * Attributes of a parent that show what child resources are. `atoms` says how an aggregate is taken apart, so that what no
 * child explains stays the parent's drift; without it the attribute mirrors one child and is the child's altogether.
 */
export type Echo = {
  parent: string;
  attributes: string[];
  children: string[];
  belongs(child: Fields, parent: Fields, childType: string): boolean;
  atoms?: { ofParent: Atoms; ofChild: Atoms };
  why: string;
};

const bucket = (attributes: string[], child: string): Echo => ({
  parent: 'aws_s3_bucket',
  attributes,
  children: [child],
  belongs: (c, p) => c.bucket === p.id || c.bucket === p.arn,
  why: `the bucket only shows what ${child} manages`,
});

const groupDirection = (direction: string): Echo => ({
  parent: 'aws_security_group',
  attributes: [direction],
  children: ['aws_security_group_rule', `aws_vpc_security_group_${direction}_rule`],
  belongs: (c, p, type) => c.security_group_id === p.id && (type !== 'aws_security_group_rule' || c.type === direction),
  atoms: { ofParent: groupRules, ofChild: ruleResource },
  why: 'the group lists the rules that rule resources manage',
});

const policyOf = (parent: string, child: string, childField: string, parentField: string): Echo => ({
  parent,
  attributes: ['policy'],
  children: [child],
  belongs: (c, p) => c[childField] === p[parentField],
  why: `the policy is managed by ${child}`,
});

export const ECHOES: Echo[] = [
  bucket(['versioning'], 'aws_s3_bucket_versioning'),
  bucket(['cors_rule'], 'aws_s3_bucket_cors_configuration'),
  bucket(['website', 'website_domain', 'website_endpoint'], 'aws_s3_bucket_website_configuration'),
  bucket(['policy'], 'aws_s3_bucket_policy'),
  bucket(['acl', 'grant'], 'aws_s3_bucket_acl'),
  bucket(['logging'], 'aws_s3_bucket_logging'),
  bucket(['lifecycle_rule'], 'aws_s3_bucket_lifecycle_configuration'),
  bucket(['server_side_encryption_configuration'], 'aws_s3_bucket_server_side_encryption_configuration'),
  bucket(['replication_configuration'], 'aws_s3_bucket_replication_configuration'),
  bucket(['acceleration_status'], 'aws_s3_bucket_accelerate_configuration'),
  bucket(['request_payer'], 'aws_s3_bucket_request_payment_configuration'),
  bucket(['object_lock_configuration'], 'aws_s3_bucket_object_lock_configuration'),
  {
    parent: 'aws_iam_role',
    attributes: ['managed_policy_arns'],
    children: ['aws_iam_role_policy_attachment'],
    belongs: (c, p) => c.role === p.name,
    atoms: { ofParent: listed, ofChild: field('policy_arn') },
    why: 'the role lists the policies that attachments manage',
  },
  {
    parent: 'aws_iam_role',
    attributes: ['inline_policy'],
    children: ['aws_iam_role_policy'],
    belongs: (c, p) => c.role === p.name || c.role === p.id,
    atoms: { ofParent: inlinePolicies, ofChild: inlinePolicyResource },
    why: 'the role shows the inline policies that policy resources manage',
  },
  groupDirection('ingress'),
  groupDirection('egress'),
  {
    parent: 'aws_route_table',
    attributes: ['route'],
    children: ['aws_route'],
    belongs: (c, p) => c.route_table_id === p.id,
    atoms: { ofParent: routes, ofChild: routeResource },
    why: 'the table lists the routes that route resources manage',
  },
  policyOf('aws_sns_topic', 'aws_sns_topic_policy', 'arn', 'arn'),
  policyOf('aws_secretsmanager_secret', 'aws_secretsmanager_secret_policy', 'secret_arn', 'arn'),
  policyOf('aws_sqs_queue', 'aws_sqs_queue_policy', 'queue_url', 'id'),
];
