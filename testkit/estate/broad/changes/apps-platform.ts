import type { Change } from '../../change.ts';
import { batch, bedrock, cloudformation, ecr, ecs, eks, iot, lambda, mq, PARTNER, policy } from '../calls/apps.ts';

const ECS = 'AmazonEC2ContainerServiceV20141113';
const ECR = 'AmazonEC2ContainerRegistry_V20150921';

export const platformChanges: readonly Change[] = [
  {
    what: 'a cluster of Kubernetes is open to the world',
    shows: { 'aws_eks_cluster.apps': ['vpc_config'] },
    run: ({ rest, of }) =>
      rest(eks, 'POST', '/clusters/apps/update-config', {
        resourcesVpcConfig: {
          subnetIds: [of('aws_subnet.apps["a"]'), of('aws_subnet.apps["b"]')],
          endpointPublicAccess: true,
          endpointPrivateAccess: true,
          publicAccessCidrs: ['0.0.0.0/0'],
        },
      }),
  },
  {
    what: 'a group of nodes may grow to 50',
    shows: { 'aws_eks_node_group.apps': ['scaling_config'] },
    run: ({ rest }) =>
      rest(eks, 'POST', '/clusters/apps/node-groups/apps/update-config', {
        scalingConfig: { minSize: 1, maxSize: 50, desiredSize: 2 },
      }),
  },
  {
    what: 'a Fargate profile is deleted',
    shows: { 'aws_eks_fargate_profile.apps': 'deleted' },
    run: ({ rest }) => rest(eks, 'DELETE', '/clusters/apps/fargate-profiles/apps'),
  },
  {
    what: 'a capacity provider fills its machines',
    shows: { 'aws_ecs_capacity_provider.apps': ['auto_scaling_group_provider'] },
    run: ({ json }) =>
      json(ecs, `${ECS}.UpdateCapacityProvider`, {
        name: 'apps',
        autoScalingGroupProvider: { managedScaling: { status: 'ENABLED', targetCapacity: 100 } },
      }),
  },
  {
    what: 'a cluster runs on spot capacity first',
    shows: { 'aws_ecs_cluster_capacity_providers.apps': ['default_capacity_provider_strategy'] },
    run: ({ json }) =>
      json(ecs, `${ECS}.PutClusterCapacityProviders`, {
        cluster: 'apps',
        capacityProviders: ['FARGATE', 'FARGATE_SPOT'],
        defaultCapacityProviderStrategy: [{ capacityProvider: 'FARGATE_SPOT', weight: 100, base: 1 }],
      }),
  },
  {
    what: 'another account may replicate images',
    shows: { 'aws_ecr_registry_policy.apps': ['policy'] },
    run: ({ json }) =>
      json(ecr, `${ECR}.PutRegistryPolicy`, {
        policyText: policy({
          Sid: 'partners',
          Effect: 'Allow',
          Principal: { AWS: [PARTNER, 'arn:aws:iam::345678901234:root'] },
          Action: ['ecr:ReplicateImage', 'ecr:CreateRepository'],
          Resource: 'arn:aws:ecr:us-east-1:123456789012:repository/*',
        }),
      }),
  },
  {
    what: 'images are replicated to another region',
    shows: { 'aws_ecr_replication_configuration.apps': ['replication_configuration'] },
    run: ({ json }) =>
      json(ecr, `${ECR}.PutReplicationConfiguration`, {
        replicationConfiguration: { rules: [{ destinations: [{ region: 'us-west-2', registryId: '123456789012' }] }] },
      }),
  },
  {
    what: 'images are scanned by hand only',
    shows: { 'aws_ecr_registry_scanning_configuration.apps': ['rule'] },
    run: ({ json }) =>
      json(ecr, `${ECR}.PutRegistryScanningConfiguration`, {
        scanType: 'BASIC',
        rules: [],
      }),
  },
  {
    what: 'a job queue takes no jobs',
    shows: { 'aws_batch_job_queue.apps': ['state', 'priority'] },
    run: ({ rest }) => rest(batch, 'POST', '/v1/updatejobqueue', { jobQueue: 'apps', state: 'DISABLED', priority: 1 }),
  },
  {
    what: 'jobs of the past count for longer',
    shows: { 'aws_batch_scheduling_policy.apps': ['fair_share_policy'] },
    run: ({ rest, of }) =>
      rest(batch, 'POST', '/v1/updateschedulingpolicy', {
        arn: of('aws_batch_scheduling_policy.apps', 'arn'),
        fairsharePolicy: {
          computeReservation: 1,
          shareDecaySeconds: 7200,
          shareDistribution: [{ shareIdentifier: 'bills*', weightFactor: 0.5 }],
        },
      }),
  },
  {
    what: 'a job definition is deregistered',
    shows: { 'aws_batch_job_definition.apps': 'deleted' },
    run: ({ rest, of }) =>
      rest(batch, 'POST', '/v1/deregisterjobdefinition', { jobDefinition: of('aws_batch_job_definition.apps', 'arn') }),
  },
  {
    what: 'a layer is shared no more',
    shows: { 'aws_lambda_layer_version_permission.apps': 'deleted' },
    run: ({ rest }) => rest(lambda, 'DELETE', '/2018-10-31/layers/apps/versions/1/policy/partners'),
  },
  {
    what: 'a broker runs on larger machines',
    shows: { 'aws_mq_broker.apps': ['host_instance_type'] },
    run: ({ rest, of }) =>
      rest(mq, 'PUT', `/v1/brokers/${of('aws_mq_broker.apps')}`, { hostInstanceType: 'mq.m5.large' }),
  },
  {
    what: 'texts that models are asked are logged no more',
    shows: { 'aws_bedrock_model_invocation_logging_configuration.apps': ['logging_config'] },
    run: ({ rest }) =>
      rest(bedrock, 'PUT', '/logging/modelinvocations', {
        loggingConfig: {
          embeddingDataDeliveryEnabled: true,
          imageDataDeliveryEnabled: true,
          videoDataDeliveryEnabled: true,
          textDataDeliveryEnabled: false,
          s3Config: { bucketName: 'apps-artifacts', keyPrefix: 'bedrock' },
        },
      }),
  },
  {
    what: 'a stack set is described otherwise',
    shows: { 'aws_cloudformation_stack_set.apps': ['description'] },
    run: ({ query }) =>
      query(cloudformation, 'UpdateStackSet', {
        StackSetName: 'apps',
        Description: 'by hand',
        UsePreviousTemplate: 'true',
        TemplateBody: JSON.stringify({
          Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'apps-set' } } },
        }),
      }),
  },
  {
    what: 'a certificate of a thing is revoked',
    shows: { 'aws_iot_certificate.apps': ['active'] },
    run: ({ rest, of }) => rest(iot, 'PUT', `/certificates/${of('aws_iot_certificate.apps')}?newStatus=REVOKED`),
  },
  {
    what: 'a thing moves to another floor',
    shows: { 'aws_iot_thing.apps': ['attributes'] },
    run: ({ rest }) => rest(iot, 'PATCH', '/things/apps-meter-1', { attributePayload: { attributes: { floor: '9' } } }),
  },
];
