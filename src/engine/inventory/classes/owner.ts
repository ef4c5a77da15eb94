import type { Candidate } from '../../../clouds/contract/inventory.ts';
import { elementField, type Subject } from './subject.ts';

/** Tags of tools that own objects, and the owner's name for each: `stack web`. */
const OWNERS: readonly (readonly [tag: RegExp, name: (value: string, key: string) => string])[] = [
  [/^aws:cloudformation:stack-name$/, (stack) => `CloudFormation stack ${stack}`],
  [/^aws:cloudformation:/, () => 'CloudFormation'],
  [/^aws:autoscaling:groupName$/, (group) => `Auto Scaling group ${group}`],
  [/^aws:ec2launchtemplate:/, () => 'a launch template'],
  [/^(?:aws:)?eks:(?:cluster-name|eks-cluster-name)$/, (cluster) => `EKS cluster ${cluster}`],
  [/^(?:aws:)?eks:/, () => 'EKS'],
  [/^karpenter\.sh\/(?:nodepool|provisioner-name)$/, (pool) => `Karpenter node pool ${pool}`],
  [/^karpenter\.(?:sh|k8s\.aws)\//, () => 'Karpenter'],
  [/^(?:elbv2|service|ingress)\.k8s\.aws\/(?:cluster)?/, () => 'the AWS Load Balancer Controller'],
  [/^kubernetes\.io\/cluster\/(.+)$/, (_, key) => `Kubernetes cluster ${key.slice('kubernetes.io/cluster/'.length)}`],
  [/^kubernetes\.io\/(?:created-for|service-name)/, () => 'Kubernetes'],
  [/^(?:aws:)?ecs:serviceName$/, (service) => `ECS service ${service}`],
  [/^aws:ecs:/, () => 'ECS'],
  [/^elasticbeanstalk:environment-name$/, (name) => `Elastic Beanstalk environment ${name}`],
  [/^aws:elasticbeanstalk:|^elasticbeanstalk:/, () => 'Elastic Beanstalk'],
  [/^aws:servicecatalog:/, () => 'Service Catalog'],
  [/^aws:backup:/, () => 'AWS Backup'],
  [/^aws:dlm:/, () => 'Data Lifecycle Manager'],
];

/**
 * Values of a tag by which a cluster only may use an object. Networks have such tags without belonging to the cluster.
 */
const SHARED = /^(?:shared|)$/;
const NETWORK = /^aws_(?:vpc|subnet|route_table|internet_gateway|nat_gateway|eip)$/;

/** The other account that owns a shared object, as EC2's lists show it; undefined for the account's own objects. */
export function sharedBy({ account, element }: Candidate): string | undefined {
  const owner = elementField(element, 'ownerid');
  return typeof owner === 'string' && /^\d{12}$/.test(owner) && account !== null && owner !== account
    ? owner
    : undefined;
}

/**
 * The tool that manages an object instead of Terraform, by the tags that it writes: CloudFormation, Auto Scaling, EKS,
 * ECS, Elastic Beanstalk, Service Catalog, Karpenter. After an import, two tools would manage the object. Only services
 * can set tags that begin with `aws:`.
 */
export function ownedBy({ candidate: { type }, tags }: Subject): string | undefined {
  for (const [pattern, name] of OWNERS)
    for (const [key, value] of Object.entries(tags)) {
      if (!pattern.test(key)) continue;
      if (key.startsWith('kubernetes.io/cluster/') && (SHARED.test(value) || NETWORK.test(type))) continue;
      return name(value, key);
    }
  return undefined;
}
