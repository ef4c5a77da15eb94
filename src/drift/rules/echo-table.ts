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

/** Which children belong to a parent: those whose field `by` holds what the parent has in one of the fields `to`. */
export type ChildLink = { type: string; by: string; to: string[]; where?: { field: string; is: string } };

/**
 * Attributes of a parent that show what child resources are. `atoms` says how an aggregate is taken apart, so that what no
 * child explains stays the parent's drift; without it the attribute mirrors one child and is the child's altogether.
 */
export type Echo = {
  parent: string;
  attributes: string[];
  children: ChildLink[];
  atoms?: { ofParent: Atoms; ofChild: Atoms };
  why: string;
};

const bucket = (attributes: string[], type: string): Echo => ({
  parent: 'aws_s3_bucket',
  attributes,
  children: [{ type, by: 'bucket', to: ['id', 'arn'] }],
  why: `the bucket only shows what ${type} manages`,
});

const groupDirection = (direction: string): Echo => ({
  parent: 'aws_security_group',
  attributes: [direction],
  children: [
    {
      type: 'aws_security_group_rule',
      by: 'security_group_id',
      to: ['id'],
      where: { field: 'type', is: direction },
    },
    { type: `aws_vpc_security_group_${direction}_rule`, by: 'security_group_id', to: ['id'] },
  ],
  atoms: { ofParent: groupRules, ofChild: ruleResource },
  why: 'the group lists the rules that rule resources manage',
});

const policyOf = (parent: string, type: string, by: string, to: string): Echo => ({
  parent,
  attributes: ['policy'],
  children: [{ type, by, to: [to] }],
  why: `the policy is managed by ${type}`,
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
    children: [{ type: 'aws_iam_role_policy_attachment', by: 'role', to: ['name'] }],
    atoms: { ofParent: listed, ofChild: field('policy_arn') },
    why: 'the role lists the policies that attachments manage',
  },
  {
    parent: 'aws_iam_role',
    attributes: ['inline_policy'],
    children: [{ type: 'aws_iam_role_policy', by: 'role', to: ['name', 'id'] }],
    atoms: { ofParent: inlinePolicies, ofChild: inlinePolicyResource },
    why: 'the role shows the inline policies that policy resources manage',
  },
  groupDirection('ingress'),
  groupDirection('egress'),
  {
    parent: 'aws_route_table',
    attributes: ['route'],
    children: [{ type: 'aws_route', by: 'route_table_id', to: ['id'] }],
    atoms: { ofParent: routes, ofChild: routeResource },
    why: 'the table lists the routes that route resources manage',
  },
  policyOf('aws_sns_topic', 'aws_sns_topic_policy', 'arn', 'arn'),
  policyOf('aws_secretsmanager_secret', 'aws_secretsmanager_secret_policy', 'secret_arn', 'arn'),
  policyOf('aws_sqs_queue', 'aws_sqs_queue_policy', 'queue_url', 'id'),
];
