import { fields } from '../../value/canonical.ts';
import {
  aclEntries,
  aclRuleResource,
  asBlock,
  blocks,
  field,
  groupRules,
  listed,
  routeResource,
  routes,
  ruleResource,
  type ToParts,
} from '../match/parts.ts';
import { listOf, type Overlap } from '../match/overlap.ts';

const groupDirection = (parent: string, direction: string): Overlap => ({
  parent,
  attributes: [direction],
  children: [
    { type: 'aws_security_group_rule', by: 'security_group_id', to: ['id'], where: { field: 'type', is: direction } },
    { type: `aws_vpc_security_group_${direction}_rule`, by: 'security_group_id', to: ['id'] },
  ],
  parts: { ofParent: groupRules, ofChild: ruleResource },
  why: 'the group lists the rules that rule resources manage',
});

const aclDirection = (parent: string, direction: 'ingress' | 'egress'): Overlap => ({
  parent,
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
});

const tableRoutes = (parent: string): Overlap => ({
  parent,
  attributes: ['route'],
  children: [{ type: 'aws_route', by: 'route_table_id', to: ['id'] }],
  parts: { ofParent: routes, ofChild: routeResource },
  why: 'the table lists the routes that route resources manage',
});

const endpointPart = (attribute: string, type: string, own: string) =>
  listOf(
    'aws_vpc_endpoint',
    attribute,
    own,
    [{ type, by: 'vpc_endpoint_id', to: ['id'] }],
    `the endpoint lists what each ${type} adds`,
  );

const attachedTo = (parent: string, type: string, by: string) =>
  listOf(
    parent,
    'vpc_id',
    'vpc_id',
    [{ type, by, to: ['id'] }],
    `the gateway shows the VPC that ${type} attaches it to`,
  );

const SHOWN_TIE = 'the address shows what an association or a gateway ties it to';

/** A gateway's own address, its further ones, and those that a regional one has in each zone. */
const GATEWAY_ADDRESSES = ['allocation_id', 'secondary_allocation_ids', 'availability_zone_address.allocation_ids'];

const addressOf = (attribute: string, ...own: string[]): Overlap => ({
  parent: 'aws_eip',
  attributes: [attribute],
  children: [
    { type: 'aws_eip_association', by: 'allocation_id', to: ['id', 'allocation_id'] },
    ...GATEWAY_ADDRESSES.map((by) => ({ type: 'aws_nat_gateway', by, to: ['id', 'allocation_id'] })),
  ],
  parts: { ofParent: listed, ofChild: field(...own), shared: true },
  why: SHOWN_TIE,
});

const isTied: ToParts = (value) => (listed(value).length > 0 ? ['tied'] : []);

/** Groups, tables, ACLs, endpoints, gateways, zones. */
export const NETWORK: Overlap[] = [
  ...['aws_security_group', 'aws_default_security_group'].flatMap((parent) => [
    groupDirection(parent, 'ingress'),
    groupDirection(parent, 'egress'),
  ]),
  ...['aws_network_acl', 'aws_default_network_acl'].flatMap((parent) => [
    aclDirection(parent, 'ingress'),
    aclDirection(parent, 'egress'),
    listOf(
      parent,
      'subnet_ids',
      'subnet_id',
      [{ type: 'aws_network_acl_association', by: 'network_acl_id', to: ['id'] }],
      'the network ACL lists the subnets that associations manage',
    ),
  ]),
  tableRoutes('aws_route_table'),
  tableRoutes('aws_default_route_table'),
  listOf(
    'aws_route_table',
    'propagating_vgws',
    'vpn_gateway_id',
    [{ type: 'aws_vpn_gateway_route_propagation', by: 'route_table_id', to: ['id'] }],
    'the table lists the gateways that propagation resources manage',
  ),
  endpointPart('route_table_ids', 'aws_vpc_endpoint_route_table_association', 'route_table_id'),
  endpointPart('subnet_ids', 'aws_vpc_endpoint_subnet_association', 'subnet_id'),
  endpointPart('security_group_ids', 'aws_vpc_endpoint_security_group_association', 'security_group_id'),
  listOf(
    'aws_vpc_endpoint_service',
    'allowed_principals',
    'principal_arn',
    [{ type: 'aws_vpc_endpoint_service_allowed_principal', by: 'vpc_endpoint_service_id', to: ['id'] }],
    'the service lists the principals that resources of their own allow',
  ),
  attachedTo('aws_internet_gateway', 'aws_internet_gateway_attachment', 'internet_gateway_id'),
  attachedTo('aws_vpn_gateway', 'aws_vpn_gateway_attachment', 'vpn_gateway_id'),
  addressOf('instance', 'instance_id'),
  addressOf('network_interface', 'network_interface_id', 'regional_nat_gateway_address.network_interface_id'),
  {
    parent: 'aws_eip',
    attributes: ['network_interface'],
    children: [{ type: 'aws_nat_gateway_eip_association', by: 'allocation_id', to: ['id', 'allocation_id'] }],
    // The association names its gateway, and not the interface: that it is there is why the address has one.
    parts: { ofParent: isTied, ofChild: (value) => isTied(fields(value).nat_gateway_id ?? null), partial: true },
    why: SHOWN_TIE,
  },
  listOf(
    'aws_nat_gateway',
    'secondary_allocation_ids',
    'allocation_id',
    [{ type: 'aws_nat_gateway_eip_association', by: 'nat_gateway_id', to: ['id'] }],
    'the gateway lists the addresses that associations tie to it',
  ),
  {
    parent: 'aws_ec2_managed_prefix_list',
    attributes: ['entry'],
    children: [{ type: 'aws_ec2_managed_prefix_list_entry', by: 'prefix_list_id', to: ['id'] }],
    parts: { ofParent: blocks('cidr', 'description'), ofChild: asBlock('cidr', 'description') },
    why: 'the prefix list shows the entries that entry resources manage',
  },
  {
    parent: 'aws_route53_zone',
    attributes: ['vpc'],
    children: [{ type: 'aws_route53_zone_association', by: 'zone_id', to: ['zone_id', 'id'] }],
    parts: { ofParent: blocks('vpc_id', 'vpc_region'), ofChild: asBlock('vpc_id', 'vpc_region'), shared: true },
    why: 'the zone lists the VPCs that association resources manage',
  },
];
