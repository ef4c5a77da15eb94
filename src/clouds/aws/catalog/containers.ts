import { text } from '../../../engine/value/fields.ts';
import type { Catalog } from '../../contract/entry.ts';
import { amount, blocks, cases, flag, items, opaque, sources, policy, value } from '../../contract/phrases.ts';
import { scaledTarget } from './scaled-target.ts';

/** The last segment of an ARN: ECS services name their cluster by its name or its whole ARN. */
const lastOf = (arn: string) => arn.split('/').at(-1) ?? arn;

/** Containers: images, clusters, services, and jobs. */
export const CONTAINERS: Catalog = {
  aws_batch_job_definition: { noun: 'Batch job definition', so: 'no job can be submitted with it' },
  aws_ecr_lifecycle_policy: {
    noun: 'image lifecycle policy',
    so: 'old images are kept for ever',
    phrases: [opaque('policy', 'the expiry of container images')],
  },
  aws_ecr_repository: {
    noun: 'container image repository',
    so: 'its images can no longer be pulled',
    phrases: [
      cases('image_tag_mutability', 'the mutability of image tags', {
        MUTABLE: 'image tags were made mutable',
        IMMUTABLE: 'image tags were made immutable',
      }),
      flag('image_scanning_configuration.scan_on_push', 'vulnerability scanning of images on push'),
    ],
  },
  aws_ecr_repository_policy: {
    noun: 'image repository policy',
    so: 'what it granted no longer holds',
    phrases: [policy('policy', 'the repository policy')],
  },
  aws_ecs_cluster: {
    noun: 'ECS cluster',
    so: 'its services have nowhere to run',
    phrases: [blocks('setting', 'the cluster setting', ['name'])],
  },
  aws_ecs_service: {
    noun: 'ECS service',
    so: 'its containers no longer run',
    phrases: [
      amount('desired_count', 'the desired number of tasks'),
      value('task_definition', 'the task definition'),
      amount('deployment_minimum_healthy_percent', 'the minimum of healthy tasks while deploying', 'percent'),
      flag('deployment_circuit_breaker.enable', 'the deployment circuit breaker'),
      flag('deployment_circuit_breaker.rollback', 'rollback of failed deployments'),
      flag('enable_execute_command', 'ECS Exec (a shell in the containers)'),
      flag('network_configuration.assign_public_ip', 'assignment of public IP addresses to tasks'),
      items('network_configuration.security_groups', 'the task security group'),
      blocks('load_balancer', 'the load balancer target group', ['target_group_arn']),
    ],
    scaled: [
      scaledTarget('desired_count', 'ecs:service:DesiredCount', ({ cluster, name }) => [
        `service/${lastOf(text(cluster)) || 'default'}/${text(name)}`,
      ]),
    ],
  },
  aws_ecs_tag: { tags: { by: 'resource_arn', to: ['arn', 'id'] } },
  aws_ecs_task_definition: {
    noun: 'ECS task definition',
    gone: 'was deregistered',
    so: 'no new tasks can be started from it',
    phrases: [
      opaque('container_definitions', 'the container definitions'),
      amount('cpu', 'the CPU units of the task'),
      amount('memory', 'the memory of the task', 'MB'),
    ],
  },
  aws_eks_cluster: {
    noun: 'EKS (Kubernetes) cluster',
    so: 'everything that ran in it is gone',
    phrases: [
      value('version', 'the Kubernetes version'),
      flag('vpc_config.endpoint_public_access', 'the public endpoint of the Kubernetes API'),
      flag('vpc_config.endpoint_private_access', 'the private endpoint of the Kubernetes API'),
      sources('vpc_config.public_access_cidrs', 'the Kubernetes API'),
      items('enabled_cluster_log_types', 'the control plane log'),
    ],
  },
  aws_eks_fargate_profile: { noun: 'EKS Fargate profile', so: 'its pods can no longer be scheduled on Fargate' },
  aws_eks_node_group: {
    noun: 'EKS node group',
    so: 'its worker nodes are gone',
    phrases: [
      amount('scaling_config.desired_size', 'the desired number of worker nodes'),
      amount('scaling_config.min_size', 'the minimum number of worker nodes'),
      amount('scaling_config.max_size', 'the maximum number of worker nodes'),
      value('version', 'the Kubernetes version of the worker nodes'),
      value('release_version', 'the AMI release of the worker nodes'),
    ],
  },
  aws_service_discovery_instance: { noun: 'Cloud Map instance', so: 'the service is no longer found at it' },
};
