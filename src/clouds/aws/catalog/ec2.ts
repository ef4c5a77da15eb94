import type { Catalog } from '../../contract/entry.ts';
import { childBy, listOf } from '../../contract/overlaps.ts';
import { rows, rowsIn, sameRows } from '../../contract/parts.ts';
import { amount, cases, flag, items, opaque, value } from '../../contract/phrases.ts';
import { byName, scaledTarget } from './scaled-target.ts';

const TOKENS = cases('metadata_options.http_tokens', 'the token requirement of the instance metadata service', {
  optional: 'the instance metadata service was opened to requests without a token (IMDSv1)',
  required: 'the instance metadata service was restricted to requests with a token (IMDSv2)',
});
const USER_DATA = opaque(['user_data', 'user_data_base64'], 'the user data (bootstrap script)');

/** Instances, their groups, images and disks. */
export const EC2: Catalog = {
  aws_ami_launch_permission: {
    noun: 'AMI launch permission',
    gone: 'was revoked',
    so: 'the account can no longer start instances of the image',
  },
  aws_autoscaling_attachment: {
    noun: 'autoscaling attachment',
    so: 'new instances no longer get traffic from the load balancer',
  },
  aws_autoscaling_group: {
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
    overlaps: [
      listOf(
        'target_group_arns',
        'lb_target_group_arn',
        childBy('aws_autoscaling_attachment', 'autoscaling_group_name', 'name', 'id'),
        'the group lists the target groups that attachments manage',
      ),
      listOf(
        'load_balancers',
        'elb',
        childBy('aws_autoscaling_attachment', 'autoscaling_group_name', 'name', 'id'),
        'the group lists the load balancers that attachments manage',
      ),
      {
        attributes: ['traffic_source'],
        children: [childBy('aws_autoscaling_traffic_source_attachment', 'autoscaling_group_name', 'name', 'id')],
        parts: {
          ofParent: rows('identifier', 'type'),
          ofChild: rowsIn('traffic_source', 'identifier', 'type'),
          shared: true,
        },
        why: 'the group lists the traffic sources that attachments manage',
      },
      {
        attributes: ['tag'],
        children: [childBy('aws_autoscaling_group_tag', 'autoscaling_group_name', 'name', 'id')],
        parts: {
          ofParent: rows('key', 'value', 'propagate_at_launch'),
          ofChild: rowsIn('tag', 'key', 'value', 'propagate_at_launch'),
          shared: true,
        },
        why: 'the group shows the tags that tag resources manage',
      },
    ],
    scaled: [
      {
        count: 'desired_capacity',
        scalers: ['aws_autoscaling_policy', 'aws_autoscaling_schedule'].map((type) => ({
          type,
          by: 'autoscaling_group_name',
          to: ['name', 'id'],
        })),
        limits: ['min_size', 'max_size'],
        limitsOf: 'resource',
        why: 'policies and schedules scale the group within its limits',
      },
    ],
  },
  aws_autoscaling_group_tag: { tags: 'set' },
  aws_autoscaling_lifecycle_hook: {
    noun: 'lifecycle hook',
    so: 'instances no longer wait for it',
    phrases: [
      amount('heartbeat_timeout', 'the time that the lifecycle hook waits', 'seconds'),
      value('default_result', 'the default result of the lifecycle hook'),
    ],
  },
  aws_autoscaling_policy: {
    noun: 'scaling policy',
    so: 'the group no longer scales by it',
    phrases: [
      amount('scaling_adjustment', 'the number of instances that a scaling step adds'),
      amount('cooldown', 'the cooldown of the scaling policy', 'seconds'),
    ],
  },
  aws_autoscaling_schedule: { noun: 'scheduled scaling action', so: 'it no longer runs' },
  aws_ebs_encryption_by_default: {
    noun: 'setting of EBS encryption by default',
    phrases: [flag('enabled', 'EBS encryption by default', ['turned on', 'turned off'])],
  },
  aws_ebs_volume: {
    noun: 'EBS volume',
    so: 'the data on the disk is gone',
    phrases: [
      amount('size', 'the size of the disk', 'GB'),
      value('type', 'the type of the disk'),
      amount('iops', 'the IOPS of the disk'),
      amount('throughput', 'the throughput of the disk', 'MiB/s'),
    ],
  },
  aws_ec2_host: {
    noun: 'dedicated host',
    phrases: [
      cases('host_recovery', 'recovery of the dedicated host', {
        on: 'recovery of the dedicated host was switched on',
        off: 'recovery of the dedicated host was switched off',
      }),
    ],
  },
  aws_ec2_tag: {
    noun: 'tag',
    phrases: [value('value', 'the value of the tag')],
    tags: { by: 'resource_id', to: ['id'] },
  },
  aws_instance: {
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
      flag('source_dest_check', 'the source and destination check', ['switched on', 'switched off']),
      amount('root_block_device.volume_size', 'the size of the root disk', 'GB'),
    ],
    overlaps: [
      {
        attributes: ['ebs_block_device'],
        children: [childBy('aws_volume_attachment', 'instance_id', 'id')],
        parts: {
          ...sameRows('device_name', 'volume_id'),
          shared: true,
        },
        why: 'the instance lists the volumes that attachments manage',
      },
      ...['vpc_security_group_ids', 'security_groups'].map((attribute) =>
        listOf(
          attribute,
          'security_group_id',
          childBy('aws_network_interface_sg_attachment', 'network_interface_id', 'primary_network_interface_id'),
          'the instance lists the groups that attachments to its network interface manage',
        ),
      ),
    ],
  },
  aws_key_pair: { noun: 'SSH key pair', so: 'no new instance can be started with it' },
  aws_launch_template: {
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
  aws_spot_fleet_request: {
    scaled: [
      scaledTarget('target_capacity', 'ec2:spot-fleet-request:TargetCapacity', byName('spot-fleet-request/', 'id')),
    ],
  },
};
