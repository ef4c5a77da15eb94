/** A Describe* action of a form service that accepts several resources at once. */
export type FormList = {
  service: string;
  action: string;
  /** The list parameter in which calls name one id: `GroupId` of `GroupId.1`. */
  param?: string;
  /**
   * The equivalent filter: a missing resource does not make a request with a filter fail for all. Without `param`,
   * calls themselves use the filter.
   */
  filter?: string;
  /** The path of the list in an answer. */
  set: readonly string[];
  /** The inner list, where each member of the list is a list itself: a reservation of instances. */
  within?: string;
  /** The path of the id in a member. */
  id: readonly string[];
  maxItems: number;
  /** An empty list is an answer: the resource has no tags. */
  mayBeEmpty?: boolean;
  /** The names of the next page's token in answers and in requests. */
  token: readonly [answer: string, request: string];
};

/** A filter takes up to 200 values. */
const EC2_MAX_ITEMS = 100;

type Ec2Row = [action: string, set: string, id: string, param: string | undefined, filter: string | undefined];

// Ids where emulators lack the filter. Filters: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/, by action.
const EC2: readonly Ec2Row[] = [
  ['DescribeSecurityGroups', 'securityGroupInfo', 'groupId', 'GroupId', 'group-id'],
  ['DescribeSecurityGroups', 'securityGroupInfo', 'vpcId', undefined, 'vpc-id'],
  ['DescribeSecurityGroupRules', 'securityGroupRuleSet', 'groupId', undefined, 'group-id'],
  [
    'DescribeSecurityGroupRules',
    'securityGroupRuleSet',
    'securityGroupRuleId',
    'SecurityGroupRuleId',
    'security-group-rule-id',
  ],
  ['DescribeSubnets', 'subnetSet', 'subnetId', 'SubnetId', 'subnet-id'],
  ['DescribeVpcs', 'vpcSet', 'vpcId', 'VpcId', 'vpc-id'],
  ['DescribeRouteTables', 'routeTableSet', 'routeTableId', 'RouteTableId', 'route-table-id'],
  ['DescribeRouteTables', 'routeTableSet', 'vpcId', undefined, 'vpc-id'],
  [
    'DescribeRouteTables',
    'routeTableSet',
    'associationSet item routeTableAssociationId',
    undefined,
    'association.route-table-association-id',
  ],
  ['DescribeNetworkAcls', 'networkAclSet', 'networkAclId', 'NetworkAclId', 'network-acl-id'],
  ['DescribeNetworkAcls', 'networkAclSet', 'vpcId', undefined, 'vpc-id'],
  ['DescribeInternetGateways', 'internetGatewaySet', 'internetGatewayId', 'InternetGatewayId', 'internet-gateway-id'],
  ['DescribeNatGateways', 'natGatewaySet', 'natGatewayId', 'NatGatewayId', 'nat-gateway-id'],
  ['DescribeVpcEndpoints', 'vpcEndpointSet', 'vpcEndpointId', 'VpcEndpointId', undefined],
  [
    'DescribeNetworkInterfaces',
    'networkInterfaceSet',
    'networkInterfaceId',
    'NetworkInterfaceId',
    'network-interface-id',
  ],
  ['DescribeDhcpOptions', 'dhcpOptionsSet', 'dhcpOptionsId', 'DhcpOptionsId', 'dhcp-options-id'],
  ['DescribeVolumes', 'volumeSet', 'volumeId', 'VolumeId', 'volume-id'],
  ['DescribeVolumes', 'volumeSet', 'attachmentSet item instanceId', undefined, 'attachment.instance-id'],
  ['DescribeAddresses', 'addressesSet', 'allocationId', 'AllocationId', 'allocation-id'],
  ['DescribeAddressesAttribute', 'addressSet', 'allocationId', 'AllocationId', undefined],
  ['DescribeInstanceCreditSpecifications', 'instanceCreditSpecificationSet', 'instanceId', 'InstanceId', undefined],
];

/** Actions by ARNs or names: a missing resource fails the request for all (ELBv2), or is left out (alarms). */
const ELB = 'elasticloadbalancing';
const marker = ['NextMarker', 'Marker'] as const;
const token = ['nextToken', 'NextToken'] as const;

const elb = (action: string, param: string, set: string, id: string): FormList => ({
  service: ELB,
  action,
  param: `${param}.member`,
  set: [`${action}Result`, set],
  id: [id],
  maxItems: 20,
  token: marker,
});

export const FORM_LISTS: readonly FormList[] = [
  ...EC2.map(([action, set, id, param, filter]): FormList => ({
    service: 'ec2',
    action,
    ...(param === undefined ? {} : { param }),
    ...(filter === undefined ? {} : { filter }),
    set: [set],
    id: id.split(' '),
    maxItems: EC2_MAX_ITEMS,
    token,
  })),
  {
    service: 'ec2',
    action: 'DescribeInstances',
    param: 'InstanceId',
    filter: 'instance-id',
    set: ['reservationSet'],
    within: 'instancesSet',
    id: ['instanceId'],
    maxItems: EC2_MAX_ITEMS,
    token,
  },
  {
    service: 'ec2',
    action: 'DescribeTags',
    filter: 'resource-id',
    set: ['tagSet'],
    id: ['resourceId'],
    maxItems: EC2_MAX_ITEMS,
    mayBeEmpty: true,
    token,
  },
  elb('DescribeTags', 'ResourceArns', 'TagDescriptions', 'ResourceArn'),
  elb('DescribeLoadBalancers', 'LoadBalancerArns', 'LoadBalancers', 'LoadBalancerArn'),
  elb('DescribeTargetGroups', 'TargetGroupArns', 'TargetGroups', 'TargetGroupArn'),
  elb('DescribeListeners', 'ListenerArns', 'Listeners', 'ListenerArn'),
  elb('DescribeRules', 'RuleArns', 'Rules', 'RuleArn'),
  {
    service: 'monitoring',
    action: 'DescribeAlarms',
    param: 'AlarmNames.member',
    set: ['DescribeAlarmsResult', 'MetricAlarms'],
    id: ['AlarmName'],
    // An answer has at most 50 alarms without MaxRecords.
    maxItems: 50,
    token: ['NextToken', 'NextToken'],
  },
];
