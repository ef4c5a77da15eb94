import type { Change } from '../../change.ts';
import { ec2, policy, tagEc2 } from '../calls.ts';

export const guardNetwork: readonly Change[] = [
  {
    what: 'a tag of what nobody manages is changed',
    shows: { 'aws_ec2_tag.guard': ['value'] },
    run: (cloud) => tagEc2(cloud, cloud.of('aws_ec2_tag.guard', 'resource_id'), 'owner', 'nobody'),
  },
  {
    what: 'the default network ACL lets the world in',
    shows: { 'aws_default_network_acl.guard': ['ingress'] },
    run: ({ query, of }) =>
      query(ec2, 'ReplaceNetworkAclEntry', {
        NetworkAclId: of('aws_default_network_acl.guard'),
        RuleNumber: '100',
        Protocol: '6',
        RuleAction: 'allow',
        Egress: 'false',
        CidrBlock: '0.0.0.0/0',
        'PortRange.From': '443',
        'PortRange.To': '443',
      }),
  },
  {
    what: 'the main route table gets a way out',
    shows: { 'aws_default_route_table.guard': ['route'] },
    run: ({ query, of }) =>
      query(ec2, 'CreateRoute', {
        RouteTableId: of('aws_default_route_table.guard'),
        DestinationCidrBlock: '0.0.0.0/0',
        GatewayId: of('aws_vpn_gateway.guard'),
      }),
  },
  {
    what: 'a tag of a carrier gateway is changed',
    shows: { 'aws_ec2_carrier_gateway.guard': ['tags'] },
    run: (cloud) => tagEc2(cloud, cloud.of('aws_ec2_carrier_gateway.guard'), 'tier', 'core'),
  },
  {
    what: 'a tag of the default network is changed',
    shows: { 'aws_default_vpc.guard': ['tags'] },
    run: (cloud) => tagEc2(cloud, cloud.of('aws_default_vpc.guard'), 'Name', 'default'),
  },
  {
    what: 'a default subnet gives out public addresses no more',
    shows: { 'aws_default_subnet.guard': ['map_public_ip_on_launch'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifySubnetAttribute', {
        SubnetId: of('aws_default_subnet.guard'),
        'MapPublicIpOnLaunch.Value': 'false',
      }),
  },
  {
    what: 'everything is allowed through an endpoint',
    shows: { 'aws_vpc_endpoint_policy.guard': ['policy'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifyVpcEndpoint', {
        VpcEndpointId: of('aws_vpc_endpoint.guard'),
        PolicyDocument: policy({ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }),
      }),
  },
  {
    what: 'an endpoint leaves a route table',
    shows: { 'aws_vpc_endpoint_route_table_association.guard': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'ModifyVpcEndpoint', {
        VpcEndpointId: of('aws_vpc_endpoint.guard'),
        'RemoveRouteTableId.1': of('aws_route_table.guard'),
      }),
  },
  {
    what: 'an endpoint service takes everybody who asks',
    shows: { 'aws_vpc_endpoint_service.guard': ['acceptance_required'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifyVpcEndpointServiceConfiguration', {
        ServiceId: of('aws_vpc_endpoint_service.guard'),
        AcceptanceRequired: 'false',
      }),
  },
  {
    what: 'a tag of a VPN connection is changed',
    shows: { 'aws_vpn_connection.guard': ['tags'] },
    run: (cloud) => tagEc2(cloud, cloud.of('aws_vpn_connection.guard'), 'Name', 'spare'),
  },
  {
    what: 'a transit gateway learns a network no more',
    shows: { 'aws_ec2_transit_gateway_route_table_propagation.guard': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'DisableTransitGatewayRouteTablePropagation', {
        TransitGatewayAttachmentId: of('aws_ec2_transit_gateway_vpc_attachment.guard'),
        TransitGatewayRouteTableId: of('aws_ec2_transit_gateway_route_table.guard'),
      }),
  },
  {
    what: 'a tag of a peering of transit gateways is changed',
    shows: { 'aws_ec2_transit_gateway_peering_attachment.guard': ['tags'] },
    run: (cloud) => tagEc2(cloud, cloud.of('aws_ec2_transit_gateway_peering_attachment.guard'), 'Name', 'spare'),
  },
  {
    what: 'a resolver rule is taken from a network',
    shows: { 'aws_route53_resolver_rule_association.guard': 'deleted' },
    run: ({ json, of }) =>
      json({ service: 'route53resolver' }, 'Route53Resolver.DisassociateResolverRule', {
        ResolverRuleId: of('aws_route53_resolver_rule.guard'),
        VPCId: of('aws_vpc.guard'),
      }),
  },
  {
    what: 'a resolver endpoint has another name',
    shows: { 'aws_route53_resolver_endpoint.guard': ['name'] },
    run: ({ json, of }) =>
      json({ service: 'route53resolver' }, 'Route53Resolver.UpdateResolverEndpoint', {
        ResolverEndpointId: of('aws_route53_resolver_endpoint.guard'),
        Name: 'spare',
      }),
  },
];
