import type { Change } from '../../change.ts';
import { ec2, europe, recordChange, route53 } from '../calls.ts';

const tagged = (id: string, key: string, value: string) => ({
  'ResourceId.1': id,
  'Tag.1.Key': key,
  'Tag.1.Value': value,
});

export const networkChanges: readonly Change[] = [
  {
    what: 'host names are switched off in a network',
    shows: { 'aws_vpc.main': ['enable_dns_hostnames'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifyVpcAttribute', { VpcId: of('aws_vpc.main'), 'EnableDnsHostnames.Value': 'false' }),
  },
  {
    what: 'a tag that overrides a default one is changed',
    shows: { 'aws_vpc.spoke': ['tags', 'tags_all'] },
    run: ({ query, of }) => query(ec2, 'CreateTags', tagged(of('aws_vpc.spoke'), 'environment', 'prod')),
  },
  {
    what: 'a default tag is removed',
    shows: { 'aws_subnet.spoke[0]': ['tags_all'] },
    run: ({ query, of }) =>
      query(ec2, 'DeleteTags', { 'ResourceId.1': of('aws_subnet.spoke[0]'), 'Tag.1.Key': 'owner' }),
  },
  {
    what: 'a tag appears on a network of the second region',
    shows: { 'aws_vpc.europe': ['tags', 'tags_all'] },
    run: ({ query, of }) => query(europe, 'CreateTags', tagged(of('aws_vpc.europe'), 'touched', 'by hand')),
  },
  {
    what: 'a tag of a shared network that is not to be ignored is changed',
    shows: { 'aws_vpc.shared': ['tags', 'tags_all'] },
    run: ({ query, of }) => query(ec2, 'CreateTags', tagged(of('aws_vpc.shared'), 'Name', 'ours')),
  },
  {
    what: 'public addresses are given out in a subnet whose key looks like a template',
    shows: { 'aws_subnet.zone["$${data} [tier #3]"]': ['map_public_ip_on_launch'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifySubnetAttribute', {
        SubnetId: of('aws_subnet.zone["$${data} [tier #3]"]'),
        'MapPublicIpOnLaunch.Value': 'true',
      }),
  },
  {
    what: 'a tag of a subnet whose key has quotes and other alphabets is changed',
    shows: { 'aws_subnet.zone["größe\\\\\\"back\\\\\\"ノ"]': ['tags'] },
    run: ({ query, of }) =>
      query(ec2, 'CreateTags', tagged(of('aws_subnet.zone["größe\\\\\\"back\\\\\\"ノ"]'), 'Name', 'elsewhere')),
  },
  {
    what: 'a route is added by hand to a table with routes inside',
    shows: { 'aws_route_table.private': ['route'] },
    run: ({ query, of }) =>
      query(ec2, 'CreateRoute', {
        RouteTableId: of('aws_route_table.private'),
        DestinationCidrBlock: '10.99.0.0/16',
        VpcPeeringConnectionId: of('aws_vpc_peering_connection.spoke'),
      }),
  },
  {
    what: 'a route beside its table is deleted',
    shows: { 'aws_route.spoke': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'DeleteRoute', {
        RouteTableId: of('aws_route_table.public'),
        DestinationCidrBlock: '10.50.0.0/16',
      }),
  },
  {
    what: 'the way to the internet leads through another gateway',
    shows: { 'aws_route.internet': ['gateway_id', 'nat_gateway_id'] },
    run: ({ query, of }) =>
      query(ec2, 'ReplaceRoute', {
        RouteTableId: of('aws_route_table.public'),
        DestinationCidrBlock: '0.0.0.0/0',
        NatGatewayId: of('aws_nat_gateway.main'),
      }),
  },
  {
    what: 'a subnet gets the routes of another table',
    shows: { 'aws_route_table_association.zone["us-east-1b.private"]': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'DisassociateRouteTable', {
        AssociationId: of('aws_route_table_association.zone["us-east-1b.private"]'),
      }),
  },
  {
    what: 'an address is taken off its interface',
    shows: { 'aws_eip_association.bastion': 'deleted' },
    run: ({ query, of }) => query(ec2, 'DisassociateAddress', { AssociationId: of('aws_eip_association.bastion') }),
  },
  {
    what: 'an interface is described otherwise',
    shows: { 'aws_network_interface.bastion': ['description'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifyNetworkInterfaceAttribute', {
        NetworkInterfaceId: of('aws_network_interface.bastion'),
        'Description.Value': 'nothing to see',
      }),
  },
  {
    what: 'an endpoint is deleted',
    shows: { 'aws_vpc_endpoint.secrets': 'deleted' },
    run: ({ query, of }) => query(ec2, 'DeleteVpcEndpoints', { 'VpcEndpointId.1': of('aws_vpc_endpoint.secrets') }),
  },
  {
    what: 'a prefix list loses a network',
    shows: { 'aws_ec2_managed_prefix_list.partners': ['entry'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifyManagedPrefixList', {
        PrefixListId: of('aws_ec2_managed_prefix_list.partners'),
        PrefixListName: 'partners',
        CurrentVersion: '3',
        'RemoveEntry.1.Cidr': '203.0.113.0/25',
      }),
  },
  {
    what: 'a route between networks is deleted',
    shows: { 'aws_ec2_transit_gateway_route.branch': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'DeleteTransitGatewayRoute', {
        TransitGatewayRouteTableId: of('aws_ec2_transit_gateway_route_table.hub'),
        DestinationCidrBlock: '10.80.0.0/16',
      }),
  },
  {
    what: 'the hub between networks is described otherwise',
    shows: { 'aws_ec2_transit_gateway.hub': ['description'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifyTransitGateway', {
        TransitGatewayId: of('aws_ec2_transit_gateway.hub'),
        Description: 'spoke',
      }),
  },
  {
    what: 'a tag of the gateway of a branch is removed',
    shows: { 'aws_customer_gateway.branch': ['tags', 'tags_all'] },
    run: ({ query, of }) =>
      query(ec2, 'DeleteTags', { 'ResourceId.1': of('aws_customer_gateway.branch'), 'Tag.1.Key': 'Name' }),
  },
  {
    what: 'traffic is not written down any more',
    shows: { 'aws_flow_log.main': 'deleted' },
    run: ({ query, of }) => query(ec2, 'DeleteFlowLogs', { 'FlowLogId.1': of('aws_flow_log.main') }),
  },
  {
    what: 'what is written down is kept for a shorter time',
    shows: { 'aws_cloudwatch_log_group.flow': ['retention_in_days'] },
    run: ({ json }) =>
      json({ service: 'logs' }, 'Logs_20140328.PutRetentionPolicy', {
        logGroupName: '/network/flow',
        retentionInDays: 1,
      }),
  },
  {
    what: 'a record points elsewhere',
    shows: { 'aws_route53_record.host["Mail"]': ['records', 'ttl'] },
    run: ({ rest, of }) =>
      rest(
        route53,
        'POST',
        `/2013-04-01/hostedzone/${of('aws_route53_zone.public', 'zone_id')}/rrset/`,
        recordChange('UPSERT', 'mail.example.net', 60, ['192.0.2.66']),
      ),
  },
  {
    what: 'a record is deleted',
    shows: { 'aws_route53_record.host["legacy.v1"]': 'deleted' },
    run: ({ rest, of }) =>
      rest(
        route53,
        'POST',
        `/2013-04-01/hostedzone/${of('aws_route53_zone.public', 'zone_id')}/rrset/`,
        recordChange('DELETE', 'legacy.v1.example.net', 300, ['192.0.2.13']),
      ),
  },
  {
    what: 'a zone has another comment',
    shows: { 'aws_route53_zone.internal': ['comment'] },
    run: ({ rest, of }) =>
      rest(
        route53,
        'POST',
        `/2013-04-01/hostedzone/${of('aws_route53_zone.internal', 'zone_id')}`,
        '<UpdateHostedZoneCommentRequest xmlns="https://route53.amazonaws.com/doc/2013-04-01/">' +
          '<Comment>outside</Comment></UpdateHostedZoneCommentRequest>',
      ),
  },
  {
    what: 'health is checked elsewhere',
    shows: { 'aws_route53_health_check.www': ['resource_path'] },
    run: ({ rest, of }) =>
      rest(
        route53,
        'POST',
        `/2013-04-01/healthcheck/${of('aws_route53_health_check.www')}`,
        '<UpdateHealthCheckRequest xmlns="https://route53.amazonaws.com/doc/2013-04-01/">' +
          '<ResourcePath>/</ResourcePath></UpdateHealthCheckRequest>',
      ),
  },
  {
    what: 'traffic is sent to those who answer something else',
    shows: { 'aws_lb_target_group.front': ['health_check'] },
    run: ({ query, of }) =>
      query({ service: 'elasticloadbalancing' }, 'ModifyTargetGroup', {
        TargetGroupArn: of('aws_lb_target_group.front', 'arn'),
        HealthCheckPath: '/healthz',
      }),
  },
];
