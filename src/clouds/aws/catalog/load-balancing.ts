import type { Catalog } from '../../contract/entry.ts';
import { childBy, listOf } from '../../contract/overlaps.ts';
import { amount, flag, items, value } from '../../contract/phrases.ts';

/** Load balancers, their listeners and their target groups. */
export const LOAD_BALANCING: Catalog = {
  aws_elb: {
    noun: 'classic load balancer',
    so: 'traffic no longer reaches its instances',
    phrases: [
      amount('health_check.interval', 'the health check interval', 'seconds'),
      amount('health_check.timeout', 'the health check timeout', 'seconds'),
      flag('cross_zone_load_balancing', 'cross-zone load balancing'),
    ],
    overlaps: [
      listOf(
        'instances',
        'instance',
        childBy('aws_elb_attachment', 'elb', 'name', 'id'),
        'the load balancer lists the instances that attachments manage',
      ),
    ],
  },
  aws_elb_attachment: {
    noun: 'load balancer attachment',
    so: 'the instance no longer gets traffic from the load balancer',
  },
  aws_lb: {
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
  aws_lb_listener: {
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
  aws_lb_listener_certificate: { noun: 'listener certificate', so: 'the listener no longer serves its domain' },
  aws_lb_listener_rule: {
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
  aws_lb_target_group: {
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
  aws_lb_target_group_attachment: { noun: 'target group attachment', so: 'the target no longer gets traffic' },
};
