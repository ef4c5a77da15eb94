import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { IAMClient } from '@aws-sdk/client-iam';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { AwsProblem, causeOf, failureOf, stsProblem } from './problems.ts';
import type { AwsCredentials, AwsSettings } from './settings.ts';

const CONNECT_MS = 5_000;
const IDLE_MS = 30_000;
/** The region of calls that name none, as in AWS's own command line before regions were required. */
const FALLBACK_REGION = 'us-east-1';

/** The region that the environment or the profile names, if any. */
export async function configuredRegion(): Promise<string | undefined> {
  const client = new STSClient({});
  return client.config.region().catch(() => undefined);
}

async function environmentRegion(): Promise<string> {
  return (await configuredRegion()) ?? FALLBACK_REGION;
}

/**
 * This process's own credentials: `settings.credentials`, or those that the SDK's default chain finds. Throws
 * `AwsProblem` `credentials_missing`.
 */
export async function ownCredentials(settings: AwsSettings): Promise<AwsCredentials> {
  if (typeof settings.credentials === 'function') return settings.credentials();
  if (settings.credentials) return settings.credentials;
  try {
    const region = settings.region ?? (await environmentRegion());
    // Keeps the SDK's own timeout, up to 2 s: proxies in front of instance metadata are often slow.
    const client = new STSClient({ region });
    const { accessKeyId, secretAccessKey, sessionToken, expiration } = await client.config.credentials();
    return { accessKeyId, secretAccessKey, sessionToken, expiration };
  } catch (error) {
    const { kind, name } = failureOf(error);
    const detail =
      kind === 'no_credentials'
        ? 'There are no AWS credentials to start with.'
        : `The AWS credentials that the environment names cannot be had (${name}).`;
    const hint =
      'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or AWS_PROFILE (signed in, if it is an SSO one), or run where an instance or container role is attached.';
    throw new AwsProblem('credentials_missing', detail, hint, causeOf(error));
  }
}

/** The credentials of a profile in AWS's configuration files. Throws `AwsProblem` `credentials_missing`. */
export const profileCredentials = async (profile: string): Promise<AwsCredentials> =>
  ownCredentials({ credentials: async () => new STSClient({ profile }).config.credentials() });

export function clientOptions(settings: AwsSettings) {
  return {
    region: settings.region ?? environmentRegion,
    credentials: typeof settings.credentials === 'object' ? settings.credentials : () => ownCredentials(settings),
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      ...(settings.agents && { httpAgent: settings.agents.http, httpsAgent: settings.agents.https }),
    },
  };
}

/** A client for STS, which the caller destroys. */
export function stsClient(settings: AwsSettings): STSClient {
  return new STSClient(clientOptions(settings));
}

/** The principal of credentials. */
export type Identity = { accountId: string; arn: string };

/**
 * Asks STS for the principal of the credentials of `settings`; needs no permission. Throws `AwsProblem`:
 * `credentials_missing` where there are none or AWS refuses them, `source_unreachable` where STS cannot be reached.
 * Aborts with the signal's reason.
 */
export async function callerIdentity(settings: AwsSettings, signal?: AbortSignal): Promise<Identity> {
  const client = stsClient(settings);
  try {
    const { Account, Arn } = await client.send(new GetCallerIdentityCommand({}), signal ? { abortSignal: signal } : {});
    return { accountId: Account ?? '', arn: Arn ?? '' };
  } catch (error) {
    signal?.throwIfAborted();
    throw stsProblem(error, settings);
  } finally {
    client.destroy();
  }
}

/** A client for DynamoDB, which the caller destroys. Loaded on demand, since few organizations need it. */
export async function dynamodbClient(settings: AwsSettings): Promise<DynamoDBClient> {
  const { DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
  return new DynamoDBClient(clientOptions(settings));
}

/** A client for IAM, which the caller destroys. Loaded on demand. */
export async function iamClient(settings: AwsSettings): Promise<IAMClient> {
  const { IAMClient } = await import('@aws-sdk/client-iam');
  return new IAMClient(clientOptions(settings));
}
