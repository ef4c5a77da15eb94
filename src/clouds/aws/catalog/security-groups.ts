import type { Catalog } from '../../contract/entry.ts';
import { childBy, listOf, type Overlap } from '../../contract/overlaps.ts';
import { sameRows } from '../../contract/parts.ts';
import { blocks, cases, items, network } from '../../contract/phrases.ts';
import { aclEntries, aclRuleResource, groupRules, ruleResource } from './rule-parts.ts';

const RULE = [
  'cidr_blocks',
  'ipv6_cidr_blocks',
  'cidr_block',
  'ipv6_cidr_block',
  'cidr_ipv4',
  'cidr_ipv6',
  'from_port',
  'to_port',
  'protocol',
  'ip_protocol',
  'prefix_list_id',
  'prefix_list_ids',
  'referenced_security_group_id',
  'source_security_group_id',
  'self',
];
const GROUP = [network('ingress', false), network('egress', true)];

const GROUP_RULES = ['ingress', 'egress'].map((direction): Overlap => ({
  attributes: [direction],
  children: [
    { type: 'aws_security_group_rule', by: 'security_group_id', to: ['id'], where: { field: 'type', is: direction } },
    childBy(`aws_vpc_security_group_${direction}_rule`, 'security_group_id', 'id'),
  ],
  parts: { ofParent: groupRules, ofChild: ruleResource },
  why: 'the group lists the rules that rule resources manage',
}));

const ACL_ENTRIES = [
  ...['ingress', 'egress'].map((direction): Overlap => ({
    attributes: [direction],
    children: [
      {
        type: 'aws_network_acl_rule',
        by: 'network_acl_id',
        to: ['id'],
        where: { field: 'egress', is: direction === 'egress' },
      },
    ],
    parts: { ofParent: aclEntries, ofChild: aclRuleResource },
    why: 'the network ACL lists the entries that rule resources manage',
  })),
  listOf(
    'subnet_ids',
    'subnet_id',
    childBy('aws_network_acl_association', 'network_acl_id', 'id'),
    'the network ACL lists the subnets that associations manage',
  ),
];

/** Security groups, network ACLs, and the prefix lists in them. */
export const SECURITY_GROUPS: Catalog = {
  aws_default_network_acl: { overlaps: ACL_ENTRIES },
  aws_default_security_group: { noun: 'default security group', phrases: GROUP, overlaps: GROUP_RULES },
  aws_ec2_managed_prefix_list: {
    noun: 'prefix list',
    phrases: [blocks('entry', 'the address range', ['cidr'])],
    overlaps: [
      {
        attributes: ['entry'],
        children: [childBy('aws_ec2_managed_prefix_list_entry', 'prefix_list_id', 'id')],
        parts: sameRows('cidr', 'description'),
        why: 'the prefix list shows the entries that entry resources manage',
      },
    ],
  },
  aws_network_acl: {
    noun: 'network ACL',
    phrases: [...GROUP, items('subnet_ids', 'the subnet', { came: 'put under the ACL', went: 'taken from the ACL' })],
    overlaps: ACL_ENTRIES,
  },
  aws_network_acl_rule: {
    noun: 'network ACL rule',
    gone: 'was removed',
    so: 'the packet filter no longer follows it',
    phrases: [
      network(RULE, undefined),
      cases('rule_action', 'the action of the rule', {
        'deny>allow': 'the rule was turned from deny to allow',
        'allow>deny': 'the rule was turned from allow to deny',
      }),
    ],
  },
  aws_network_interface: {
    overlaps: [
      listOf(
        'security_groups',
        'security_group_id',
        childBy('aws_network_interface_sg_attachment', 'network_interface_id', 'id'),
        'the network interface lists the groups that attachments manage',
      ),
    ],
  },
  aws_security_group: {
    noun: 'security group',
    so: 'its firewall rules are gone',
    phrases: GROUP,
    overlaps: GROUP_RULES,
  },
  aws_security_group_rule: {
    noun: 'security group rule',
    gone: 'was removed',
    so: 'traffic that only it allowed is blocked',
    phrases: [network(RULE, undefined)],
  },
  aws_vpc_security_group_egress_rule: {
    noun: 'outbound security group rule',
    gone: 'was removed',
    so: 'outbound traffic that only it allowed is blocked',
    phrases: [network(RULE, true)],
  },
  aws_vpc_security_group_ingress_rule: {
    noun: 'inbound security group rule',
    gone: 'was removed',
    so: 'inbound traffic that only it allowed is blocked',
    phrases: [network(RULE, false)],
  },
};
