import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';

/** A key pair, with a session token where it is temporary. `expiration` tells the SDK when to renew. */
export type AwsCredentials = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  expiration?: Date | undefined;
};

/** Credentials that may expire in use: returns the current ones, or new ones in the place of `refused`. */
export type RenewedCredentials = (refused?: AwsCredentials) => Promise<AwsCredentials>;

/**
 * Settings for calls to AWS. Without `credentials`, the SDK's default chain is used (environment, profile, SSO,
 * container, instance); without `region`, that of the environment or the profile.
 */
export type AwsSettings = {
  region?: string | undefined;
  /** The URL of an emulator, a VPC endpoint or another service with S3's API. Buckets then stand in the path. */
  endpoint?: string | undefined;
  credentials?: AwsCredentials | RenewedCredentials | undefined;
  /** The agents for connections to an untrusted endpoint, which may name any address and answer without end. */
  agents?: { http: HttpAgent; https: HttpsAgent } | undefined;
};
