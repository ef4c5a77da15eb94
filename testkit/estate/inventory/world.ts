import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCloud, type Cloud } from '../cloud.ts';
import { applyConfiguration, terraform, type Workspace } from '../terraform.ts';

/** An object that was made by hand: its type, name and attributes in the state that was deleted. */
export type MadeByHand = { type: string; name: string; values: Record<string, unknown> };

/** The managed resources on an emulator. */
type InventoryWorld = { workspace: Workspace; cloud: Cloud };

const here = (name: string) => join(import.meta.dirname, name);

const STACK = {
  Resources: {
    Network: { Type: 'AWS::EC2::VPC', Properties: { CidrBlock: '10.99.0.0/16' } },
    Subnet: {
      Type: 'AWS::EC2::Subnet',
      Properties: { VpcId: { Ref: 'Network' }, CidrBlock: '10.99.1.0/24', AvailabilityZone: 'us-east-1a' },
    },
    Gateway: { Type: 'AWS::EC2::InternetGateway' },
    Table: { Type: 'AWS::EC2::RouteTable', Properties: { VpcId: { Ref: 'Network' } } },
    Group: { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription: 'stack', VpcId: { Ref: 'Network' } } },
    Disk: { Type: 'AWS::EC2::Volume', Properties: { AvailabilityZone: 'us-east-1a', Size: 4 } },
  },
};

/** Applies the configuration in `managed`. */
export async function applyManaged(motoUrl: string, dir: string): Promise<InventoryWorld> {
  await mkdir(dir, { recursive: true });
  const workspace = await applyConfiguration(motoUrl, dir, here('managed'));
  return { workspace, cloud: openCloud(motoUrl, new Map()) };
}

/**
 * Applies `by-hand` beside it and deletes its state. Returns the objects of that state, which an inventory has to find.
 */
export async function makeByHand(motoUrl: string, { workspace }: InventoryWorld, dir: string): Promise<MadeByHand[]> {
  await mkdir(join(dir, 'source'), { recursive: true });
  await cp(here('by-hand'), join(dir, 'source'), { recursive: true });
  const ids: unknown = JSON.parse(await terraform(workspace, ['output', '-json', 'ids']));
  await writeFile(join(dir, 'source', 'ids.auto.tfvars.json'), JSON.stringify({ ids }));
  const made = await applyConfiguration(motoUrl, join(dir, 'applied'), join(dir, 'source'));
  const state = JSON.parse(await readFile(made.statePath, 'utf8')) as {
    resources: { type: string; name: string; instances: { attributes: Record<string, unknown> }[] }[];
  };
  await rm(dir, { recursive: true });
  return state.resources.flatMap(({ type, name, instances }) =>
    instances.map(({ attributes }) => ({ type, name, values: attributes })),
  );
}

/**
 * Makes objects with the tags of other tools: six of a CloudFormation stack, three instances of an Auto Scaling group,
 * and a volume of a Kubernetes cluster.
 */
export async function makeOwned(cloud: Cloud): Promise<void> {
  const stack = { StackName: 'web', TemplateBody: JSON.stringify(STACK) };
  await cloud.query({ service: 'cloudformation' }, 'CreateStack', stack);
  const launch = { LaunchConfigurationName: 'fleet', ImageId: 'ami-12c6146b', InstanceType: 't3.micro' };
  await cloud.query({ service: 'autoscaling' }, 'CreateLaunchConfiguration', launch);
  await cloud.query({ service: 'autoscaling' }, 'CreateAutoScalingGroup', {
    AutoScalingGroupName: 'fleet',
    LaunchConfigurationName: 'fleet',
    MinSize: '3',
    MaxSize: '3',
    'AvailabilityZones.member.1': 'us-east-1a',
  });
  await cloud.query({ service: 'ec2' }, 'CreateVolume', {
    AvailabilityZone: 'us-east-1a',
    Size: '3',
    'TagSpecification.1.ResourceType': 'volume',
    'TagSpecification.1.Tag.1.Key': 'kubernetes.io/cluster/prod',
    'TagSpecification.1.Tag.1.Value': 'owned',
  });
}
