import type { Change } from '../../change.ts';
import { ec2, permission } from '../calls.ts';

export const filterChanges: readonly Change[] = [
  {
    what: 'a rule is added by hand to a group with rules inside',
    shows: { 'aws_security_group.inline': ['ingress'] },
    run: ({ query, of }) =>
      query(ec2, 'AuthorizeSecurityGroupIngress', {
        GroupId: of('aws_security_group.inline'),
        ...permission('tcp', 22, { 'IpRanges.1.CidrIp': '0.0.0.0/0' }),
      }),
  },
  {
    what: 'everything that may go out of a group with rules inside may not any more',
    shows: { 'aws_security_group.inline': ['egress'] },
    run: ({ query, of }) =>
      query(ec2, 'RevokeSecurityGroupEgress', {
        GroupId: of('aws_security_group.inline'),
        ...permission('-1', undefined, { 'IpRanges.1.CidrIp': '0.0.0.0/0', 'Ipv6Ranges.1.CidrIpv6': '::/0' }),
      }),
  },
  {
    what: 'a rule beside its group, from another group, is revoked',
    shows: { 'aws_security_group_rule.beside_from_edge': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'RevokeSecurityGroupIngress', {
        GroupId: of('aws_security_group.beside'),
        ...permission('tcp', 5432, { 'Groups.1.GroupId': of('aws_security_group.edge') }),
      }),
  },
  {
    what: 'a rule is added by hand to a group whose rules are beside it',
    shows: { 'aws_security_group.beside': ['ingress'] },
    run: ({ query, of }) =>
      query(ec2, 'AuthorizeSecurityGroupIngress', {
        GroupId: of('aws_security_group.beside'),
        ...permission('tcp', 3389, { 'IpRanges.1.CidrIp': '0.0.0.0/0' }),
      }),
  },
  {
    what: 'a rule of the newer kind lets others in',
    shows: { 'aws_vpc_security_group_ingress_rule.edge["office: north"]': ['cidr_ipv4'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifySecurityGroupRules', {
        GroupId: of('aws_security_group.edge'),
        'SecurityGroupRule.1.SecurityGroupRuleId': of('aws_vpc_security_group_ingress_rule.edge["office: north"]'),
        'SecurityGroupRule.1.SecurityGroupRule.IpProtocol': 'tcp',
        'SecurityGroupRule.1.SecurityGroupRule.FromPort': '22',
        'SecurityGroupRule.1.SecurityGroupRule.ToPort': '22',
        'SecurityGroupRule.1.SecurityGroupRule.CidrIpv4': '0.0.0.0/0',
        'SecurityGroupRule.1.SecurityGroupRule.Description': 'office: north',
      }),
  },
  {
    what: 'a rule of the newer kind is revoked',
    shows: { 'aws_vpc_security_group_egress_rule.edge': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'RevokeSecurityGroupEgress', {
        GroupId: of('aws_security_group.edge'),
        'SecurityGroupRuleId.1': of('aws_vpc_security_group_egress_rule.edge'),
      }),
  },
  {
    what: 'the default group, which lets nobody in, lets somebody in',
    shows: { 'aws_default_security_group.main': ['ingress'] },
    run: ({ query, of }) =>
      query(ec2, 'AuthorizeSecurityGroupIngress', {
        GroupId: of('aws_default_security_group.main'),
        ...permission('tcp', 443, { 'IpRanges.1.CidrIp': '10.0.0.0/8' }),
      }),
  },
  {
    what: 'an entry inside an access list lets more ports through',
    shows: { 'aws_network_acl.inline': ['ingress'] },
    run: ({ query, of }) =>
      query(ec2, 'ReplaceNetworkAclEntry', {
        NetworkAclId: of('aws_network_acl.inline'),
        RuleNumber: '100',
        Protocol: '6',
        RuleAction: 'allow',
        Egress: 'false',
        CidrBlock: '0.0.0.0/0',
        'PortRange.From': '1',
        'PortRange.To': '65535',
      }),
  },
  {
    what: 'an entry beside its access list is deleted',
    shows: { 'aws_network_acl_rule.beside["210"]': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'DeleteNetworkAclEntry', {
        NetworkAclId: of('aws_network_acl.beside'),
        RuleNumber: '210',
        Egress: 'false',
      }),
  },
  {
    what: 'an entry is added by hand to an access list whose entries are beside it',
    shows: { 'aws_network_acl.beside': ['egress'] },
    run: ({ query, of }) =>
      query(ec2, 'CreateNetworkAclEntry', {
        NetworkAclId: of('aws_network_acl.beside'),
        RuleNumber: '300',
        Protocol: '-1',
        RuleAction: 'allow',
        Egress: 'true',
        CidrBlock: '0.0.0.0/0',
      }),
  },
];
