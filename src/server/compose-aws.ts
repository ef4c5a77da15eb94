import { decryptDataKey } from '../clouds/aws/account/data-key.ts';
import { externalIdGuard, exposed, probeExternalId } from '../clouds/aws/account/external-id.ts';
import { AwsProblem } from '../clouds/aws/account/problems.ts';
import { inForce, openAccounts, ownedRole, type AccountsOptions } from '../clouds/aws/account/accounts.ts';
import { callerIdentity } from '../clouds/aws/account/client.ts';
import { setupOf } from '../clouds/aws/account/setup/setup.ts';
import { accountPermissionPolicy, permissionPolicy, trustPolicy } from '../clouds/aws/account/policies.ts';
import { neededBy } from '../clouds/aws/account/grantable.ts';
import { renewing } from '../clouds/aws/account/renewing.ts';
import { createS3Source } from '../clouds/aws/account/s3-source.ts';
import type { AwsSettings } from '../clouds/aws/account/settings.ts';
import { verifyAws } from '../clouds/aws/account/verify.ts';
import type { LockTable } from '../base/state-source.ts';
import { settingsFor } from '../engine/code/provider-settings.ts';
import type { CloudPolicies, CloudPort, CloudSettings, Needed, RoleCheck } from '../services/clouds/port.ts';
import { awsSettings, type Config } from './config/config.ts';

/** Stands in the trust policy until Plumbline has AWS credentials, and so an account. */
const ACCOUNT_PLACEHOLDER = '<account id of Plumbline>';
const ROLE_PLACEHOLDER = '<role_arn>';

type About = { accountId: string; lockTables: readonly LockTable[]; needed?: readonly Needed[] | undefined };

/** The policies of the role that an organization creates, and of the roles in its other accounts. */
function policiesOf(cloud: CloudSettings, { accountId, lockTables, needed }: About): CloudPolicies {
  const { external_id, state_bucket, state_prefix, role_arn, account_role_arn, accounts } = cloud;
  const { state_key_arn, secret_values } = cloud;
  const reads = needed && neededBy(role_arn, needed);
  return {
    trust_policy: trustPolicy({ accountId, externalId: external_id }),
    permission_policy: permissionPolicy({
      bucket: state_bucket,
      prefix: state_prefix,
      roleArn: role_arn,
      stateKey: state_key_arn,
      accountRole: account_role_arn,
      accounts,
      secretValues: secret_values,
      lockTables,
      reads: reads?.own,
    }),
    account_trust_policy:
      account_role_arn === null
        ? null
        : trustPolicy({ principalArn: role_arn ?? ROLE_PLACEHOLDER, externalId: external_id }),
    account_permission_policy:
      account_role_arn === null ? null : accountPermissionPolicy(secret_values, reads?.elsewhere),
    ...(reads && { withheld: reads.withheld }),
  };
}

const CHECK_MS = 5_000;

/** Whether a role to be saved can be assumed without the external id; "unknown" where AWS gives no answer. */
async function checkRole(settings: AwsSettings, roleArn: string): Promise<RoleCheck> {
  const unknown = (detail: string): RoleCheck => ({ result: 'unknown', detail });
  const signal = AbortSignal.timeout(CHECK_MS);
  // Raced, because the search for credentials ignores the signal.
  const late = new Promise<RoleCheck>((resolve) => {
    signal.addEventListener('abort', () => resolve(unknown('AWS did not answer in time.')), { once: true });
  });
  const probed = async (): Promise<RoleCheck> => {
    try {
      const result = await probeExternalId(settings, { roleArn, signal });
      if (result === 'enforced') return { result: 'guarded' };
      if (result === 'emulated') return unknown('An emulator grants every role.');
      return { result: 'exposed', detail: exposed(roleArn, result).message };
    } catch (error) {
      if (error instanceof AwsProblem) return unknown(error.message);
      if (signal.aborted) return late;
      throw error;
    }
  };
  return Promise.race([probed(), late]);
}

/** AWS as an implementation of the port: a role per organization, assumed with the organization's own external id. */
export function awsCloud(config: Config): CloudPort {
  const settings = awsSettings(config);
  const own = once(() => callerIdentity(settings).then((identity) => identity.accountId));
  const account = () => own().catch(() => null);
  const guard = externalIdGuard();
  return {
    name: 'aws',
    verify: (cloud, { needed, lockTables }) =>
      verifyAws(settings, cloud, { needed: neededBy(cloud.role_arn, needed).own, lockTables }),
    async checkRole(roleArn) {
      // Cached for a while: the search for credentials takes seconds where there are none.
      if ((await account()) === null)
        return { result: 'unknown', detail: 'Plumbline has no working AWS credentials yet.' };
      return checkRole(settings, roleArn);
    },
    policies: async (cloud, lockTables, needed) =>
      policiesOf(cloud, { accountId: (await account()) ?? ACCOUNT_PLACEHOLDER, lockTables, needed }),
    async setup(cloud, lockTables) {
      const principal = await account();
      const policies = policiesOf(cloud, { accountId: principal ?? ACCOUNT_PLACEHOLDER, lockTables });
      return setupOf(cloud, principal, policies);
    },
    async open(cloud, narrower, signal) {
      const region = cloud.region ?? config.awsRegion;
      const { role_arn: roleArn, external_id: externalId, account_role_arn: template, accounts: allowed } = cloud;
      const session = { externalId, sessionName: 'plumbline-scan', signal };
      const isGuarded = !cloud.external_id_override;
      const own = renewing(async () => {
        const role = await ownedRole(settings, { roleArn, onward: template ?? undefined, ...session });
        if (isGuarded) await guard(settings, { roleArn, signal, caller: '' });
        return role;
      });
      await own.get();
      const reach: AwsSettings = { region, endpoint: config.awsEndpoint, credentials: inForce(own) };
      const expected = roleArn.split(':')[4];
      const check: AccountsOptions['check'] = (as, role) => guard(as, { ...role, caller: roleArn });
      const accounts = openAccounts({
        settings: reach,
        own,
        expected,
        template,
        allowed,
        check: isGuarded ? check : undefined,
        ...session,
      });
      const bucket = cloud.state_bucket;
      const prefix = `${cloud.state_prefix ?? ''}${narrower ?? ''}`;
      const tagSettings = cloud.provider_settings ?? {};
      return {
        source: bucket === null ? undefined : createS3Source({ ...reach, bucket, prefix }),
        target: {
          region,
          endpoint: config.awsEndpoint,
          secretValues: cloud.secret_values,
          ...accounts,
          tagsOf: (_, provider) => settingsFor(tagSettings, provider),
        },
        decryptDataKey: (request, aborted) =>
          decryptDataKey(reach, { ...request, keyId: request.keyId ?? cloud.state_key_arn ?? undefined }, aborted),
      };
    },
  };
}

const RETRY_AFTER_MS = 30_000;

/** Caches the result of `make`: a success forever, a failure for half a minute, since making it may take seconds. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  const forget = () => void setTimeout(() => (made = undefined), RETRY_AFTER_MS).unref();
  return () => {
    if (!made) {
      made = make();
      made.catch(forget);
    }
    return made;
  };
}
