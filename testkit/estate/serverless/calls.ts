import { ACCOUNT } from '../documents.ts';

export { ACCOUNT, policy, s3Xml } from '../documents.ts';

const REGION = 'eu-central-1';

/** The scope of a service in the region of the estate. */
const at = (service: string) => ({ service, region: REGION });

export const apigateway = at('apigateway');
export const autoscaling = at('application-autoscaling');
export const cloudwatch = at('monitoring');
export const cognito = at('cognito-idp');
export const dynamodb = at('dynamodb');
export const ecr = at('ecr');
export const ecs = at('ecs');
export const events = at('events');
export const glue = at('glue');
export const iam = at('iam');
export const kinesis = at('kinesis');
export const kms = at('kms');
export const lambda = at('lambda');
export const logs = at('logs');
export const rds = at('rds');
export const s3 = at('s3');
export const scheduler = at('scheduler');
export const secrets = at('secretsmanager');
export const sns = at('sns');
export const sqs = at('sqs');
export const ssm = at('ssm');
export const states = at('states');
export const waf = at('wafv2');

export const ROOT = `arn:aws:iam::${ACCOUNT}:root`;

/** The applied alarm with some fields changed. */
export function failuresAlarm(topics: readonly string[], rest: Record<string, string>): Record<string, string> {
  const actions = topics.map((arn, i) => [`OKActions.member.${i + 1}`, arn]);
  return {
    AlarmName: 'failures',
    ComparisonOperator: 'GreaterThanThreshold',
    EvaluationPeriods: '3',
    MetricName: 'Failures',
    Namespace: 'Orders',
    Period: '300',
    Statistic: 'Sum',
    ...Object.fromEntries(actions),
    ...rest,
  };
}
