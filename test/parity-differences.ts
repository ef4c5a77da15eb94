/** What terraform lists as drift of one attribute and Plumbline, on purpose, does not. */
export type Difference = { address: string; attributes: string[]; because: string };

const COUNTER =
  'computed-only: the cloud counts or stamps it, nobody sets it; it moves with the drift that is reported';
const ECHO = 'the parent mirrors a managed child, and the drift is told of the child';

/**
 * Every difference between Plumbline and `terraform plan -refresh-only` on the changed estate. One that no longer
 * exists fails the test, and so does one that is not here.
 */
export const DIFFERENCES: Difference[] = [
  { address: 'aws_ec2_managed_prefix_list.offices', attributes: ['version'], because: COUNTER },
  { address: 'aws_s3_object.robots', attributes: ['version_id'], because: COUNTER },
  { address: 'aws_ssm_parameter.pager', attributes: ['version'], because: COUNTER },
  { address: 'aws_ssm_parameter.settings["log.level"]', attributes: ['version'], because: COUNTER },
  { address: 'aws_ssm_parameter.token', attributes: ['version'], because: COUNTER },
  { address: 'aws_wafv2_ip_set.blocked', attributes: ['lock_token'], because: COUNTER },
  {
    address: 'aws_iam_policy.read',
    attributes: ['attachment_count'],
    because:
      'computed-only: it counts attachments; the one that is gone, aws_iam_role_policy_attachment.app_read, is told',
  },
  {
    address: 'aws_iam_role.app',
    attributes: ['inline_policy', 'managed_policy_arns'],
    because: `${ECHO}: aws_iam_role_policy.inline, aws_iam_role_policy_attachment.app_read`,
  },
  { address: 'aws_route_table.public', attributes: ['route'], because: `${ECHO}: aws_route.default` },
  {
    address: 'aws_s3_bucket.assets',
    attributes: ['cors_rule', 'policy', 'versioning'],
    because: `${ECHO}: the bucket's cors configuration, policy and versioning`,
  },
  {
    address: 'module.archive.aws_s3_bucket.cold',
    attributes: ['website'],
    because: `${ECHO}: the bucket's website configuration`,
  },
  { address: 'aws_security_group.web', attributes: ['ingress'], because: `${ECHO}: aws_security_group_rule.web_https` },
  { address: 'aws_sns_topic.alerts', attributes: ['policy'], because: `${ECHO}: aws_sns_topic_policy.alerts` },
];
