import type { Difference } from '../estate.ts';

const COUNTER =
  'computed-only: the cloud counts or stamps it, nobody sets it; it moves with the drift that is reported';
const ECHO =
  'the parent mirrors a managed child, and the drift is told of the child; it has drift of its own, so that this is shown beside it';

export const differences: Difference[] = [
  { address: 'aws_ec2_managed_prefix_list.offices', attributes: ['version'], because: COUNTER },
  { address: 'aws_s3_object.robots', attributes: ['version_id'], because: COUNTER },
  { address: 'aws_ssm_parameter.pager', attributes: ['version'], because: COUNTER },
  { address: 'aws_ssm_parameter.settings["log.level"]', attributes: ['version'], because: COUNTER },
  { address: 'aws_ssm_parameter.token', attributes: ['version'], because: COUNTER },
  { address: 'aws_wafv2_ip_set.blocked', attributes: ['lock_token'], because: COUNTER },
  {
    address: 'aws_iam_role.app',
    attributes: ['inline_policy', 'managed_policy_arns'],
    because: `${ECHO}: aws_iam_role_policy.inline, aws_iam_role_policy_attachment.app_read`,
  },
  { address: 'aws_sns_topic.alerts', attributes: ['policy'], because: `${ECHO}: aws_sns_topic_policy.alerts` },
];
