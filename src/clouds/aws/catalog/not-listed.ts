import { kindOf } from './same-types.ts';

/**
 * Why no list of a type is known, for types that people often have. From the provider's documentation of their imports
 * and AWS's API references. Settings of other objects are not among them (`isProperty` of the inventory).
 */
const REASONS: readonly (readonly [types: RegExp, why: string])[] = [
  [
    /^aws_security_group_rule$/,
    'Rules are listed as aws_vpc_security_group_ingress_rule and aws_vpc_security_group_egress_rule.',
  ],
  [
    /^aws_(?:s3_bucket|sqs_queue|sns_topic|kms_key|ecr_repository|ecr_registry|secretsmanager_secret|efs_file_system|backup_vault|glacier_vault|cloudwatch_event_bus|cloudwatch_log_destination|opensearch_domain|elasticsearch_domain|dynamodb_resource|kinesis_resource|vpc_endpoint)_policy$/,
    'An access policy is a setting of its object, and no operation lists those of all objects.',
  ],
  [
    /^aws_api_gateway_(?:method|integration|method_response|integration_response|method_settings)$/,
    'It is a part of a part: its import takes the API, the resource and the method.',
  ],
  [
    /^aws_(?:lb_target_group_attachment|acm_certificate_validation|iam_group_membership|eip_association|vpn_gateway_attachment|network_interface_sg_attachment|network_interface_attachment|autoscaling_attachment|elb_attachment|internet_gateway_attachment|ses_domain_identity_verification|ssm_activation|cognito_user|kms_ciphertext|lambda_invocation)$/,
    'It connects or confirms other objects, or the provider cannot import it.',
  ],
  [/^aws_iam_user_group_membership$/, 'The groups of a user are one resource, whose import names them all.'],
  [
    /^aws_(?:kinesis_firehose_delivery_stream|service_discovery_private_dns_namespace)$/,
    'Its import takes an id that no list answers with.',
  ],
  [
    /^aws_(?:identitystore_\w+|quicksight_\w+|organizations_organizational_unit|ssoadmin_\w+)$/,
    'Its list takes more than one argument.',
  ],
];

/** Why no list of a type is known, as a sentence; undefined where no reason is known either. */
export const whyNotListed = (type: string): string | undefined =>
  REASONS.find(([types]) => types.test(kindOf(type)))?.[1];
