/**
 * Parameters that AWS's models do not require, but without which an operation does not answer, or also returns objects
 * of other accounts. From AWS's API references.
 */
export const REVIEWED_PARAMETERS: Readonly<Record<string, string>> = {
  'application-autoscaling:DescribeScalableTargets':
    '{"ServiceNamespace":"{ecs|elasticmapreduce|ec2|appstream|dynamodb|rds|sagemaker|custom-resource|comprehend|lambda|cassandra|kafka|elasticache|neptune|workspaces}"}',
  'application-autoscaling:DescribeScalingPolicies':
    '{"ServiceNamespace":"{ecs|elasticmapreduce|ec2|appstream|dynamodb|rds|sagemaker|custom-resource|comprehend|lambda|cassandra|kafka|elasticache|neptune|workspaces}"}',
  'athena:ListNamedQueries': '{"WorkGroup":"{}"}',
  'athena:ListPreparedStatements': '{"WorkGroup":"{}"}',
  'cloudtrail:DescribeTrails': '{"includeShadowTrails":false}',
  'cognito-identity:ListIdentityPools': '{"MaxResults":60}',
  'cognito-idp:ListUserPools': '{"MaxResults":60}',
  'ec2:DescribeImages': 'Owner.1=self',
  'ec2:DescribeSnapshots': 'Owner.1=self',
  'ec2:SearchTransitGatewayRoutes': 'TransitGatewayRouteTableId={}&Filter.1.Name=type&Filter.1.Value.1=static',
  'ecs:ListServices': '{"cluster":"{}"}',
  'elbv2:DescribeListeners': 'LoadBalancerArn={}',
  'elbv2:DescribeRules': 'ListenerArn={}',
  'events:ListRules': '{"EventBusName":"{}"}',
  'events:ListTargetsByRule': '{"Rule":"{-/}","EventBusName":"{/-}"}',
  'iam:ListAccessKeys': 'UserName={}',
  'iam:ListPolicies': 'Scope=Local',
  'iam:ListSSHPublicKeys': 'UserName={}',
  'opensearchserverless:ListSecurityPolicies': '{"type":"{encryption|network}"}',
  'organizations:ListPolicies':
    '{"Filter":"{SERVICE_CONTROL_POLICY|TAG_POLICY|BACKUP_POLICY|AISERVICES_OPT_OUT_POLICY}"}',
  'ssm:ListDocuments': '{"Filters":[{"Key":"Owner","Values":["Self"]}]}',
  'swf:ListDomains': '{"registrationStatus":"REGISTERED"}',
  'wafv2:ListIPSets': '{"Scope":"REGIONAL"}',
  'wafv2:ListRegexPatternSets': '{"Scope":"REGIONAL"}',
  'wafv2:ListRuleGroups': '{"Scope":"REGIONAL"}',
  'wafv2:ListWebACLs': '{"Scope":"REGIONAL"}',
};

