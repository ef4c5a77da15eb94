import { documentOf, type Overlap } from '../match/overlap.ts';

/** Documents that are both an attribute and a resource of their own. */
export const DOCUMENTS: Overlap[] = [
  documentOf('aws_sns_topic', 'policy', { type: 'aws_sns_topic_policy', by: 'arn', to: ['arn'] }),
  documentOf('aws_secretsmanager_secret', 'policy', {
    type: 'aws_secretsmanager_secret_policy',
    by: 'secret_arn',
    to: ['arn', 'id'],
  }),
  documentOf('aws_sqs_queue', 'policy', { type: 'aws_sqs_queue_policy', by: 'queue_url', to: ['id', 'url'] }),
  documentOf(
    'aws_sqs_queue',
    'redrive_policy',
    { type: 'aws_sqs_queue_redrive_policy', by: 'queue_url', to: ['id', 'url'] },
    'json',
  ),
  documentOf(
    'aws_sqs_queue',
    'redrive_allow_policy',
    { type: 'aws_sqs_queue_redrive_allow_policy', by: 'queue_url', to: ['id', 'url'] },
    'json',
  ),
  documentOf('aws_opensearch_domain', 'access_policies', {
    type: 'aws_opensearch_domain_policy',
    by: 'domain_name',
    to: ['domain_name'],
  }),
  documentOf('aws_elasticsearch_domain', 'access_policies', {
    type: 'aws_elasticsearch_domain_policy',
    by: 'domain_name',
    to: ['domain_name'],
  }),
  documentOf('aws_api_gateway_rest_api', 'policy', {
    type: 'aws_api_gateway_rest_api_policy',
    by: 'rest_api_id',
    to: ['id'],
  }),
  documentOf('aws_vpc_endpoint', 'policy', { type: 'aws_vpc_endpoint_policy', by: 'vpc_endpoint_id', to: ['id'] }),
];
