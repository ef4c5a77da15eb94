import { asBlock, blocks, blocksIn } from '../match/parts.ts';
import { listOf, type Overlap } from '../match/overlap.ts';

/** Groups of instances, load balancers, instances. */
export const COMPUTE: Overlap[] = [
  listOf(
    'aws_autoscaling_group',
    'target_group_arns',
    'lb_target_group_arn',
    [{ type: 'aws_autoscaling_attachment', by: 'autoscaling_group_name', to: ['name', 'id'] }],
    'the group lists the target groups that attachments manage',
  ),
  listOf(
    'aws_autoscaling_group',
    'load_balancers',
    'elb',
    [{ type: 'aws_autoscaling_attachment', by: 'autoscaling_group_name', to: ['name', 'id'] }],
    'the group lists the load balancers that attachments manage',
  ),
  {
    parent: 'aws_autoscaling_group',
    attributes: ['traffic_source'],
    children: [{ type: 'aws_autoscaling_traffic_source_attachment', by: 'autoscaling_group_name', to: ['name', 'id'] }],
    parts: {
      ofParent: blocks('identifier', 'type'),
      ofChild: blocksIn('traffic_source', 'identifier', 'type'),
      shared: true,
    },
    why: 'the group lists the traffic sources that attachments manage',
  },
  {
    parent: 'aws_autoscaling_group',
    attributes: ['tag'],
    children: [{ type: 'aws_autoscaling_group_tag', by: 'autoscaling_group_name', to: ['name', 'id'] }],
    parts: {
      ofParent: blocks('key', 'value', 'propagate_at_launch'),
      ofChild: blocksIn('tag', 'key', 'value', 'propagate_at_launch'),
      shared: true,
    },
    why: 'the group shows the tags that tag resources manage',
  },
  listOf(
    'aws_elb',
    'instances',
    'instance',
    [{ type: 'aws_elb_attachment', by: 'elb', to: ['name', 'id'] }],
    'the load balancer lists the instances that attachments manage',
  ),
  {
    parent: 'aws_instance',
    attributes: ['ebs_block_device'],
    children: [{ type: 'aws_volume_attachment', by: 'instance_id', to: ['id'] }],
    parts: {
      ofParent: blocks('device_name', 'volume_id'),
      ofChild: asBlock('device_name', 'volume_id'),
      shared: true,
    },
    why: 'the instance lists the volumes that attachments manage',
  },
  ...['vpc_security_group_ids', 'security_groups'].map((attribute) =>
    listOf(
      'aws_instance',
      attribute,
      'security_group_id',
      [
        {
          type: 'aws_network_interface_sg_attachment',
          by: 'network_interface_id',
          to: ['primary_network_interface_id'],
        },
      ],
      'the instance lists the groups that attachments to its network interface manage',
    ),
  ),
  listOf(
    'aws_network_interface',
    'security_groups',
    'security_group_id',
    [{ type: 'aws_network_interface_sg_attachment', by: 'network_interface_id', to: ['id'] }],
    'the network interface lists the groups that attachments manage',
  ),
];
