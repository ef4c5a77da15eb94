import type { Change } from '../../change.ts';

const ec2 = { service: 'ec2' };
const west = { service: 'ec2', region: 'us-west-2' };
const route53 = { service: 'route53' };

function recordChange(action: 'UPSERT' | 'DELETE', name: string, ttl: number, value: string): string {
  return (
    '<ChangeResourceRecordSetsRequest xmlns="https://route53.amazonaws.com/doc/2013-04-01/"><ChangeBatch><Changes>' +
    `<Change><Action>${action}</Action><ResourceRecordSet><Name>${name}</Name><Type>A</Type><TTL>${ttl}</TTL>` +
    `<ResourceRecords><ResourceRecord><Value>${value}</Value></ResourceRecord></ResourceRecords>` +
    '</ResourceRecordSet></Change></Changes></ChangeBatch></ChangeResourceRecordSetsRequest>'
  );
}

export const networkChanges: readonly Change[] = [
  {
    what: 'a rule is added by hand to a group with inline rules',
    shows: { 'aws_security_group.database': ['ingress'] },
    run: ({ query, of }) =>
      query(ec2, 'AuthorizeSecurityGroupIngress', {
        GroupId: of('aws_security_group.database'),
        'IpPermissions.1.IpProtocol': 'tcp',
        'IpPermissions.1.FromPort': '22',
        'IpPermissions.1.ToPort': '22',
        'IpPermissions.1.IpRanges.1.CidrIp': '0.0.0.0/0',
      }),
  },
  {
    what: 'a rule that is managed on its own is revoked',
    shows: { 'aws_security_group_rule.web_https': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'RevokeSecurityGroupIngress', {
        GroupId: of('aws_security_group.web'),
        'IpPermissions.1.IpProtocol': 'tcp',
        'IpPermissions.1.FromPort': '443',
        'IpPermissions.1.ToPort': '443',
        'IpPermissions.1.IpRanges.1.CidrIp': '0.0.0.0/0',
      }),
  },
  {
    what: 'the default route is deleted',
    shows: { 'aws_route.default': 'deleted' },
    run: ({ query, of }) =>
      query(ec2, 'DeleteRoute', {
        RouteTableId: of('aws_route_table.public'),
        DestinationCidrBlock: '0.0.0.0/0',
      }),
  },
  {
    what: 'a tag of a subnet whose key has quotes is changed',
    shows: { 'aws_subnet.tier["quoted \\"db\\""]': ['tags'] },
    run: ({ query, of }) =>
      query(ec2, 'CreateTags', {
        'ResourceId.1': of('aws_subnet.tier["quoted \\"db\\""]'),
        'Tag.1.Key': 'Tier',
        'Tag.1.Value': 'database',
      }),
  },
  {
    what: 'public addresses are given out in a subnet whose key has letters of other alphabets',
    shows: { 'aws_subnet.tier["données-étoile-★"]': ['map_public_ip_on_launch'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifySubnetAttribute', {
        SubnetId: of('aws_subnet.tier["données-étoile-★"]'),
        'MapPublicIpOnLaunch.Value': 'true',
      }),
  },
  {
    what: 'host names are switched off in a network',
    shows: { 'aws_vpc.main': ['enable_dns_hostnames'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifyVpcAttribute', { VpcId: of('aws_vpc.main'), 'EnableDnsHostnames.Value': 'false' }),
  },
  {
    what: 'a tag appears on a network in the second region',
    shows: { 'module.archive.aws_vpc.west': ['tags'] },
    run: ({ query, of }) =>
      query(west, 'CreateTags', {
        'ResourceId.1': of('module.archive.aws_vpc.west'),
        'Tag.1.Key': 'touched',
        'Tag.1.Value': 'by hand',
      }),
  },
  {
    what: 'an address is released',
    shows: { 'aws_eip.egress[1]': 'deleted' },
    run: ({ query, of }) => query(ec2, 'ReleaseAddress', { AllocationId: of('aws_eip.egress[1]', 'allocation_id') }),
  },
  {
    what: 'a prefix list gets one more network',
    shows: { 'aws_ec2_managed_prefix_list.offices': ['entry'] },
    run: ({ query, of }) =>
      query(ec2, 'ModifyManagedPrefixList', {
        PrefixListId: of('aws_ec2_managed_prefix_list.offices'),
        PrefixListName: 'offices',
        CurrentVersion: '1',
        'AddEntry.1.Cidr': '198.51.100.128/25',
        'AddEntry.1.Description': 'south',
      }),
  },
  {
    what: 'a record points elsewhere',
    shows: { 'aws_route53_record.site["www"]': ['records', 'ttl'] },
    run: ({ rest, of }) =>
      rest(
        route53,
        'POST',
        `/2013-04-01/hostedzone/${of('aws_route53_zone.main', 'zone_id')}/rrset/`,
        recordChange('UPSERT', 'www.example.com', 60, '192.0.2.66'),
      ),
  },
  {
    what: 'a record is deleted',
    shows: { 'aws_route53_record.site["api"]': 'deleted' },
    run: ({ rest, of }) =>
      rest(
        route53,
        'POST',
        `/2013-04-01/hostedzone/${of('aws_route53_zone.main', 'zone_id')}/rrset/`,
        recordChange('DELETE', 'api.example.com', 300, '198.51.100.12'),
      ),
  },
];
