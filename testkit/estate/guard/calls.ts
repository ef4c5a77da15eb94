import type { Cloud } from '../cloud.ts';
export { ACCOUNT, policy } from '../documents.ts';

export const ec2 = { service: 'ec2' };
export const iam = { service: 'iam' };

/** Tags a resource of EC2. */
export const tagEc2 = ({ query }: Cloud, id: string, key: string, value: string): Promise<string> =>
  query(ec2, 'CreateTags', { 'ResourceId.1': id, 'Tag.1.Key': key, 'Tag.1.Value': value });

/** A call to Auto Scaling. */
export const scale = ({ query }: Cloud, action: string, params: Record<string, string>): Promise<string> =>
  query({ service: 'autoscaling' }, action, { Version: '2011-01-01', ...params });

/** A call to the classic load balancers: they share a host with the newer ones; the version distinguishes them. */
export const classic = ({ query }: Cloud, action: string, params: Record<string, string>): Promise<string> =>
  query({ service: 'elasticloadbalancing' }, action, { Version: '2012-06-01', ...params });

/** A call to AWS WAF. Changes name a resource by its id and a lock token. */
export const waf = ({ json }: Cloud, action: string, body: object): Promise<string> =>
  json({ service: 'wafv2' }, `AWSWAF_20190729.${action}`, body);

/** The current lock token of a set or a group of AWS WAF. */
export async function lockToken(cloud: Cloud, action: string, name: object): Promise<string> {
  const { LockToken } = JSON.parse(await waf(cloud, action, name)) as { LockToken: string };
  return LockToken;
}
