import { amount, cases, flag, value, type Subject } from './phrase.ts';

/** What stands around instances: how many there are, what is in front of them, and the images they start from. */
export const SCALING: readonly Subject[] = [
  {
    type: 'aws_autoscaling_policy',
    noun: 'scaling policy',
    so: 'the group no longer scales by it',
    phrases: [
      amount('scaling_adjustment', 'the number of instances that a scaling step adds'),
      amount('cooldown', 'the cooldown of the scaling policy', 'seconds'),
    ],
  },
  {
    type: 'aws_autoscaling_lifecycle_hook',
    noun: 'lifecycle hook',
    so: 'instances no longer wait for it',
    phrases: [
      amount('heartbeat_timeout', 'the time that the lifecycle hook waits', 'seconds'),
      value('default_result', 'the default result of the lifecycle hook'),
    ],
  },
  { type: 'aws_autoscaling_schedule', noun: 'scheduled scaling action', so: 'it no longer runs', phrases: [] },
  {
    type: 'aws_autoscaling_attachment',
    noun: 'autoscaling attachment',
    so: 'new instances no longer get traffic from the load balancer',
    phrases: [],
  },
  {
    type: 'aws_elb',
    noun: 'classic load balancer',
    so: 'traffic no longer reaches its instances',
    phrases: [
      amount('health_check.interval', 'the health check interval', 'seconds'),
      amount('health_check.timeout', 'the health check timeout', 'seconds'),
      flag('cross_zone_load_balancing', 'cross-zone load balancing'),
    ],
  },
  {
    type: 'aws_elb_attachment',
    noun: 'load balancer attachment',
    so: 'the instance no longer gets traffic from the load balancer',
    phrases: [],
  },
  {
    type: 'aws_lb_target_group_attachment',
    noun: 'target group attachment',
    so: 'the target no longer gets traffic',
    phrases: [],
  },
  {
    type: 'aws_lb_listener_certificate',
    noun: 'listener certificate',
    so: 'the listener no longer serves its domain',
    phrases: [],
  },
  {
    type: 'aws_ami_launch_permission',
    noun: 'AMI launch permission',
    gone: 'was revoked',
    so: 'the account can no longer start instances of the image',
    phrases: [],
  },
  {
    type: 'aws_default_subnet',
    noun: 'default subnet',
    phrases: [flag('map_public_ip_on_launch', 'assignment of public IP addresses at launch')],
  },
  {
    type: 'aws_ec2_host',
    noun: 'dedicated host',
    phrases: [
      cases('host_recovery', 'recovery of the dedicated host', {
        on: 'recovery of the dedicated host was switched on',
        off: 'recovery of the dedicated host was switched off',
      }),
    ],
  },
  { type: 'aws_ec2_tag', noun: 'tag', phrases: [value('value', 'the value of the tag')] },
  {
    type: 'aws_vpc_endpoint_service',
    noun: 'VPC endpoint service',
    so: 'its consumers can no longer reach it',
    phrases: [
      flag('acceptance_required', 'acceptance of new connections', {
        on: 'new connections to the endpoint service have to be accepted',
        off: 'new connections to the endpoint service no longer have to be accepted',
      }),
    ],
  },
];
