import { messageOf } from '../base/errors.ts';
import type { StateSource } from '../base/state-source.ts';
import { parseEncryption } from '../engine/state/encryption/config.ts';
import type { StateKeys } from '../engine/state/encryption/decrypt.ts';
import { inForce, openAccounts, ownedRole } from '../clouds/aws/account/accounts.ts';
import { configuredRegion } from '../clouds/aws/account/client.ts';
import { callerIdentity, ownCredentials, profileCredentials } from '../clouds/aws/account/client.ts';
import { renewing } from '../clouds/aws/account/renewing.ts';
import type { AwsCredentials, AwsSettings } from '../clouds/aws/account/settings.ts';
import { lockedBeside, lockedBy, type LockedFor } from '../provider/lock-files.ts';
import type { CloudTarget } from '../engine/refresh/cloud-target.ts';
import { decryptedStates } from '../engine/state/decrypted-states.ts';
import type { ScanTarget } from './compose-target.ts';
import { awsSettings, type Config } from './config/config.ts';

export type LocalCloudInput = {
  region?: string | undefined;
  /** The role in every other account, with `{account}` for the account's id; `externalId` is for its trust policy. */
  accountRole?: string | undefined;
  externalId?: string | undefined;
  /** The lock file to take versions from; `false`: none; default: the one beside each state. */
  lockFile?: string | false | undefined;
  signal?: AbortSignal | undefined;
};

/** Replaces the provider's own error, which is long and gives no remedy. */
const NO_CREDENTIALS =
  'There are no AWS credentials to read it with: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and check that they have not expired.';

/** The identity that an AWS provider block selects. */
export type AwsBlock = { isDefault: boolean; profile?: string; roleArn?: string; externalId?: string | undefined };

type LocalCloud = { reach: AwsSettings; target: CloudTarget };

/** AWS with the person's credentials, and through them the roles in other accounts. */
export async function openLocalCloud(
  config: Config,
  input: LocalCloudInput,
  tagsOf: CloudTarget['tagsOf'],
  blocks: readonly AwsBlock[] = [],
): Promise<LocalCloud> {
  const defaults = awsSettings(config);
  const region = input.region ?? defaults.region ?? (await configuredRegion());
  const settings = { ...defaults, region };
  const accountOf = (credentials: AwsCredentials) =>
    callerIdentity({ ...settings, credentials }, input.signal).then(
      (identity) => identity.accountId,
      () => undefined,
    );
  const { accountRole: template, externalId, signal } = input;
  const sessionName = 'plumbline-scan';
  const become = ({ profile, roleArn, externalId: id }: Partial<AwsBlock>) =>
    renewing(async () => {
      const as = profile === undefined ? settings : { ...settings, credentials: await profileCredentials(profile) };
      if (roleArn !== undefined) return ownedRole(as, { roleArn, externalId: id, sessionName, signal });
      const credentials = await ownCredentials(as);
      return { credentials, account: await accountOf(credentials), expiration: credentials.expiration };
    });
  // The backend uses the environment's credentials, whatever the provider block selects.
  const personal = become({});
  const first = blocks.find(({ isDefault }) => isDefault);
  const own = first ? become(first) : personal;
  const others = blocks.filter(({ isDefault }) => !isDefault).map((block) => ({ block, owned: become(block) }));
  const accounts = openAccounts({
    settings,
    own,
    template,
    externalId,
    async configured(account) {
      for (const { block, owned } of others) {
        const named = block.roleArn?.split(':')[4] ?? (await owned.get().catch(() => undefined))?.account;
        if (named === account) return owned;
      }
      return undefined;
    },
    sessionName,
    signal,
  });
  const target: CloudTarget = {
    region,
    endpoint: settings.endpoint,
    // A state without AWS resources needs no credentials.
    access: async (...of) => {
      const answer = await accounts.access(...of);
      return 'reason' in answer && answer.reason === 'credentials_missing'
        ? { ...answer, detail: NO_CREDENTIALS }
        : answer;
    },
    // The credentials are the person's own, and so are the secrets.
    secretValues: true,
    secrets: () => accounts.secrets(),
    tagsOf,
  };
  return { reach: { ...settings, credentials: inForce(personal) }, target };
}

export function lockedVersions(
  { beside, besideKey }: ScanTarget,
  { lockFile }: Pick<LocalCloudInput, 'lockFile'>,
): LockedFor | undefined {
  if (lockFile === false) return undefined;
  if (lockFile !== undefined) return lockedBy(lockFile);
  if (beside === undefined) return undefined;
  const locked = lockedBeside(beside);
  return (stateKey, source) => locked(besideKey(stateKey), source);
}

/** The states of the target, with OpenTofu's encryption removed. */
export const openStates = async (config: Config, target: ScanTarget, reach: AwsSettings): Promise<StateSource> =>
  decryptedStates(await target.open(reach), stateKeysOf(config, reach));

/** The keys of OpenTofu's own setting. Its unsupported parts matter only where a state is encrypted. */
function stateKeysOf({ tofuEncryption }: Config, reach: AwsSettings): StateKeys {
  const keys = {
    blocks: [],
    decryptDataKey: async (...of: Parameters<StateKeys['decryptDataKey']>) => {
      const { decryptDataKey } = await import('../clouds/aws/account/data-key.ts');
      return decryptDataKey(reach, ...of);
    },
  };
  if (tofuEncryption === undefined) return keys;
  try {
    return { ...keys, blocks: [parseEncryption(tofuEncryption)] };
  } catch (error) {
    return { ...keys, problem: `TF_ENCRYPTION cannot be used: ${messageOf(error)}.` };
  }
}
