import type { Neutral } from '../change.ts';

const iam = { service: 'iam' };
const ec2 = { service: 'ec2' };

export const neutral: readonly Neutral[] = [
  {
    what: 'a policy written otherwise',
    why: 'IAM knows no order of statements, and "x" is ["x"]',
    terraform: { 'aws_iam_policy.read': ['policy'] },
    run: ({ query, of }) =>
      query(iam, 'CreatePolicyVersion', {
        PolicyArn: of('aws_iam_policy.read', 'arn'),
        PolicyDocument: JSON.stringify(
          {
            Statement: [
              { Action: ['s3:getobject'], Effect: 'Allow', Resource: 'arn:aws:s3:::acme-*', Sid: 'Get' },
              { Action: 's3:ListBucket', Effect: 'Allow', Resource: ['*'], Sid: 'List' },
            ],
            Version: '2012-10-17',
          },
          null,
          2,
        ),
        SetAsDefault: 'true',
      }),
  },
  {
    what: 'the policy of a bucket with the account as id',
    why: 'an account and its root are one principal',
    run: ({ rest }) =>
      rest({ service: 's3' }, 'PUT', '/acme-assets?policy', {
        Version: '2012-10-17',
        Statement: {
          Sid: 'Mirror',
          Effect: 'Allow',
          Principal: { AWS: ['123456789012'] },
          Action: ['s3:ListBucket', 's3:GetObject'],
          Resource: ['arn:aws:s3:::acme-assets/*', 'arn:aws:s3:::acme-assets'],
        },
      }),
  },
  {
    what: 'a rule inside a group is revoked and authorized again',
    why: 'the id of a rule is in no group',
    run: async ({ query, of }) => {
      const rule = {
        GroupId: of('aws_security_group.database'),
        'IpPermissions.1.IpProtocol': 'tcp',
        'IpPermissions.1.FromPort': '5432',
        'IpPermissions.1.ToPort': '5432',
        'IpPermissions.1.Groups.1.GroupId': of('aws_security_group.web'),
        'IpPermissions.1.Groups.1.Description': 'from web',
      };
      await query(ec2, 'RevokeSecurityGroupIngress', rule);
      await query(ec2, 'AuthorizeSecurityGroupIngress', rule);
    },
  },
  {
    what: 'default tags are removed and set again in another order',
    why: 'tags have no order',
    run: async ({ json, of }) => {
      const group = { resourceArn: of('aws_cloudwatch_log_group.app["/app/worker [blue]"]', 'arn') };
      await json({ service: 'logs' }, 'Logs_20140328.UntagResource', { ...group, tagKeys: ['owner', 'stream'] });
      await json({ service: 'logs' }, 'Logs_20140328.TagResource', {
        ...group,
        tags: { stream: 'app', owner: 'platform' },
      });
    },
  },
];
