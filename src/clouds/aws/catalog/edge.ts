import type { Catalog } from '../../contract/entry.ts';
import { childBy } from '../../contract/overlaps.ts';
import { sameRows } from '../../contract/parts.ts';
import { amount, blocks, cases, choice, flag, items, opaque, value } from '../../contract/phrases.ts';

/** DNS zones and records, CloudFront, WAF, and Shield. */
export const EDGE: Catalog = {
  aws_cloudfront_distribution: {
    noun: 'CloudFront (CDN) distribution',
    so: 'what it served cannot be reached through it',
    phrases: [
      flag('enabled', 'the CDN distribution', ['enabled', 'disabled']),
      cases('default_cache_behavior.viewer_protocol_policy', 'the protocol policy for viewers', {
        'allow-all': 'unencrypted HTTP was allowed for viewers',
        'redirect-to-https': 'viewers were redirected to HTTPS',
        'https-only': 'viewers were restricted to HTTPS',
      }),
      cases('ordered_cache_behavior.viewer_protocol_policy', 'the protocol policy for viewers of some paths', {
        'allow-all': 'unencrypted HTTP was allowed for viewers of some paths',
        'redirect-to-https': 'viewers of some paths were redirected to HTTPS',
        'https-only': 'viewers of some paths were restricted to HTTPS',
      }),
      value('viewer_certificate.minimum_protocol_version', 'the minimum TLS version'),
      value('web_acl_id', 'the web firewall (WAF) of the distribution'),
      items('aliases', 'the domain name'),
      value('price_class', 'the price class'),
      value('restrictions.geo_restriction.restriction_type', 'the geo restriction'),
      items('restrictions.geo_restriction.locations', 'the country', {
        came: 'added to the geo restriction',
        went: 'removed from the geo restriction',
      }),
      value('logging_config.bucket', 'the bucket for access logs'),
    ],
  },
  aws_route53_health_check: {
    noun: 'DNS health check',
    so: 'DNS failover no longer follows it',
    phrases: [
      value('resource_path', 'the path of the health check'),
      flag('disabled', 'the health check', ['disabled', 'enabled']),
      amount('failure_threshold', 'the number of failures before it counts as down'),
      value('fqdn', 'the host of the health check'),
    ],
  },
  aws_route53_record: {
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
  aws_route53_zone: {
    noun: 'DNS zone',
    so: 'no name in it resolves',
    phrases: [
      blocks('vpc', 'the association with the VPC', ['vpc_id'], 'the associations with the VPCs'),
      opaque('delegation_set_id', 'the delegation set'),
    ],
    overlaps: [
      {
        attributes: ['vpc'],
        children: [childBy('aws_route53_zone_association', 'zone_id', 'zone_id', 'id')],
        parts: { ...sameRows('vpc_id', 'vpc_region'), shared: true },
        why: 'the zone lists the VPCs that association resources manage',
      },
    ],
    // GetHostedZone, ListResourceRecordSets for its name servers, ListTagsForResource.
    requests: 3,
  },
  aws_shield_protection: { noun: 'Shield protection', so: 'it is no longer defended against denial of service' },
  aws_wafv2_ip_set: { noun: 'WAF IP set', phrases: [items('addresses', 'the address range')] },
  aws_wafv2_web_acl: {
    noun: 'web firewall (WAF)',
    so: 'requests are no longer filtered',
    phrases: [
      blocks('rule', 'the WAF rule', ['name']),
      choice('default_action', 'the default action of the web firewall'),
    ],
  },
};
