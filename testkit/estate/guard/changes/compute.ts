import type { Change } from '../../change.ts';
import { classic, ec2, scale, tagEc2 } from '../calls.ts';

const balancers = { service: 'elasticloadbalancing' };

export const guardCompute: readonly Change[] = [
  {
    what: 'a group of instances may grow larger',
    shows: { 'aws_autoscaling_group.guard': ['max_size'] },
    run: (cloud) => scale(cloud, 'UpdateAutoScalingGroup', { AutoScalingGroupName: 'guard', MaxSize: '9' }),
  },
  {
    what: 'a tag of a group of instances has another value',
    shows: { 'aws_autoscaling_group_tag.guard': ['tag'] },
    run: (cloud) =>
      scale(cloud, 'CreateOrUpdateTags', {
        'Tags.member.1.ResourceId': 'guard-tagged',
        'Tags.member.1.ResourceType': 'auto-scaling-group',
        'Tags.member.1.Key': 'owner',
        'Tags.member.1.Value': 'nobody',
        'Tags.member.1.PropagateAtLaunch': 'false',
      }),
  },
  {
    what: 'a scaling policy adds five instances at a time',
    shows: { 'aws_autoscaling_policy.guard': ['scaling_adjustment'] },
    run: (cloud) =>
      scale(cloud, 'PutScalingPolicy', {
        AutoScalingGroupName: 'guard',
        PolicyName: 'guard-up',
        PolicyType: 'SimpleScaling',
        AdjustmentType: 'ChangeInCapacity',
        ScalingAdjustment: '5',
        Cooldown: '300',
      }),
  },
  {
    what: 'a lifecycle hook waits for a shorter time',
    shows: { 'aws_autoscaling_lifecycle_hook.guard': ['heartbeat_timeout'] },
    run: (cloud) =>
      scale(cloud, 'PutLifecycleHook', {
        AutoScalingGroupName: 'guard',
        LifecycleHookName: 'guard-drain',
        LifecycleTransition: 'autoscaling:EC2_INSTANCE_TERMINATING',
        DefaultResult: 'CONTINUE',
        HeartbeatTimeout: '60',
      }),
  },
  {
    what: 'a scheduled action is deleted',
    shows: { 'aws_autoscaling_schedule.guard': 'deleted' },
    run: (cloud) =>
      scale(cloud, 'DeleteScheduledAction', { AutoScalingGroupName: 'guard', ScheduledActionName: 'guard-night' }),
  },
  {
    what: 'a group of instances is taken from its target group',
    shows: { 'aws_autoscaling_attachment.guard': 'deleted' },
    run: (cloud) =>
      scale(cloud, 'DetachLoadBalancerTargetGroups', {
        AutoScalingGroupName: 'guard',
        'TargetGroupARNs.member.1': cloud.of('aws_lb_target_group.guard', 'arn'),
      }),
  },
  {
    what: 'the health check of a classic load balancer asks less often',
    shows: { 'aws_elb.guard': ['health_check'] },
    run: (cloud) =>
      classic(cloud, 'ConfigureHealthCheck', {
        LoadBalancerName: 'guard',
        'HealthCheck.Target': 'HTTP:8080/health',
        'HealthCheck.Interval': '120',
        'HealthCheck.Timeout': '5',
        'HealthCheck.HealthyThreshold': '2',
        'HealthCheck.UnhealthyThreshold': '3',
      }),
  },
  {
    what: 'an instance is taken from a classic load balancer',
    shows: { 'aws_elb_attachment.guard': 'deleted' },
    run: (cloud) =>
      classic(cloud, 'DeregisterInstancesFromLoadBalancer', {
        LoadBalancerName: 'guard',
        'Instances.member.1.InstanceId': cloud.of('aws_instance.guard'),
      }),
  },
  {
    what: 'a target is taken from its group',
    shows: { 'aws_lb_target_group_attachment.guard': 'deleted' },
    run: ({ query, of }) =>
      query(balancers, 'DeregisterTargets', {
        TargetGroupArn: of('aws_lb_target_group.guard', 'arn'),
        'Targets.member.1.Id': of('aws_instance.guard'),
        'Targets.member.1.Port': '8080',
      }),
  },
  {
    what: 'a certificate is taken from a listener',
    shows: { 'aws_lb_listener_certificate.guard': 'deleted' },
    run: ({ query, of }) =>
      query(balancers, 'RemoveListenerCertificates', {
        ListenerArn: of('aws_lb_listener.guard', 'arn'),
        'Certificates.member.1.CertificateArn': of('aws_lb_listener_certificate.guard', 'certificate_arn'),
      }),
  },
  {
    what: 'an account may launch an image no more',
    shows: { 'aws_ami_launch_permission.guard': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'ModifyImageAttribute', {
        ImageId: of('aws_ami.guard'),
        Attribute: 'launchPermission',
        OperationType: 'remove',
        'LaunchPermission.Remove.1.UserId': '210987654321',
        'UserId.1': '210987654321',
      }),
  },
  {
    what: 'a tag of an image is changed',
    shows: { 'aws_ami.guard': ['tags'] },
    run: (cloud) => tagEc2(cloud, cloud.of('aws_ami.guard'), 'Name', 'golden'),
  },
  {
    what: 'a tag of a snapshot says that it need not be kept',
    shows: { 'aws_ebs_snapshot.guard': ['tags'] },
    run: (cloud) => tagEc2(cloud, cloud.of('aws_ebs_snapshot.guard'), 'keep', 'no'),
  },
  {
    what: 'the copy of a snapshot is deleted',
    shows: { 'aws_ebs_snapshot_copy.guard': 'deleted' },
    run: ({ query, of }) => query(ec2, 'DeleteSnapshot', { SnapshotId: of('aws_ebs_snapshot_copy.guard') }),
  },
  {
    what: 'the copy of an image is deregistered',
    shows: { 'aws_ami_copy.guard': 'deleted' },
    run: ({ query, of }) => query(ec2, 'DeregisterImage', { ImageId: of('aws_ami_copy.guard') }),
  },
  {
    what: 'new volumes are not encrypted any more',
    shows: { 'aws_ebs_encryption_by_default.guard': ['enabled'] },
    run: ({ query }) => query(ec2, 'DisableEbsEncryptionByDefault', {}),
  },
  {
    what: 'a dedicated host is not recovered any more',
    shows: { 'aws_ec2_host.guard': ['host_recovery'] },
    run: ({ query, of }) => query(ec2, 'ModifyHosts', { 'HostId.1': of('aws_ec2_host.guard'), HostRecovery: 'off' }),
  },
];
