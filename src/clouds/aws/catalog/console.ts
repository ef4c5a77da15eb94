import { awsServiceOf } from './services.ts';
import type { ShownResource } from '../../contract/cloud.ts';
import { partitionOf } from './places.ts';

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/;
/** Names and ids without characters that could change the URL's target. ARNs have a pattern of their own. */
const NAME = /^[\w+=,.@/-]{1,256}$/;
const ARN = /^arn:aws:[a-z0-9-]+:[a-z0-9-]*:(?:\d{12})?:[\w+=,.@/:*$-]{1,512}$/;
const numbered = (prefix: string) => new RegExp(`^${prefix}-[0-9a-f]{8,17}$`);

/** A resource's page: the form of its id, and the path below the console's host. `%` stands for the encoded id. */
type Page = readonly [id: RegExp, path: string];

/**
 * Console pages with stable URLs, by resource type, where the id in the state is the console's id too. A type whose ids
 * differ is left out: the id of `aws_db_instance` is not its name.
 */
const PAGES: ReadonlyMap<string, Page> = new Map<string, Page>(
  Object.entries({
    aws_cloudwatch_log_group: [NAME, 'cloudwatch/home?region=#logsV2:log-groups/log-group/%'],
    aws_dynamodb_table: [NAME, 'dynamodbv2/home?region=#table?name=%'],
    aws_ebs_volume: [numbered('vol'), 'ec2/home?region=#VolumeDetails:volumeId=%'],
    aws_eks_cluster: [NAME, 'eks/home?region=#/clusters/%'],
    aws_instance: [numbered('i'), 'ec2/home?region=#InstanceDetails:instanceId=%'],
    aws_internet_gateway: [numbered('igw'), 'vpcconsole/home?region=#InternetGateway:internetGatewayId=%'],
    aws_kms_key: [NAME, 'kms/home?region=#/kms/keys/%'],
    aws_lambda_function: [NAME, 'lambda/home?region=#/functions/%'],
    aws_launch_template: [numbered('lt'), 'ec2/home?region=#LaunchTemplateDetails:launchTemplateId=%'],
    aws_lb: [ARN, 'ec2/home?region=#LoadBalancer:loadBalancerArn=%'],
    aws_lb_target_group: [ARN, 'ec2/home?region=#TargetGroup:targetGroupArn=%'],
    aws_nat_gateway: [numbered('nat'), 'vpcconsole/home?region=#NatGatewayDetails:natGatewayId=%'],
    aws_network_acl: [numbered('acl'), 'vpcconsole/home?region=#NetworkAclDetails:networkAclId=%'],
    aws_rds_cluster: [/^[a-z][a-z0-9-]{0,62}$/i, 'rds/home?region=#database:id=%;is-cluster=true'],
    aws_route_table: [numbered('rtb'), 'vpcconsole/home?region=#RouteTableDetails:RouteTableId=%'],
    aws_s3_bucket: [/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 's3/buckets/%?region='],
    aws_security_group: [numbered('sg'), 'ec2/home?region=#SecurityGroup:groupId=%'],
    aws_sfn_state_machine: [ARN, 'states/home?region=#/statemachines/view/%'],
    aws_sns_topic: [ARN, 'sns/v3/home?region=#/topic/%'],
    aws_sqs_queue: [
      /^https:\/\/sqs\.[a-z0-9-]+\.amazonaws\.com\/\d{12}\/[\w.-]{1,80}$/,
      'sqs/v3/home?region=#/queues/%',
    ],
    aws_subnet: [numbered('subnet'), 'vpcconsole/home?region=#SubnetDetails:subnetId=%'],
    aws_vpc: [numbered('vpc'), 'vpcconsole/home?region=#VpcDetails:VpcId=%'],
  }),
);

/** Console pages of global services. */
const GLOBAL_PAGES: ReadonlyMap<string, Page> = new Map<string, Page>(
  Object.entries({
    aws_cloudfront_distribution: [/^E[A-Z0-9]{10,16}$/, 'cloudfront/v4/home#/distributions/%'],
    aws_iam_group: [NAME, 'iam/home#/groups/details/%'],
    aws_iam_policy: [ARN, 'iam/home#/policies/details/%'],
    aws_iam_role: [NAME, 'iam/home#/roles/details/%'],
    aws_iam_user: [NAME, 'iam/home#/users/details/%'],
    aws_route53_zone: [/^Z[A-Z0-9]{5,31}$/, 'route53/v2/hostedzones#ListRecordSets/%'],
  }),
);

/** Parts of a bucket are configured on the bucket's page; their id is the bucket's name. */
const BUCKET_PART = /^aws_s3_bucket_(?!object)/;

/** The URL of a resource in the AWS console; undefined where it is uncertain. */
export function awsConsoleUrl({ type, id, region }: ShownResource): string | undefined {
  const global = GLOBAL_PAGES.get(type);
  const [pattern, path] = global ?? PAGES.get(BUCKET_PART.test(type) ? 'aws_s3_bucket' : type) ?? [];
  if (path === undefined || pattern?.test(id) !== true) return undefined;
  // The CloudWatch Logs console encodes twice, with `$` in the place of `%`.
  const encoded =
    awsServiceOf(type) === 'logs'
      ? encodeURIComponent(encodeURIComponent(id)).replaceAll('%', '$')
      : encodeURIComponent(id);
  if (global) return `https://console.aws.amazon.com/${path.replace('%', () => encoded)}`;
  // Other partitions have consoles of their own.
  if (region === undefined || !REGION.test(region) || partitionOf(region) !== 'aws') return undefined;
  const place = path.replace('%', () => encoded).replace('region=', `region=${region}`);
  return `https://${region}.console.aws.amazon.com/${place}`;
}
