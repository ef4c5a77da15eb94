import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';

/** A key pair, with a session token when it is a temporary one. `expiration` lets the SDK know when it ends. */
export type AwsCredentials = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  expiration?: Date | undefined;
};

/** Credentials that end while they are needed: gives those in force, and others in the place of `refused`. */
export type RenewedCredentials = (refused?: AwsCredentials) => Promise<AwsCredentials>;

/**
 * How AWS is reached. Without `credentials` the SDK's default chain is used (environment, profile, SSO, container,
 * instance), without `region` the one that the environment or the profile names.
 */
export type AwsSettings = {
  region?: string | undefined;
  /** An emulator, a VPC endpoint or another service with S3's API; buckets are then named in the path. */
  endpoint?: string | undefined;
  credentials?: AwsCredentials | RenewedCredentials | undefined;
  /** What makes the connections to an endpoint that is not trusted: it may name any address, and answer without an end. */
  agents?: { http: HttpAgent; https: HttpsAgent } | undefined;
};
