import type { Change } from '../../change.ts';
import {
  ACCOUNT,
  dynamodb,
  efs,
  emr,
  kinesis,
  opensearchserverless,
  policy,
  quicksight,
  sagemaker,
} from '../calls/data.ts';

const GROUPS = `/accounts/${ACCOUNT}/namespaces/default`;

export const dataStreamChanges: readonly Change[] = [
  {
    what: 'everybody may write to a stream',
    shows: { 'aws_kinesis_resource_policy.data': ['policy'] },
    run: ({ json, of }) => {
      const ResourceARN = of('aws_kinesis_stream.data', 'arn');
      const Policy = policy({
        Sid: 'Read',
        Effect: 'Allow',
        Principal: '*',
        Action: ['kinesis:GetRecords', 'kinesis:PutRecord'],
        Resource: ResourceARN,
      });
      return json(kinesis, 'Kinesis_20131202.PutResourcePolicy', { ResourceARN, Policy });
    },
  },
  {
    what: 'a consumer of a stream is deregistered',
    shows: { 'aws_kinesis_stream_consumer.data': 'deleted' },
    run: ({ json, of }) =>
      json(kinesis, 'Kinesis_20131202.DeregisterStreamConsumer', {
        ConsumerARN: of('aws_kinesis_stream_consumer.data', 'arn'),
      }),
  },
  {
    what: 'another account may delete items of a table',
    shows: { 'aws_dynamodb_resource_policy.data': ['policy'] },
    run: ({ json, of }) => {
      const ResourceArn = of('aws_dynamodb_table.data', 'arn');
      const Policy = policy({
        Sid: 'Read',
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::210987654321:root' },
        Action: ['dynamodb:GetItem', 'dynamodb:DeleteItem'],
        Resource: ResourceArn,
      });
      return json(dynamodb, 'DynamoDB_20120810.PutResourcePolicy', { ResourceArn, Policy });
    },
  },
  {
    what: 'the one tag of a table that is managed gets another value',
    shows: { 'aws_dynamodb_tag.data': ['value'] },
    run: ({ json, of }) =>
      json(dynamodb, 'DynamoDB_20120810.TagResource', {
        ResourceArn: of('aws_dynamodb_table.data', 'arn'),
        Tags: [{ Key: 'team', Value: 'ops' }],
      }),
  },
  {
    what: 'nothing guards the doors of a file system any more',
    shows: { 'aws_efs_mount_target.data': ['security_groups'] },
    run: ({ rest, of }) =>
      rest(efs, 'PUT', `/2015-02-01/mount-targets/${of('aws_efs_mount_target.data')}/security-groups`, {
        SecurityGroups: [of('aws_vpc.data', 'default_security_group_id')],
      }),
  },
  {
    what: 'everybody may mount a file system as root',
    shows: { 'aws_efs_file_system_policy.data': ['policy'] },
    run: ({ rest, of }) =>
      rest(efs, 'PUT', `/2015-02-01/file-systems/${of('aws_efs_file_system.data')}/policy`, {
        Policy: policy({
          Sid: 'Mount',
          Effect: 'Allow',
          Principal: { AWS: '*' },
          Action: ['elasticfilesystem:ClientMount', 'elasticfilesystem:ClientRootAccess'],
          Resource: of('aws_efs_file_system.data', 'arn'),
        }),
      }),
  },
  {
    what: 'an access point of a file system is deleted',
    shows: { 'aws_efs_access_point.data': 'deleted' },
    run: ({ rest, of }) => rest(efs, 'DELETE', `/2015-02-01/access-points/${of('aws_efs_access_point.data')}`),
  },
  {
    what: 'clusters may be reached on every port',
    shows: { 'aws_emr_block_public_access_configuration.data': ['permitted_public_security_group_rule_range'] },
    run: ({ json }) =>
      json(emr, 'ElasticMapReduce.PutBlockPublicAccessConfiguration', {
        BlockPublicAccessConfiguration: {
          BlockPublicSecurityGroupRules: true,
          PermittedPublicSecurityGroupRuleRanges: [{ MinRange: 0, MaxRange: 65535 }],
        },
      }),
  },
  {
    what: 'a security configuration of clusters is deleted',
    shows: { 'aws_emr_security_configuration.data': 'deleted' },
    run: ({ json }) => json(emr, 'ElasticMapReduce.DeleteSecurityConfiguration', { Name: 'data-encrypted' }),
  },
  {
    what: 'other collections are encrypted',
    shows: { 'aws_opensearchserverless_security_policy.data': ['policy'] },
    run: ({ json, of }) =>
      json(opensearchserverless, 'OpenSearchServerless.UpdateSecurityPolicy', {
        name: 'data-encryption',
        type: 'encryption',
        policyVersion: of('aws_opensearchserverless_security_policy.data', 'policy_version'),
        policy: JSON.stringify({
          Rules: [{ ResourceType: 'collection', Resource: ['collection/logs-*'] }],
          AWSOwnedKey: true,
        }),
      }),
  },
  {
    what: 'a reader becomes an administrator of all analyses',
    shows: { 'aws_quicksight_user.data': ['user_role'] },
    run: ({ rest }) => rest(quicksight, 'PUT', `${GROUPS}/users/zoe`, { Email: 'zoe@example.org', Role: 'ADMIN' }),
  },
  {
    what: 'a group of analysts is described otherwise',
    shows: { 'aws_quicksight_group.data': ['description'] },
    run: ({ rest }) => rest(quicksight, 'PUT', `${GROUPS}/groups/data-analysts`, { Description: 'everybody' }),
  },
  {
    what: 'a model is deleted',
    shows: { 'aws_sagemaker_model.data': 'deleted' },
    run: ({ json }) => json(sagemaker, 'SageMaker.DeleteModel', { ModelName: 'data-forecast' }),
  },
  {
    what: 'a notebook is deleted',
    shows: { 'aws_sagemaker_notebook_instance.data': 'deleted' },
    run: async ({ json }) => {
      const notebook = { NotebookInstanceName: 'data-research' };
      await json(sagemaker, 'SageMaker.StopNotebookInstance', notebook);
      await json(sagemaker, 'SageMaker.DeleteNotebookInstance', notebook);
    },
  },
  {
    what: 'a pipeline trains something else',
    shows: { 'aws_sagemaker_pipeline.data': ['pipeline_definition', 'pipeline_display_name'] },
    run: ({ json }) =>
      json(sagemaker, 'SageMaker.UpdatePipeline', {
        PipelineName: 'data-train',
        PipelineDisplayName: 'train-again',
        PipelineDefinition: JSON.stringify({ Version: '2020-12-01', Steps: [] }),
      }),
  },
  {
    what: 'nothing looks at the quality of data any more',
    shows: { 'aws_sagemaker_data_quality_job_definition.data': 'deleted' },
    run: ({ json }) =>
      json(sagemaker, 'SageMaker.DeleteDataQualityJobDefinition', { JobDefinitionName: 'data-quality' }),
  },
  {
    what: 'an endpoint of a model is deleted',
    shows: { 'aws_sagemaker_endpoint.data': 'deleted' },
    run: ({ json }) => json(sagemaker, 'SageMaker.DeleteEndpoint', { EndpointName: 'data-forecast' }),
  },
];
