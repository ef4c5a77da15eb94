import { createProviderFinder } from '../../src/provider/find.ts';
import { otherProviders } from '../needs.ts';

export const AWS = 'registry.terraform.io/hashicorp/aws';

/** An AWS provider to apply, change and analyze estates with. */
export type AwsProvider = { version: string; path: string };

/** The provider that Plumbline finds on this machine. */
export function findAwsProvider(cacheDir: string): Promise<AwsProvider> {
  return createProviderFinder({ cacheDir, env: process.env })({ source: AWS });
}

/**
 * The 6.x provider of a filesystem mirror, by default the one that `testkit/providers-up.sh` has built, with only the
 * services of the estates. Throws if there is none.
 */
export function findNewAwsProvider(cacheDir: string, mirror = otherProviders()): Promise<AwsProvider> {
  return createProviderFinder({ cacheDir, mirror: mirror ?? 'nowhere', env: {} })({ source: AWS });
}

/**
 * The environment with which terraform reaches an emulator through a proxy, by a name that needs no DNS: provider 6.x
 * prefixes the host with the account (`s3control`). Go uses no proxy for loopback addresses.
 */
export function throughProxy(url: string): Record<string, string> {
  return { AWS_ENDPOINT_URL: 'http://aws.test', HTTP_PROXY: url };
}

/**
 * Types that 6.x reads over a protocol (CBOR) that moto 5.2.1 does not support; and the enabler of Inspector, since 6.x
 * crashes on moto's response, which lacks code repositories.
 */
export const UNSERVED_BY_MOTO: readonly string[] = [
  'aws_cloudwatch_metric_alarm',
  'aws_cloudwatch_dashboard',
  'aws_inspector2_enabler',
];
