import { AssumeRoleCommand, type AssumeRoleCommandOutput } from '@aws-sdk/client-sts';
import { ownCredentials, stsClient, callerIdentity } from './client.ts';
import { AwsProblem, causeOf, failureOf, stsProblem } from './problems.ts';
import { sessionPolicy } from './session-policy.ts';
import type { AwsSettings } from './settings.ts';

export type RoleRequest = {
  roleArn: string;
  /** The external id that the role's trust policy has to demand; undefined sends none. */
  externalId: string | undefined;
  /** The session name, which the account's CloudTrail shows. */
  sessionName: string;
  /** 900 to the role's maximum. Default: an hour, which is always allowed, and the most for chained roles. */
  durationSeconds?: number | undefined;
  /** The role that the session assumes in other accounts, with `{account}` as placeholder. */
  onward?: string | undefined;
  signal?: AbortSignal | undefined;
};

/** Temporary credentials of a role, and its session's ARN. */
export type RoleCredentials = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: Date;
  assumedRoleArn: string;
};

const HOUR = 3600;

async function whose(settings: AwsSettings, signal: AbortSignal | undefined): Promise<string> {
  return callerIdentity(settings, signal).then(
    ({ arn }) => arn,
    () => "Plumbline's own credentials",
  );
}

async function roleProblem(error: unknown, settings: AwsSettings, request: RoleRequest): Promise<AwsProblem> {
  const { kind, name } = failureOf(error);
  if (error instanceof AwsProblem || kind === 'bad_credentials' || kind === 'unreachable')
    return stsProblem(error, settings);
  const who = await whose(settings, request.signal);
  const { roleArn } = request;
  if (kind === 'denied')
    return new AwsProblem(
      'role_not_assumable',
      `${who} may not assume ${roleArn}.`,
      `Check that the role exists, that its trust policy allows sts:AssumeRole to this caller or its account with this organization's external id as sts:ExternalId, and that the caller's own policies allow sts:AssumeRole on it.`,
      causeOf(error),
    );
  return new AwsProblem(
    'role_not_assumable',
    `STS does not let ${who} assume ${roleArn} (${name}).`,
    name === 'RegionDisabledException'
      ? "Activate STS for this region in the role's account, or set AWS_REGION to another one."
      : 'Check the ARN of the role.',
    causeOf(error),
  );
}

function credentialsOf({ Credentials, AssumedRoleUser }: AssumeRoleCommandOutput): RoleCredentials {
  return {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    sessionToken: Credentials?.SessionToken ?? '',
    expiration: Credentials?.Expiration ?? new Date(0),
    assumedRoleArn: AssumedRoleUser?.Arn ?? '',
  };
}

/**
 * Assumes a role with the credentials of `settings`. The session can only read, whatever else the role may do. Throws
 * `AwsProblem` (`role_not_assumable`, `credentials_missing`, `source_unreachable`), or the signal's reason. No message
 * holds a secret or the external id.
 */
export async function assumeRole(settings: AwsSettings, request: RoleRequest): Promise<RoleCredentials> {
  const { roleArn, externalId, sessionName, durationSeconds = HOUR, onward, signal } = request;
  // Resolved first: a profile may assume roles of its own, whose problems are not the requested role's.
  const own = { ...settings, credentials: await ownCredentials(settings) };
  signal?.throwIfAborted();
  const client = stsClient(own);
  const { policyArns, policy } = sessionPolicy(roleArn, onward);
  const command = new AssumeRoleCommand({
    RoleArn: roleArn,
    RoleSessionName: sessionName,
    DurationSeconds: durationSeconds,
    ...(externalId !== undefined && { ExternalId: externalId }),
    PolicyArns: policyArns.map((arn) => ({ arn })),
    Policy: JSON.stringify(policy),
  });
  try {
    return credentialsOf(await client.send(command, signal ? { abortSignal: signal } : {}));
  } catch (error) {
    signal?.throwIfAborted();
    throw await roleProblem(error, own, request);
  } finally {
    client.destroy();
  }
}
