/**
 * The AWS service of a resource type, by prefix: the longest prefix wins. Types whose name begins with their service
 * (`aws_iam_role`, `aws_sqs_queue`) need no entry. Source: the packages of terraform-provider-aws
 * (names/data/names_data.hcl: `resource_prefix`, and `actual` where a type does not follow the rule).
 */
const AWS_SERVICES: Readonly<Record<string, readonly string[]>> = {
  apigateway: ['api_gateway'],
  autoscaling: ['launch_configuration'],
  cloudwatch: ['cloudwatch_metric', 'cloudwatch_dashboard', 'cloudwatch_composite', 'cloudwatch_contributor'],
  cognitoidp: ['cognito_user', 'cognito_identity_provider', 'cognito_resource_server', 'cognito_risk'],
  ec2: [
    'ami',
    'customer_gateway',
    'default_network_acl',
    'default_route_table',
    'default_security_group',
    'default_subnet',
    'default_vpc',
    'ebs',
    'egress_only_internet_gateway',
    'eip',
    'flow_log',
    'instance',
    'internet_gateway',
    'key_pair',
    'launch_template',
    'main_route_table_association',
    'nat_gateway',
    'network_acl',
    'network_interface',
    'placement_group',
    'route',
    'security_group',
    'snapshot_create_volume_permission',
    'spot',
    'subnet',
    'volume_attachment',
    'vpc',
    'vpn',
  ],
  elb: ['load_balancer', 'app_cookie_stickiness_policy', 'lb_cookie_stickiness_policy', 'proxy_protocol_policy'],
  elbv2: ['lb', 'alb'],
  eventbridge: ['cloudwatch_event'],
  firehose: ['kinesis_firehose'],
  logs: ['cloudwatch_log', 'cloudwatch_query_definition'],
  rds: ['db'],
  route53recovery: ['route53recoverycontrolconfig', 'route53recoveryreadiness'],
  route53resolver: ['route53_resolver'],
  stepfunctions: ['sfn'],
};

const BY_PREFIX: ReadonlyMap<string, string> = new Map(
  Object.entries(AWS_SERVICES).flatMap(([service, prefixes]) => prefixes.map((prefix) => [prefix, service] as const)),
);

export function awsServiceOf(type: string): string {
  const words = type.split('_').slice(1);
  for (let length = words.length; length > 0; length -= 1) {
    const service = BY_PREFIX.get(words.slice(0, length).join('_'));
    if (service !== undefined) return service;
  }
  return words[0] ?? type;
}
