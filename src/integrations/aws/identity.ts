import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { stsClient } from './client.ts';
import type { AwsSettings } from './settings.ts';
import { stsProblem } from './common-problems.ts';

export { ownCredentials } from './client.ts';

/** Who a set of credentials stands for. */
export type Identity = { accountId: string; arn: string };

/**
 * Asks STS whose the credentials of `settings` are; needs no permission. Throws `AwsProblem`: `credentials_missing` when
 * there are none or AWS refuses them, `source_unreachable` when STS cannot be reached. Aborts with the signal's reason.
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
