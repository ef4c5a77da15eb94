import type { Change } from '../../change.ts';
import { autoscaling, dynamodb, ecr, ecs, glue, kms, policy, rds, secrets, ssm } from '../calls.ts';

export const dataChanges: readonly Change[] = [
  {
    what: 'a table gets more room to write, which nothing scales',
    shows: { 'aws_dynamodb_table.orders': ['write_capacity'] },
    run: ({ json }) =>
      json(dynamodb, 'DynamoDB_20120810.UpdateTable', {
        TableName: 'orders',
        ProvisionedThroughput: { ReadCapacityUnits: 20, WriteCapacityUnits: 40 },
      }),
  },
  {
    what: 'an item of a table is overwritten',
    shows: { 'aws_dynamodb_table_item.root': ['item'] },
    run: ({ json }) =>
      json(dynamodb, 'DynamoDB_20120810.PutItem', {
        TableName: 'sessions',
        Item: { id: { S: 'root' }, level: { N: '99' } },
      }),
  },
  {
    what: 'sessions do not end any more',
    shows: { 'aws_dynamodb_table.sessions': ['ttl'] },
    run: ({ json }) =>
      json(dynamodb, 'DynamoDB_20120810.UpdateTimeToLive', {
        TableName: 'sessions',
        TimeToLiveSpecification: { AttributeName: 'expires', Enabled: false },
      }),
  },
  {
    what: 'a table may be scaled further',
    shows: { 'aws_appautoscaling_target.orders_read': ['max_capacity'] },
    run: ({ json }) =>
      json(autoscaling, 'AnyScaleFrontendService.RegisterScalableTarget', {
        ServiceNamespace: 'dynamodb',
        ResourceId: 'table/orders',
        ScalableDimension: 'dynamodb:table:ReadCapacityUnits',
        MinCapacity: 5,
        MaxCapacity: 5000,
      }),
  },
  {
    what: 'there are more of a service than may be scaled',
    shows: { 'aws_ecs_service.api': ['desired_count'] },
    run: ({ json }) =>
      json(ecs, 'AmazonEC2ContainerServiceV20141113.UpdateService', {
        cluster: 'orders',
        service: 'api',
        desiredCount: 40,
      }),
  },
  {
    what: 'nothing looks into the containers any more',
    shows: { 'aws_ecs_cluster.main': ['setting'] },
    run: ({ json }) =>
      json(ecs, 'AmazonEC2ContainerServiceV20141113.UpdateCluster', {
        cluster: 'orders',
        settings: [{ name: 'containerInsights', value: 'disabled' }],
      }),
  },
  {
    what: 'a database may be deleted, and is kept for a day',
    shows: { 'aws_rds_cluster.orders': ['backup_retention_period', 'deletion_protection'] },
    run: ({ query }) =>
      query(rds, 'ModifyDBCluster', {
        DBClusterIdentifier: 'orders',
        BackupRetentionPeriod: '1',
        DeletionProtection: 'false',
        ApplyImmediately: 'true',
      }),
  },
  {
    what: 'a table of the catalogue is described otherwise',
    shows: { 'aws_glue_catalog_table.clicks': ['parameters', 'storage_descriptor'] },
    run: ({ json }) =>
      json(glue, 'AWSGlue.UpdateTable', {
        DatabaseName: 'lake',
        TableInput: {
          Name: 'clicks',
          TableType: 'EXTERNAL_TABLE',
          Parameters: { classification: 'csv', EXTERNAL: 'TRUE' },
          StorageDescriptor: {
            Location: 's3://acme-orders-data/clicks',
            Columns: [{ Name: 'at', Type: 'timestamp' }],
          },
        },
      }),
  },
  {
    what: 'a job is deleted',
    shows: { 'aws_glue_job.compact': 'deleted' },
    run: ({ json }) => json(glue, 'AWSGlue.DeleteJob', { JobName: 'compact' }),
  },
  {
    what: 'images are not scanned any more, and their tags may be moved',
    shows: { 'aws_ecr_repository.images': ['image_scanning_configuration', 'image_tag_mutability'] },
    run: async ({ json }) => {
      const repository = { repositoryName: 'orders/api' };
      await json(ecr, 'AmazonEC2ContainerRegistry_V20150921.PutImageScanningConfiguration', {
        ...repository,
        imageScanningConfiguration: { scanOnPush: false },
      });
      await json(ecr, 'AmazonEC2ContainerRegistry_V20150921.PutImageTagMutability', {
        ...repository,
        imageTagMutability: 'MUTABLE',
      });
    },
  },
  {
    what: 'everybody may pull images',
    shows: { 'aws_ecr_repository_policy.images': ['policy'] },
    run: ({ json }) =>
      json(ecr, 'AmazonEC2ContainerRegistry_V20150921.SetRepositoryPolicy', {
        repositoryName: 'orders/api',
        policyText: policy({ Sid: 'Pull', Effect: 'Allow', Principal: '*', Action: 'ecr:BatchGetImage' }),
      }),
  },
  {
    what: 'a key is not rotated any more',
    shows: { 'aws_kms_key.orders': ['enable_key_rotation'] },
    run: ({ json, of }) => json(kms, 'TrentService.DisableKeyRotation', { KeyId: of('aws_kms_key.orders', 'key_id') }),
  },
  {
    what: 'a name of a key is given to another one',
    shows: { 'aws_kms_alias.orders': ['target_key_id'] },
    run: async ({ json }) => {
      const made = await json(kms, 'TrentService.CreateKey', {});
      const { KeyMetadata } = JSON.parse(made) as { KeyMetadata: { KeyId: string } };
      await json(kms, 'TrentService.UpdateAlias', { AliasName: 'alias/orders', TargetKeyId: KeyMetadata.KeyId });
    },
  },
  {
    what: 'a secret gets another value',
    shows: { 'aws_secretsmanager_secret_version.gateway': ['version_stages'] },
    run: ({ json }) =>
      json(secrets, 'secretsmanager.PutSecretValue', {
        SecretId: 'orders/gateway',
        ClientRequestToken: '7c1e6a52-93bb-4f8e-9a51-0c1d2e3f4a5b',
        SecretString: 'canary-gateway-secret-2',
      }),
  },
  {
    what: 'who may read a secret is not said any more',
    shows: { 'aws_secretsmanager_secret_policy.gateway': ['policy'] },
    run: ({ json }) => json(secrets, 'secretsmanager.DeleteResourcePolicy', { SecretId: 'orders/gateway' }),
  },
  {
    what: 'a secure parameter gets another value',
    shows: { 'aws_ssm_parameter.token': ['value'] },
    secret: true,
    run: ({ json }) =>
      json(ssm, 'AmazonSSM.PutParameter', {
        Name: '/orders/token',
        Type: 'SecureString',
        Value: 'canary-orders-token-2',
        Overwrite: true,
      }),
  },
  {
    what: 'a parameter whose key has brackets gets another value',
    shows: { 'aws_ssm_parameter.settings["limits/[max]"]': ['value'] },
    secret: true,
    run: ({ json }) =>
      json(ssm, 'AmazonSSM.PutParameter', {
        Name: '/orders/limits/max',
        Type: 'String',
        Value: '1000',
        Overwrite: true,
      }),
  },
];