/** Import ids that are not the state's `id`, as templates of attributes: from the provider's documentation. */
export const IMPORT_IDS: Readonly<Record<string, string>> = {
  aws_api_gateway_authorizer: '{rest_api_id}/{id}',
  aws_api_gateway_base_path_mapping: '{domain_name}/{base_path}',
  aws_api_gateway_deployment: '{rest_api_id}/{id}',
  aws_api_gateway_gateway_response: '{rest_api_id}/{response_type}',
  aws_api_gateway_model: '{rest_api_id}/{name}',
  aws_api_gateway_request_validator: '{rest_api_id}/{id}',
  aws_api_gateway_resource: '{rest_api_id}/{id}',
  aws_api_gateway_stage: '{rest_api_id}/{stage_name}',
  aws_api_gateway_usage_plan_key: '{usage_plan_id}/{key_id}',
  aws_apigatewayv2_authorizer: '{api_id}/{id}',
  aws_apigatewayv2_deployment: '{api_id}/{id}',
  aws_apigatewayv2_integration: '{api_id}/{id}',
  aws_apigatewayv2_model: '{api_id}/{id}',
  aws_apigatewayv2_route: '{api_id}/{id}',
  aws_apigatewayv2_stage: '{api_id}/{name}',
  aws_appautoscaling_policy: '{service_namespace}/{resource_id}/{scalable_dimension}/{name}',
  aws_appautoscaling_target: '{service_namespace}/{resource_id}/{scalable_dimension}',
  aws_autoscaling_lifecycle_hook: '{autoscaling_group_name}/{name}',
  aws_autoscaling_policy: '{autoscaling_group_name}/{name}',
  aws_autoscaling_schedule: '{autoscaling_group_name}/{scheduled_action_name}',
  aws_batch_compute_environment: '{compute_environment_name}',
  aws_cloudwatch_event_target: '{event_bus_name}/{rule}/{target_id}',
  aws_cloudwatch_log_metric_filter: '{log_group_name}:{name}',
  aws_cloudwatch_log_stream: '{log_group_name}:{name}',
  aws_cloudwatch_log_subscription_filter: '{log_group_name}|{name}',
  aws_codebuild_project: '{name}',
  aws_cognito_user: '{user_pool_id}/{username}',
  aws_cognito_user_group: '{user_pool_id}/{name}',
  aws_cognito_user_pool_client: '{user_pool_id}/{id}',
  aws_db_instance: '{identifier}',
  aws_ecs_service: '{cluster#/}/{name}',
  aws_ecs_cluster: '{name}',
  aws_ecs_task_definition: '{arn}',
  aws_iam_group_policy_attachment: '{group}/{policy_arn}',
  aws_iam_role_policy_attachment: '{role}/{policy_arn}',
  aws_iam_user_policy_attachment: '{user}/{policy_arn}',
  aws_iam_user_ssh_key: '{username}:{ssh_public_key_id}:{encoding}',
  aws_lambda_alias: '{function_name}/{name}',
  aws_lambda_permission: '{function_name}/{statement_id}',
  aws_network_acl_rule: '{network_acl_id}:{rule_number}:{protocol}:{egress}',
  aws_rds_cluster_instance: '{identifier}',
  aws_route: '{route_table_id}_{destination_cidr_block}',
  aws_route_table_association: '{subnet_id}/{route_table_id}',
  aws_service_discovery_instance: '{service_id}/{id}',
  aws_volume_attachment: '{device_name}:{volume_id}:{instance_id}',
  aws_wafv2_ip_set: '{id}/{name}/{scope}',
  aws_wafv2_regex_pattern_set: '{id}/{name}/{scope}',
  aws_wafv2_rule_group: '{id}/{name}/{scope}',
  aws_wafv2_web_acl: '{id}/{name}/{scope}',
};

/**
 * Types that are a single setting of another object, data in it, or the set of all its parts of one kind. They are
 * never listed by themselves, since they come with that object.
 */
export const NO_OBJECTS: readonly RegExp[] = [
  /_exclusive$|_tag$|^aws_s3_bucket_|^aws_s3_object|^aws_dynamodb_(?:table_item|resource_policy)$|^aws_ec2_instance_state$/,
  /^aws_(?:sns_topic|sqs_queue|secretsmanager_secret|kms_key|cloudwatch_event_bus|cloudwatch_log_destination|vpc_endpoint|efs_file_system|glue_resource|kinesis_resource|vpclattice_auth|ecr_repository|ecr_registry|ecr_lifecycle|sqs_queue_redrive)_policy$/,
  /^aws_kinesis_resource_policy$|^aws_vpclattice_auth_policy$|^aws_ecr_(?:lifecycle|registry|repository)_policy$|^aws_sqs_queue_redrive_policy$/,
  /_(?:logging_configuration|lock_configuration|recorder_status|default_target_group|login_profile|encryption_by_default|encryption_settings|password_policy|account_alias|capacity_providers|event_invoke_config|redrive_allow_policy)$/,
  /^aws_(?:api_gateway_account|api_gateway_method_settings|appsync_api_cache|secretsmanager_secret_rotation|ses_domain_dkim|ses_domain_mail_from|ses_active_receipt_rule_set|sns_sms_preferences|macie2_account|inspector2_enabler|iot_indexing_configuration|lakeformation_data_lake_settings|ecr_registry_scanning_configuration|ecr_replication_configuration|emr_block_public_access_configuration|config_retention_configuration)$/,
  /^aws_(?:vpc_dhcp_options_association|main_route_table_association|vpn_gateway_attachment|network_interface_attachment|network_interface_sg_attachment|iam_group_membership|iam_user_group_membership|iam_policy_attachment|autoscaling_attachment|elb_attachment|eip_association|lambda_layer_version_permission)$/,
];

