import { amount, blocks, cases, entries, flag, items, opaque, sources, value, type Subject } from './phrase.ts';

const TOKENS = cases('metadata_options.http_tokens', 'the token requirement of the instance metadata service', {
  optional: 'the instance metadata service was opened to requests without a token (IMDSv1)',
  required: 'the instance metadata service was restricted to requests with a token (IMDSv2)',
});
const USER_DATA = opaque(['user_data', 'user_data_base64'], 'the user data (bootstrap script)');
const UNLIMITED = { '-1': 'no limit' };

/** Machines, containers, functions. */
export const COMPUTE: readonly Subject[] = [
  {
    type: 'aws_instance',
    noun: 'EC2 instance',
    gone: 'was terminated',
    so: 'the machine is gone',
    phrases: [
      value('instance_type', 'the instance type'),
      flag('disable_api_termination', 'termination protection'),
      flag('disable_api_stop', 'stop protection'),
      USER_DATA,
      value('iam_instance_profile', 'the instance profile (IAM role)'),
      TOKENS,
      flag('monitoring', 'detailed monitoring'),
      flag('source_dest_check', 'the source and destination check', {
        on: 'the source and destination check was switched on',
        off: 'the source and destination check was switched off',
      }),
      amount('root_block_device.volume_size', 'the size of the root disk', 'GB'),
    ],
  },
  {
    type: 'aws_key_pair',
    noun: 'SSH key pair',
    so: 'no new instance can be started with it',
    phrases: [],
  },
  {
    type: 'aws_launch_template',
    noun: 'launch template',
    so: 'no new instances can be started from it',
    phrases: [
      value('image_id', 'the machine image (AMI)'),
      value('instance_type', 'the instance type of new machines'),
      USER_DATA,
      TOKENS,
      amount('default_version', 'the default version of the launch template'),
    ],
  },
  {
    type: 'aws_autoscaling_group',
    noun: 'autoscaling group',
    so: 'its instances are gone and none are started',
    phrases: [
      amount('min_size', 'the minimum number of instances'),
      amount('max_size', 'the maximum number of instances'),
      amount('desired_capacity', 'the desired number of instances'),
      value('health_check_type', 'the health check type'),
      amount('health_check_grace_period', 'the health check grace period', 'seconds'),
      items('vpc_zone_identifier', 'the instance subnet'),
      items('target_group_arns', 'the target group', { came: 'attached', went: 'detached' }),
      items('suspended_processes', 'the scaling process', {
        many: 'the scaling processes',
        came: 'suspended',
        went: 'resumed',
      }),
      flag('protect_from_scale_in', 'protection from scale-in'),
      value('launch_template.version', 'the launch template version'),
    ],
  },
  {
    type: 'aws_lambda_function',
    noun: 'Lambda function',
    so: 'nothing can invoke it',
    phrases: [
      amount('memory_size', 'the memory of the function', 'MB'),
      amount('timeout', 'the timeout of the function', 'seconds'),
      value('runtime', 'the runtime'),
      value('handler', 'the handler'),
      entries('environment.variables', 'the environment variable'),
      amount('reserved_concurrent_executions', 'the reserved concurrency', undefined, UNLIMITED),
      items('layers', 'the layer'),
      value('role', 'the execution role'),
      opaque(['source_code_hash', 'code_sha256'], 'the code of the function'),
      value('image_uri', 'the container image of the function'),
      items('vpc_config.subnet_ids', 'the function subnet'),
      value('dead_letter_config.target_arn', 'the dead-letter queue for failed events'),
      value('tracing_config.mode', 'the tracing mode'),
    ],
  },
  {
    type: 'aws_lambda_permission',
    noun: 'Lambda invoke permission',
    gone: 'was removed',
    so: 'what invoked the function through it is refused',
    phrases: [],
  },
  {
    type: 'aws_lambda_alias',
    noun: 'Lambda alias',
    so: 'invocations through it fail',
    phrases: [value('function_version', 'the version that the alias points to')],
  },
  {
    type: 'aws_lambda_function_url',
    noun: 'Lambda function URL',
    so: 'it can no longer be called by its URL',
    phrases: [
      cases('authorization_type', 'the authorization of the function URL', {
        NONE: 'the function URL was opened to anybody without authentication',
        AWS_IAM: 'the function URL was restricted to authenticated callers (IAM)',
      }),
    ],
  },
  {
    type: 'aws_lambda_event_source_mapping',
    noun: 'Lambda trigger',
    so: 'the function no longer gets the events',
    phrases: [
      flag('enabled', 'the trigger of the function', {
        on: 'the trigger of the function was enabled',
        off: 'the trigger of the function was disabled',
      }),
      amount('batch_size', 'the batch size of the trigger (messages handed to the function at once)'),
      amount('maximum_batching_window_in_seconds', 'the batching window of the trigger', 'seconds'),
    ],
  },
  {
    type: 'aws_sfn_state_machine',
    noun: 'Step Functions state machine',
    so: 'the workflow can no longer be started',
    phrases: [opaque('definition', 'the workflow definition')],
  },
  {
    type: 'aws_eks_cluster',
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
  {
    type: 'aws_eks_node_group',
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
  {
    type: 'aws_ecs_cluster',
    noun: 'ECS cluster',
    so: 'its services have nowhere to run',
    phrases: [blocks('setting', 'the cluster setting', ['name'])],
  },
  {
    type: 'aws_ecs_service',
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
  },
  {
    type: 'aws_ecs_task_definition',
    noun: 'ECS task definition',
    gone: 'was deregistered',
    so: 'no new tasks can be started from it',
    phrases: [
      opaque('container_definitions', 'the container definitions'),
      amount('cpu', 'the CPU units of the task'),
      amount('memory', 'the memory of the task', 'MB'),
    ],
  },
];
