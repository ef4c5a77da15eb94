import { amount, blocks, cases, flag, items, network, opaque, policy, value, type Subject } from './phrase.ts';

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
const ROUTE_BY = ['cidr_block', 'ipv6_cidr_block', 'destination_prefix_list_id'];

/** Networks: who may reach what, and which way traffic goes. */
export const NETWORK: readonly Subject[] = [
  { type: 'aws_security_group', noun: 'security group', so: 'its firewall rules are gone', phrases: GROUP },
  { type: 'aws_default_security_group', noun: 'default security group', phrases: GROUP },
  {
    type: 'aws_security_group_rule',
    noun: 'security group rule',
    gone: 'was removed',
    so: 'traffic that only it allowed is blocked',
    phrases: [network(RULE, undefined)],
  },
  {
    type: 'aws_vpc_security_group_ingress_rule',
    noun: 'inbound security group rule',
    gone: 'was removed',
    so: 'inbound traffic that only it allowed is blocked',
    phrases: [network(RULE, false)],
  },
  {
    type: 'aws_vpc_security_group_egress_rule',
    noun: 'outbound security group rule',
    gone: 'was removed',
    so: 'outbound traffic that only it allowed is blocked',
    phrases: [network(RULE, true)],
  },
  {
    type: 'aws_network_acl',
    noun: 'network ACL',
    phrases: [...GROUP, items('subnet_ids', 'the subnet', { came: 'put under the ACL', went: 'taken from the ACL' })],
  },
  {
    type: 'aws_network_acl_rule',
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
  {
    type: 'aws_route',
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
  {
    type: 'aws_route_table',
    noun: 'route table',
    so: 'its subnets have no routes of their own',
    phrases: [
      blocks('route', 'the route to', ROUTE_BY, 'the routes to'),
      items('propagating_vgws', 'the VPN gateway', {
        came: 'allowed to propagate routes',
        went: 'no longer allowed to propagate routes',
      }),
    ],
  },
  {
    type: 'aws_route_table_association',
    noun: 'route table association',
    gone: 'was removed',
    so: 'the subnet follows the main route table',
    phrases: [value('route_table_id', 'the route table of the subnet')],
  },
  {
    type: 'aws_subnet',
    noun: 'subnet',
    phrases: [
      flag('map_public_ip_on_launch', 'assignment of public IP addresses at launch'),
      flag('assign_ipv6_address_on_creation', 'assignment of IPv6 addresses at launch'),
      flag('enable_resource_name_dns_a_record_on_launch', 'DNS A records for resource names'),
    ],
  },
  {
    type: 'aws_vpc',
    noun: 'VPC',
    so: 'the whole network is gone',
    phrases: [
      flag('enable_dns_hostnames', 'DNS host names'),
      flag('enable_dns_support', 'DNS resolution'),
      flag('enable_network_address_usage_metrics', 'network address usage metrics'),
    ],
  },
  {
    type: 'aws_nat_gateway',
    noun: 'NAT gateway',
    so: 'private subnets have no way out to the internet through it',
    phrases: [items('secondary_private_ip_addresses', 'the secondary private address')],
  },
  {
    type: 'aws_internet_gateway',
    noun: 'internet gateway',
    so: 'the VPC is cut off from the internet',
    phrases: [value('vpc_id', 'the attachment of the internet gateway to the VPC')],
  },
  {
    type: 'aws_eip',
    noun: 'elastic IP',
    gone: 'was released',
    so: 'its static public address is lost',
    phrases: [value(['instance', 'network_interface'], 'the attachment of the static public address')],
  },
  {
    type: 'aws_eip_association',
    noun: 'elastic IP association',
    gone: 'was removed',
    so: 'the static public address leads nowhere',
    phrases: [],
  },
  {
    type: 'aws_ec2_transit_gateway_route',
    noun: 'transit gateway route',
    gone: 'was removed',
    so: 'traffic between the networks no longer takes it',
    phrases: [],
  },
  {
    type: 'aws_ec2_managed_prefix_list',
    noun: 'prefix list',
    phrases: [blocks('entry', 'the address range', ['cidr'])],
  },
  {
    type: 'aws_vpc_endpoint',
    noun: 'VPC endpoint',
    so: 'traffic to the service no longer stays inside the VPC',
    phrases: [
      flag('private_dns_enabled', 'private DNS of the endpoint'),
      policy('policy', 'the endpoint policy', true),
      items('route_table_ids', 'the route table'),
      items('subnet_ids', 'the endpoint subnet'),
    ],
  },
  {
    type: 'aws_vpc_peering_connection',
    noun: 'VPC peering connection',
    so: 'the two networks can no longer reach each other',
    phrases: [
      flag(
        ['requester.allow_remote_vpc_dns_resolution', 'accepter.allow_remote_vpc_dns_resolution'],
        'DNS resolution from the peer',
      ),
    ],
  },
  {
    type: 'aws_flow_log',
    noun: 'VPC flow log',
    so: 'network traffic is no longer logged',
    phrases: [value('log_destination', 'the destination of the flow log'), value('traffic_type', 'the logged traffic')],
  },
  {
    type: 'aws_lb',
    noun: 'load balancer',
    so: 'nothing behind it can be reached through it',
    phrases: [
      flag('access_logs.enabled', 'access logs of the load balancer'),
      value('access_logs.bucket', 'the bucket for access logs'),
      amount('idle_timeout', 'the idle timeout', 'seconds'),
      items('subnets', 'the subnet'),
      flag('drop_invalid_header_fields', 'dropping of invalid header fields'),
      flag('enable_cross_zone_load_balancing', 'cross-zone load balancing'),
      flag('enable_http2', 'HTTP/2'),
      value('desync_mitigation_mode', 'the desync mitigation mode'),
    ],
  },
  {
    type: 'aws_lb_listener',
    noun: 'load balancer listener',
    so: 'connections to its port are refused',
    phrases: [
      value('ssl_policy', 'the TLS policy'),
      value('certificate_arn', 'the TLS certificate'),
      amount('port', 'the listening port'),
      value('default_action.target_group_arn', 'the target group that requests go to'),
      value('default_action.type', 'the default action'),
    ],
  },
  {
    type: 'aws_lb_listener_rule',
    noun: 'load balancer rule',
    so: 'its requests fall through to the next rule',
    phrases: [
      amount('priority', 'the priority of the rule'),
      value('action.target_group_arn', 'the target group that requests go to'),
      value('action.type', 'the action of the rule'),
      items('condition.host_header.values', 'the host name'),
      items('condition.path_pattern.values', 'the path'),
      value('action.fixed_response.status_code', 'the status code of the fixed response'),
    ],
  },
  {
    type: 'aws_lb_target_group',
    noun: 'target group',
    phrases: [
      value('health_check.path', 'the health check path'),
      amount('health_check.interval', 'the health check interval', 'seconds'),
      amount('health_check.timeout', 'the health check timeout', 'seconds'),
      amount('health_check.unhealthy_threshold', 'the number of failed health checks before a target is taken out'),
      amount('health_check.healthy_threshold', 'the number of health checks before a target is taken in'),
      value('health_check.matcher', 'the status codes that count as healthy'),
      flag('health_check.enabled', 'health checks'),
      amount('deregistration_delay', 'the deregistration delay (connection draining)', 'seconds'),
      flag('stickiness.enabled', 'sticky sessions'),
      value('load_balancing_algorithm_type', 'the load balancing algorithm'),
    ],
  },
  {
    type: 'aws_route53_record',
    noun: 'DNS record',
    so: 'its name no longer resolves',
    phrases: [
      items('records', 'the DNS record value'),
      amount('ttl', 'the TTL (time to live)', 'seconds'),
      value('alias.name', 'the alias target of the DNS record'),
      flag('alias.evaluate_target_health', 'evaluation of target health'),
      amount('weighted_routing_policy.weight', 'the weight of the DNS record'),
      value('health_check_id', 'the health check of the DNS record'),
    ],
  },
  {
    type: 'aws_route53_zone',
    noun: 'DNS zone',
    so: 'no name in it resolves',
    phrases: [
      blocks('vpc', 'the association with the VPC', ['vpc_id'], 'the associations with the VPCs'),
      opaque('delegation_set_id', 'the delegation set'),
    ],
  },
  {
    type: 'aws_route53_health_check',
    noun: 'DNS health check',
    so: 'DNS failover no longer follows it',
    phrases: [
      value('resource_path', 'the path of the health check'),
      flag('disabled', 'the health check', {
        on: 'the health check was disabled',
        off: 'the health check was enabled',
      }),
      amount('failure_threshold', 'the number of failures before it counts as down'),
      value('fqdn', 'the host of the health check'),
    ],
  },
];
