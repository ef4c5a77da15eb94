/** A Describe* of a form service that takes several resources at once. */
export type FormList = {
  service: string;
  action: string;
  /** The list of ids that calls name one in: `GroupId` of `GroupId.1`. */
  param?: string;
  /**
   * The filter that says the same: what is not there does not make a request with a filter fail for all. Without `param`, calls
   * have it themselves.
   */
  filter?: string;
  /** Where in an answer the list is. */
  set: readonly string[];
  /** A member of the list is a list itself: a reservation of instances. */
  within?: string;
  /** Where in a member its id is. */
  id: readonly string[];
  maxItems: number;
  /** A list may be empty with everything in its place: tags. */
  mayBeEmpty?: boolean;
  /** Names of the token for the next page, in answers and in requests. */
  token: readonly [answer: string, request: string];
};

/** Of 200 values that a filter may have. */
const EC2_MAX_ITEMS = 100;

type Ec2Row = [action: string, set: string, id: string, param: string | undefined, filter: string | undefined];

// Where emulators do not know a filter that AWS has, ids are used. Filters: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/, under each action.
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

/** What is described by ARNs or names: one that is not there makes the request fail for all (ELBv2), or is left out (alarms). */
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
    // Without MaxRecords an answer has no more.
    maxItems: 50,
    token: ['NextToken', 'NextToken'],
  },
];
