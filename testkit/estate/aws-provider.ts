import { createProviderFinder } from '../../src/provider/find.ts';
import { otherProviders } from '../needs.ts';

export const AWS = 'registry.terraform.io/hashicorp/aws';

/** An AWS provider to apply, change and analyze estates with. */
export type AwsProvider = { version: string; path: string };

/** The one that Plumbline itself finds on this machine. */
export function findAwsProvider(cacheDir: string): Promise<AwsProvider> {
  return createProviderFinder({ cacheDir, env: process.env })({ source: AWS });
}

/**
 * The 6.x provider of a filesystem mirror, by default the one that `testkit/providers-up.sh` has built there: with the services of the
 * estates, and no others. Throws where there is none.
 */
export function findNewAwsProvider(cacheDir: string, mirror = otherProviders()): Promise<AwsProvider> {
  return createProviderFinder({ cacheDir, mirror: mirror ?? 'nowhere', env: {} })({ source: AWS });
}

/**
 * Lets terraform reach an emulator by a name for which no host has to be known: 6.x puts the account before it (`s3control`).
 * Go asks no proxy for addresses of this machine.
 */
export function throughProxy(url: string): Record<string, string> {
  return { AWS_ENDPOINT_URL: 'http://aws.test', HTTP_PROXY: url };
}

/**
 * What 6.x reads by a protocol (CBOR) that moto 5.2.1 does not speak; and the enabler of Inspector, of which 6.x crashes on an answer
 * without code repositories, as moto's is.
 */
export const UNSERVED_BY_MOTO: readonly string[] = [
  'aws_cloudwatch_metric_alarm',
  'aws_cloudwatch_dashboard',
  'aws_inspector2_enabler',
];
