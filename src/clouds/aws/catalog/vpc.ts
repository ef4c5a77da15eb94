import { fields } from '../../../engine/value/canonical.ts';
import type { Catalog } from '../../contract/entry.ts';
import { childBy, documentOf, listOf, type Overlap } from '../../contract/overlaps.ts';
import { field, listed, type ToParts } from '../../contract/parts.ts';
import { blocks, flag, items, policy, value } from '../../contract/phrases.ts';
import { routeResource, routes } from './rule-parts.ts';

const ROUTE_BY = ['cidr_block', 'ipv6_cidr_block', 'destination_prefix_list_id'];

const ROUTES: Overlap = {
  attributes: ['route'],
  children: [childBy('aws_route', 'route_table_id', 'id')],
  parts: { ofParent: routes, ofChild: routeResource },
  why: 'the table lists the routes that route resources manage',
};

const endpointPart = (attribute: string, type: string, own: string) =>
  listOf(attribute, own, childBy(type, 'vpc_endpoint_id', 'id'), `the endpoint lists what each ${type} adds`);

const attachedBy = (type: string, by: string) =>
  listOf('vpc_id', 'vpc_id', childBy(type, by, 'id'), `the gateway shows the VPC that ${type} attaches it to`);

const SHOWN_TIE = 'the address shows what an association or a gateway ties it to';

/** The addresses of a NAT gateway: its own, its secondary ones, and a regional gateway's in each zone. */
const GATEWAY_ADDRESSES = ['allocation_id', 'secondary_allocation_ids', 'availability_zone_address.allocation_ids'];

const addressOf = (attribute: string, ...own: string[]): Overlap => ({
  attributes: [attribute],
  children: [
    childBy('aws_eip_association', 'allocation_id', 'id', 'allocation_id'),
    ...GATEWAY_ADDRESSES.map((by) => ({ type: 'aws_nat_gateway', by, to: ['id', 'allocation_id'] })),
  ],
  parts: { ofParent: listed, ofChild: field(...own), shared: true },
  why: SHOWN_TIE,
});

const isTied: ToParts = (value) => (listed(value).length > 0 ? ['tied'] : []);

