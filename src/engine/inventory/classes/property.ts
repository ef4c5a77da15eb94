/**
 * Types that are a setting of another object (the versioning of a bucket, the redrive policy of a queue, the rotation
 * of a secret) or data in it (the streams of a log group, the versions of a secret). They are never listed on their
 * own: a list of buckets would name each bucket once more, and a changed setting is drift of its parent. Access
 * policies are not among them, since a policy may open a managed parent to the world.
 */
const PROPERTIES =
  /^aws_(?:s3_bucket_(?:accelerate_configuration|acl|cors_configuration|lifecycle_configuration|logging|object_lock_configuration|ownership_controls|public_access_block|replication_configuration|request_payment_configuration|server_side_encryption_configuration|versioning|website_configuration|notification)|sqs_queue_redrive(?:_allow)?_policy|ecr_lifecycle_policy|secretsmanager_secret_rotation|kms_key_rotation|iam_account_password_policy|main_route_table_association|dynamodb_(?:tag|kinesis_streaming_destination|contributor_insights)|ec2_tag|ecs_tag|autoscaling_group_tag|cloudwatch_log_data_protection_policy|vpc_dhcp_options_association|vpc_ipv4_cidr_block_association|rds_cluster_role_association|lambda_function_event_invoke_config|lambda_provisioned_concurrency_config|elasticache_user_group_association|iam_role_policies_exclusive|iam_role_policy_attachments_exclusive|iam_user_policies_exclusive|iam_user_policy_attachments_exclusive|iam_group_policies_exclusive|iam_group_policy_attachments_exclusive|iam_policy_attachment|vpc_security_group_rules_exclusive|s3_bucket_object|s3_object|cloudwatch_log_stream|dynamodb_table_item|secretsmanager_secret_version)$/;

/** True if a type is a setting of another object, or data in it. */
export const isProperty = (type: string): boolean => PROPERTIES.test(type);