/** Types whose objects the list of another type contains. From the provider's documentation. */
const LISTED_AS_OTHERS: ReadonlySet<string> = new Set([
  'aws_alb',
  'aws_alb_listener',
  'aws_alb_listener_rule',
  'aws_alb_target_group',
  'aws_ami_copy',
  'aws_ami_from_instance',
  'aws_default_network_acl',
  'aws_default_route_table',
  'aws_default_security_group',
  'aws_default_subnet',
  'aws_default_vpc',
  'aws_default_vpc_dhcp_options',
  'aws_ebs_snapshot_copy',
  'aws_ebs_snapshot_import',
  'aws_iam_service_linked_role',
  'aws_kms_external_key',
  'aws_kms_replica_key',
  'aws_security_group_rule',
  'aws_sesv2_email_identity',
  'aws_spot_instance_request',
  'aws_vpc_peering_connection_accepter',
]);

/** The reason why a type is not listed by itself; undefined if it is listed. */
export const whyNot = (type: string): string | undefined => {
  if (LISTED_AS_OTHERS.has(type)) return 'another type of the same object is listed';
  return NO_OBJECTS.some((one) => one.test(type)) ? 'a setting of another object, or data in it' : undefined;
};

/** Conditions that select the elements of a type from a list of several types. From AWS's API references. */
export const WHERE: Readonly<Record<string, string>> = {
  // Each API begins with a resource of its own, which has no parent and cannot be made.
  aws_api_gateway_resource: 'parentId',
  // A resource that is not made yet, or that failed, has no id.
  aws_cloudformation_stack_resource: 'PhysicalResourceId',
  aws_db_instance: '!DBClusterIdentifier',
  aws_network_acl_rule: '!ruleNumber=32767|32768',
  aws_rds_cluster_instance: 'DBClusterIdentifier',
  aws_route: 'origin=CreateRoute',
  aws_route_table_association: 'subnetId',
  aws_service_discovery_http_namespace: 'Type=HTTP',
  aws_service_discovery_public_dns_namespace: 'Type=DNS_PUBLIC',
  aws_ses_domain_identity: '!*@',
  aws_ses_email_identity: '*@',
  aws_sns_topic_subscription: '!SubscriptionArn=PendingConfirmation',
  aws_vpc_security_group_egress_rule: 'isEgress=true',
  aws_vpc_security_group_ingress_rule: 'isEgress=false',
};

/** URL queries that AWS's models do not require, but without which an operation does not answer. */
export const REVIEWED_QUERIES: Readonly<Record<string, string>> = { 'efs:DescribeMountTargets': 'FileSystemId={}' };

/** A line that a person wrote because the emulator or the estates show another one, or none. */
export type ReviewedLine = {
  operation: string;
  path: string;
  importId: string;
  arn?: string;
  name?: string;
  parent?: string;
};

