import type { Neutral } from '../change.ts';
import { ec2, iam, permission, policy, recordChange, route53 } from './calls.ts';

const ACCOUNT = '123456789012';

/** Reformats JSON with spaces and line breaks, as an editor would. */
const spaced = (text: string): string => JSON.stringify(JSON.parse(text), null, 4);

const webRules = [
  { number: '100', cidr: '0.0.0.0/0', from: '443', to: '443' },
  { number: '110', cidr: '10.0.0.0/8', from: '1024', to: '65535' },
];

export const neutral: readonly Neutral[] = [
  {
    what: 'a policy with its statements and actions in another order, doubled, in other case, lists of one as texts',
    why: 'IAM knows no order, no case of actions, and "x" is ["x"]',
    terraform: { 'aws_iam_policy.shared': ['policy'] },
    run: ({ query, of }) =>
      query(iam, 'CreatePolicyVersion', {
        PolicyArn: of('aws_iam_policy.shared', 'arn'),
        PolicyDocument: spaced(
          policy(
            { Resource: `arn:aws:iam::${ACCOUNT}:role/app`, Action: ['iam:passrole'], Effect: 'Allow', Sid: 'Pass' },
            {
              Sid: 'Read',
              Action: ['EC2:Get*', 'ec2:describe*', 'ec2:Get*'],
              Resource: ['*'],
              Effect: 'Allow',
            },
          ),
        ),
        SetAsDefault: 'true',
      }),
  },
  {
    what: 'who may assume a role, with the account as id instead of as ARN and lists in another order',
    why: 'an account and its root are one principal',
    run: ({ query, of }) =>
      query(iam, 'UpdateAssumeRolePolicy', {
        RoleName: 'ci',
        PolicyDocument: policy(
          { Sid: 'Admins', Effect: 'Allow', Action: ['sts:AssumeRole'], Principal: { AWS: [ACCOUNT] } },
          {
            Condition: { StringLike: { 'token.ci.example.net:sub': ['repo:infra/*', 'repo:acme/*'] } },
            Principal: { Federated: [of('aws_iam_openid_connect_provider.ci', 'arn')] },
            Action: ['sts:TagSession', 'sts:AssumeRoleWithWebIdentity'],
            Effect: 'Allow',
            Sid: 'Pipeline',
          },
        ),
      }),
  },
  {
    what: 'who may assume a role, with the account as ARN instead of as id',
    why: 'an account and its root are one principal',
    run: ({ query }) =>
      query(iam, 'UpdateAssumeRolePolicy', {
        RoleName: 'inline',
        PolicyDocument: policy({
          Effect: 'Allow',
          Action: 'sts:AssumeRole',
          Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` },
          Condition: { StringEquals: { 'sts:ExternalId': ['two', 'one'] } },
        }),
      }),
  },
  {
    what: 'a policy of a user, one statement instead of a list of one',
    why: 'a list of one is its element',
    run: ({ query }) =>
      query(iam, 'PutUserPolicy', {
        UserName: 'bob.builder',
        PolicyName: 'bob',
        PolicyDocument: JSON.stringify({
          Statement: { Resource: ['*'], Effect: 'Allow', Action: ['ecr:GetAuthorizationToken'] },
          Version: '2012-10-17',
        }),
      }),
  },
  {
    what: 'the policy of an endpoint, written otherwise',
    why: 'IAM knows no order',
    run: ({ query, of }) =>
      query(ec2, 'ModifyVpcEndpoint', {
        VpcEndpointId: of('aws_vpc_endpoint.storage'),
        PolicyDocument: spaced(
          policy({
            Principal: '*',
            Resource: ['*'],
            Action: ['s3:ListBucket', 's3:GetObject'],
            Effect: 'Allow',
          }),
        ),
      }),
  },
  {
    what: 'a policy is detached from a role that names its policies, and attached again',
    why: 'attached policies are a set',
    run: async ({ query, of }) => {
      const attachment = { RoleName: 'inline', PolicyArn: of('aws_iam_policy.shared', 'arn') };
      await query(iam, 'DetachRolePolicy', attachment);
      await query(iam, 'AttachRolePolicy', attachment);
    },
  },
  {
    what: 'a user leaves a group and joins it again',
    why: 'who is in a group is all there is',
    run: async ({ query }) => {
      const member = { GroupName: 'staff', UserName: 'ann@example.net' };
      await query(iam, 'RemoveUserFromGroup', member);
      await query(iam, 'AddUserToGroup', member);
    },
  },
  {
    what: 'the default length of sessions, spelled out',
    why: 'it is the default',
    run: ({ query }) => query(iam, 'UpdateRole', { RoleName: 'flow', MaxSessionDuration: '3600' }),
  },
  {
    what: 'defaults of a network and of a subnet, spelled out',
    why: 'they are the defaults',
    run: async ({ query, of }) => {
      await query(ec2, 'ModifyVpcAttribute', { VpcId: of('aws_vpc.spoke'), 'EnableDnsSupport.Value': 'true' });
      await query(ec2, 'ModifySubnetAttribute', {
        SubnetId: of('aws_subnet.spoke[1]'),
        'MapPublicIpOnLaunch.Value': 'false',
      });
    },
  },
  {
    what: 'a rule inside a group is revoked and authorized again, its networks in another order',
    why: 'rules have no order; the id of a rule is in no group',
    run: async ({ query, of }) => {
      const id = { GroupId: of('aws_security_group.inline') };
      const [a, b] = ['10.0.0.0/8', '172.16.0.0/12'];
      const described = (one: string, two: string) =>
        permission('tcp', 443, {
          'IpRanges.1.CidrIp': one,
          'IpRanges.1.Description': 'web',
          'IpRanges.2.CidrIp': two,
          'IpRanges.2.Description': 'web',
        });
      await query(ec2, 'RevokeSecurityGroupIngress', { ...id, ...described(a, b) });
      await query(ec2, 'AuthorizeSecurityGroupIngress', { ...id, ...described(b, a) });
    },
  },
  {
    what: 'a rule beside its group is revoked and authorized again, one network at a time',
    why: 'such a rule is known by what it lets through',
    run: async ({ query, of }) => {
      const id = { GroupId: of('aws_security_group.beside') };
      for (const cidr of ['10.0.0.0/8', '192.168.0.0/16']) {
        const rule = permission('tcp', 443, { 'IpRanges.1.CidrIp': cidr, 'IpRanges.1.Description': 'https' });
        await query(ec2, 'RevokeSecurityGroupIngress', { ...id, ...rule });
        await query(ec2, 'AuthorizeSecurityGroupIngress', { ...id, ...rule });
      }
    },
  },
  {
    what: 'the entries of an access list are deleted and made again, the last one first',
    why: 'their numbers are their order',
    run: async ({ query, of }) => {
      const list = { NetworkAclId: of('aws_network_acl.inline'), Egress: 'false' };
      for (const { number } of webRules) await query(ec2, 'DeleteNetworkAclEntry', { ...list, RuleNumber: number });
      for (const { number, cidr, from, to } of webRules.toReversed())
        await query(ec2, 'CreateNetworkAclEntry', {
          ...list,
          RuleNumber: number,
          Protocol: '6',
          RuleAction: 'allow',
          CidrBlock: cidr,
          'PortRange.From': from,
          'PortRange.To': to,
        });
    },
  },
  {
    what: 'a route inside a table is deleted and made again',
    why: 'routes have no order',
    run: async ({ query, of }) => {
      const route = { RouteTableId: of('aws_route_table.private'), DestinationCidrBlock: '0.0.0.0/0' };
      await query(ec2, 'DeleteRoute', route);
      await query(ec2, 'CreateRoute', { ...route, NatGatewayId: of('aws_nat_gateway.main') });
    },
  },
  {
    what: 'the networks of a prefix list, in another order',
    why: 'they are a set; the version that counts is set by nobody',
    run: async ({ query, of }) => {
      const list = { PrefixListId: of('aws_ec2_managed_prefix_list.partners'), PrefixListName: 'partners' };
      await query(ec2, 'ModifyManagedPrefixList', {
        ...list,
        CurrentVersion: '1',
        'RemoveEntry.1.Cidr': '203.0.113.0/25',
      });
      await query(ec2, 'ModifyManagedPrefixList', {
        ...list,
        CurrentVersion: '2',
        'AddEntry.1.Cidr': '203.0.113.0/25',
        'AddEntry.1.Description': 'north',
      });
    },
  },
  {
    what: 'the addresses of a record in another order',
    why: 'they are a set',
    run: ({ rest, of }) =>
      rest(
        route53,
        'POST',
        `/2013-04-01/hostedzone/${of('aws_route53_zone.internal', 'zone_id')}/rrset/`,
        recordChange('UPSERT', 'pool.corp.internal', 60, ['10.40.1.12', '10.40.1.10', '10.40.1.11']),
      ),
  },
  {
    what: 'a record of the same value, its name with a dot at its end',
    why: 'names end with a dot',
    run: ({ rest, of }) =>
      rest(
        route53,
        'POST',
        `/2013-04-01/hostedzone/${of('aws_route53_zone.public', 'zone_id')}/rrset/`,
        recordChange('UPSERT', 'www.example.net.', 300, ['192.0.2.10']),
      ),
  },
  {
    what: 'the tags of a gateway in another order',
    why: 'tags have no order',
    run: async ({ query, of }) => {
      const id = { 'ResourceId.1': of('aws_nat_gateway.main') };
      await query(ec2, 'DeleteTags', { ...id, 'Tag.1.Key': 'environment', 'Tag.2.Key': 'Name' });
      await query(ec2, 'CreateTags', {
        ...id,
        'Tag.1.Key': 'Name',
        'Tag.1.Value': 'main',
        'Tag.2.Key': 'environment',
        'Tag.2.Value': 'prod',
      });
    },
  },
  {
    what: 'a cluster and a scanner put their tags on a shared network and its subnet',
    why: 'the configuration says to ignore them',
    run: ({ query, of }) =>
      query(ec2, 'CreateTags', {
        'ResourceId.1': of('aws_vpc.shared'),
        'ResourceId.2': of('aws_subnet.shared'),
        'Tag.1.Key': 'kubernetes.io/cluster/blue',
        'Tag.1.Value': 'shared',
        'Tag.2.Key': 'last-scanned',
        'Tag.2.Value': '2025-01-01',
      }),
  },
];