/** Networks, subnets, routes, gateways, and endpoints. */
export const VPC: Catalog = {
  aws_default_route_table: { overlaps: [ROUTES] },
  aws_default_subnet: {
    noun: 'default subnet',
    phrases: [flag('map_public_ip_on_launch', 'assignment of public IP addresses at launch')],
  },
  aws_ec2_transit_gateway_route: {
    noun: 'transit gateway route',
    gone: 'was removed',
    so: 'traffic between the networks no longer takes it',
  },
  aws_eip: {
    noun: 'elastic IP',
    gone: 'was released',
    so: 'its static public address is lost',
    phrases: [value(['instance', 'network_interface'], 'the attachment of the static public address')],
    overlaps: [
      addressOf('instance', 'instance_id'),
      addressOf('network_interface', 'network_interface_id', 'regional_nat_gateway_address.network_interface_id'),
      // The association names its gateway, not the interface; its existence explains the address's interface.
      {
        attributes: ['network_interface'],
        children: [childBy('aws_nat_gateway_eip_association', 'allocation_id', 'id', 'allocation_id')],
        parts: { ofParent: isTied, ofChild: (value) => isTied(fields(value).nat_gateway_id ?? null), partial: true },
        why: SHOWN_TIE,
      },
    ],
  },
  aws_eip_association: {
    noun: 'elastic IP association',
    gone: 'was removed',
    so: 'the static public address leads nowhere',
  },
  aws_flow_log: {
    noun: 'VPC flow log',
    so: 'network traffic is no longer logged',
    phrases: [value('log_destination', 'the destination of the flow log'), value('traffic_type', 'the logged traffic')],
  },
  aws_internet_gateway: {
    noun: 'internet gateway',
    so: 'the VPC is cut off from the internet',
    phrases: [value('vpc_id', 'the attachment of the internet gateway to the VPC')],
    overlaps: [attachedBy('aws_internet_gateway_attachment', 'internet_gateway_id')],
  },
  aws_nat_gateway: {
    noun: 'NAT gateway',
    so: 'private subnets have no way out to the internet through it',
    phrases: [items('secondary_private_ip_addresses', 'the secondary private address')],
    overlaps: [
      listOf(
        'secondary_allocation_ids',
        'allocation_id',
        childBy('aws_nat_gateway_eip_association', 'nat_gateway_id', 'id'),
        'the gateway lists the addresses that associations tie to it',
      ),
    ],
  },
  aws_route: {
    noun: 'route',
    gone: 'was removed',
    so: 'traffic no longer takes it',
    phrases: [
      value(
        [
          'gateway_id',
          'nat_gateway_id',
          'transit_gateway_id',
          'vpc_peering_connection_id',
          'network_interface_id',
          'vpc_endpoint_id',
          'egress_only_gateway_id',
        ],
        'the gateway that the route leads to',
      ),
    ],
  },
  aws_route_table: {
    noun: 'route table',
    so: 'its subnets have no routes of their own',
    phrases: [
      blocks('route', 'the route to', ROUTE_BY, 'the routes to'),
      items('propagating_vgws', 'the VPN gateway', {
        came: 'allowed to propagate routes',
        went: 'no longer allowed to propagate routes',
      }),
    ],
    overlaps: [
      ROUTES,
      listOf(
        'propagating_vgws',
        'vpn_gateway_id',
        childBy('aws_vpn_gateway_route_propagation', 'route_table_id', 'id'),
        'the table lists the gateways that propagation resources manage',
      ),
    ],
  },
  aws_route_table_association: {
    noun: 'route table association',
    gone: 'was removed',
    so: 'the subnet follows the main route table',
    phrases: [value('route_table_id', 'the route table of the subnet')],
  },
  aws_subnet: {
    noun: 'subnet',
    phrases: [
      flag('map_public_ip_on_launch', 'assignment of public IP addresses at launch'),
      flag('assign_ipv6_address_on_creation', 'assignment of IPv6 addresses at launch'),
      flag('enable_resource_name_dns_a_record_on_launch', 'DNS A records for resource names'),
    ],
  },
  aws_vpc: {
    noun: 'VPC',
    so: 'the whole network is gone',
    phrases: [
      flag('enable_dns_hostnames', 'DNS host names'),
      flag('enable_dns_support', 'DNS resolution'),
      flag('enable_network_address_usage_metrics', 'network address usage metrics'),
    ],
  },
  aws_vpc_endpoint: {
    noun: 'VPC endpoint',
    so: 'traffic to the service no longer stays inside the VPC',
    phrases: [
      flag('private_dns_enabled', 'private DNS of the endpoint'),
      policy('policy', 'the endpoint policy', true),
      items('route_table_ids', 'the route table'),
      items('subnet_ids', 'the endpoint subnet'),
    ],
    overlaps: [
      documentOf('policy', childBy('aws_vpc_endpoint_policy', 'vpc_endpoint_id', 'id')),
      endpointPart('route_table_ids', 'aws_vpc_endpoint_route_table_association', 'route_table_id'),
      endpointPart('subnet_ids', 'aws_vpc_endpoint_subnet_association', 'subnet_id'),
      endpointPart('security_group_ids', 'aws_vpc_endpoint_security_group_association', 'security_group_id'),
    ],
  },
  aws_vpc_endpoint_service: {
    noun: 'VPC endpoint service',
    so: 'its consumers can no longer reach it',
    phrases: [
      flag('acceptance_required', 'acceptance of new connections', {
        on: 'new connections to the endpoint service have to be accepted',
        off: 'new connections to the endpoint service no longer have to be accepted',
      }),
    ],
    overlaps: [
      listOf(
        'allowed_principals',
        'principal_arn',
        childBy('aws_vpc_endpoint_service_allowed_principal', 'vpc_endpoint_service_id', 'id'),
        'the service lists the principals that resources of their own allow',
      ),
    ],
  },
  aws_vpc_peering_connection: {
    noun: 'VPC peering connection',
    so: 'the two networks can no longer reach each other',
    phrases: [
      flag(
        ['requester.allow_remote_vpc_dns_resolution', 'accepter.allow_remote_vpc_dns_resolution'],
        'DNS resolution from the peer',
      ),
    ],
  },
  aws_vpn_gateway: { overlaps: [attachedBy('aws_vpn_gateway_attachment', 'vpn_gateway_id')] },
};