/** From AWS's API references and the provider's documentation; the script proves these like all others. */
export const REVIEWED_LINES: Readonly<Record<string, ReviewedLine>> = {
  aws_api_gateway_resource: {
    operation: 'apigateway:GetResources',
    path: 'item',
    importId: '{@}/{id}',
    parent: 'aws_api_gateway_rest_api.importId',
  },
  aws_apigatewayv2_authorizer: {
    operation: 'apigatewayv2:GetAuthorizers',
    path: 'items',
    importId: '{@}/{authorizerId}',
    name: '{name}',
    parent: 'aws_apigatewayv2_api.importId',
  },
  aws_appconfig_application: {
    operation: 'appconfig:ListApplications',
    path: 'Items',
    importId: '{Id}',
    name: '{Name}',
  },
  aws_athena_named_query: {
    operation: 'athena:ListNamedQueries',
    path: 'NamedQueryIds',
    importId: '{}',
    parent: 'aws_athena_workgroup.importId',
  },
  aws_athena_prepared_statement: {
    operation: 'athena:ListPreparedStatements',
    path: 'PreparedStatements',
    importId: '{@}/{StatementName}',
    name: '{StatementName}',
    parent: 'aws_athena_workgroup.importId',
  },
  // No type of the provider: what each stack owns.
  aws_cloudformation_stack_resource: {
    operation: 'cloudformation:ListStackResources',
    path: 'StackResourceSummaries',
    importId: '{PhysicalResourceId}',
    parent: 'aws_cloudformation_stack.importId',
  },
  aws_cloudfront_origin_access_identity: {
    operation: 'cloudfront:ListCloudFrontOriginAccessIdentities',
    path: 'Items.CloudFrontOriginAccessIdentitySummary',
    importId: '{Id}',
  },
  aws_cloudtrail: {
    operation: 'cloudtrail:DescribeTrails',
    path: 'trailList',
    importId: '{TrailARN}',
    arn: '{TrailARN}',
    name: '{Name}',
  },
  aws_cloudwatch_event_rule: {
    operation: 'events:ListRules',
    path: 'Rules',
    importId: '{EventBusName}/{Name}',
    arn: '{Arn}',
    name: '{Name}',
    parent: 'aws_cloudwatch_event_bus.name',
  },
  aws_cloudwatch_event_target: {
    operation: 'events:ListTargetsByRule',
    path: 'Targets',
    importId: '{@}/{Id}',
    parent: 'aws_cloudwatch_event_rule.importId',
  },
  aws_cloudwatch_log_stream: {
    operation: 'logs:DescribeLogStreams',
    path: 'logStreams',
    importId: '{@}:{logStreamName}',
    arn: '{arn}',
    name: '{logStreamName}',
    parent: 'aws_cloudwatch_log_group.importId',
  },
  aws_cloudwatch_log_subscription_filter: {
    operation: 'logs:DescribeSubscriptionFilters',
    path: 'subscriptionFilters',
    importId: '{logGroupName}|{filterName}',
    name: '{filterName}',
    parent: 'aws_cloudwatch_log_group.importId',
  },
  aws_ecs_service: {
    operation: 'ecs:ListServices',
    path: 'serviceArns',
    importId: '{#:service/}',
    arn: '{}',
    name: '{#/}',
    parent: 'aws_ecs_cluster.importId',
  },
  aws_efs_mount_target: {
    operation: 'efs:DescribeMountTargets',
    path: 'MountTargets',
    importId: '{MountTargetId}',
    parent: 'aws_efs_file_system.importId',
  },
  aws_eks_fargate_profile: {
    operation: 'eks:ListFargateProfiles',
    path: 'fargateProfileNames',
    importId: '{@}:{}',
    parent: 'aws_eks_cluster.name',
  },
  aws_eks_node_group: {
    operation: 'eks:ListNodegroups',
    path: 'nodegroups',
    importId: '{@}:{}',
    parent: 'aws_eks_cluster.name',
  },
  aws_elasticache_replication_group: {
    operation: 'elasticache:DescribeReplicationGroups',
    path: 'ReplicationGroups.ReplicationGroup',
    importId: '{ReplicationGroupId}',
    arn: '{ARN}',
  },
  aws_iam_group_policy: {
    operation: 'iam:ListGroupPolicies',
    path: 'PolicyNames',
    importId: '{@}:{}',
    name: '{}',
    parent: 'aws_iam_group.importId',
  },
  aws_iam_group_policy_attachment: {
    operation: 'iam:ListAttachedGroupPolicies',
    path: 'AttachedPolicies',
    importId: '{@}/{PolicyArn}',
    parent: 'aws_iam_group.importId',
  },
  aws_iam_user_policy: {
    operation: 'iam:ListUserPolicies',
    path: 'PolicyNames',
    importId: '{@}:{}',
    name: '{}',
    parent: 'aws_iam_user.importId',
  },
  aws_iam_user_policy_attachment: {
    operation: 'iam:ListAttachedUserPolicies',
    path: 'AttachedPolicies',
    importId: '{@}/{PolicyArn}',
    parent: 'aws_iam_user.importId',
  },
  aws_iam_user_ssh_key: {
    operation: 'iam:ListSSHPublicKeys',
    path: 'SSHPublicKeys',
    importId: '{UserName}:{SSHPublicKeyId}:SSH',
    parent: 'aws_iam_user.importId',
  },
  aws_kms_grant: {
    operation: 'kms:ListGrants',
    path: 'Grants',
    importId: '{KeyId#/}:{GrantId}',
    name: '{Name}',
    parent: 'aws_kms_key.importId',
  },
  aws_lambda_function_url: {
    operation: 'lambda:ListFunctionUrlConfigs',
    path: 'FunctionUrlConfigs',
    importId: '{@}{?/:FunctionArn#:@:}',
    parent: 'aws_lambda_function.importId',
  },
  aws_lambda_permission: {
    operation: 'lambda:GetPolicy',
    path: 'Policy.Statement',
    importId: '{@}/{Sid}',
    parent: 'aws_lambda_function.importId',
  },
  aws_lb_listener_rule: {
    operation: 'elbv2:DescribeRules',
    path: 'Rules',
    importId: '{RuleArn}',
    arn: '{RuleArn}',
    parent: 'aws_lb_listener.importId',
  },
  aws_rds_cluster_instance: {
    operation: 'rds:DescribeDBInstances',
    path: 'DBInstances.DBInstance',
    importId: '{DBInstanceIdentifier}',
    arn: '{DBInstanceArn}',
  },
  aws_route: {
    operation: 'ec2:DescribeRouteTables',
    path: 'routeTableSet.routeSet',
    importId: '{^routeTableId}_{destinationCidrBlock|destinationIpv6CidrBlock|destinationPrefixListId}',
  },
  aws_route53_record: {
    operation: 'route53:ListResourceRecordSets',
    path: 'ResourceRecordSets.ResourceRecordSet',
    importId: '{@}_{Name~.}_{Type}{?_:SetIdentifier}',
    name: '{Name~.}',
    parent: 'aws_route53_zone.importId',
  },
  aws_service_discovery_instance: {
    operation: 'servicediscovery:ListInstances',
    path: 'Instances',
    importId: '{@}/{Id}',
    parent: 'aws_service_discovery_service.importId',
  },
  aws_ses_domain_identity: {
    operation: 'ses:ListIdentities',
    path: 'Identities',
    importId: '{}',
  },
  aws_ses_email_identity: {
    operation: 'ses:ListIdentities',
    path: 'Identities',
    importId: '{}',
  },
  aws_sns_topic_subscription: {
    operation: 'sns:ListSubscriptions',
    path: 'Subscriptions',
    importId: '{SubscriptionArn}',
    arn: '{SubscriptionArn}',
  },
};

/** Types for which the emulator's answers lead to a wrong operation, which lists other objects. */
export const NOT_LEARNED: ReadonlySet<string> = new Set([
  'aws_kinesis_firehose_delivery_stream',
  'aws_organizations_organizational_unit',
  'aws_service_discovery_private_dns_namespace',
  'aws_ses_event_destination',
  'aws_ses_receipt_rule',
]);

/** Types whose list takes many calls per object, or that may have very many objects. */
export const EXPENSIVE: ReadonlySet<string> = new Set([
  'aws_cloudwatch_log_stream',
  'aws_secretsmanager_secret_version',
]);
