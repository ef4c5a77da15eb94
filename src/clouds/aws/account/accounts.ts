import { callerIdentity } from './client.ts';
import { AwsProblem } from './problems.ts';
import { renewing, type Renewing } from './renewing.ts';
import { assumeRole } from './role.ts';
import { accountRole } from './session-policy.ts';
import type { AwsCredentials, AwsSettings, RenewedCredentials } from './settings.ts';

/** Credentials, and their account by sts:GetCallerIdentity; undefined where unknown. */
export type OwnedCredentials = {
  credentials: AwsCredentials;
  account: string | undefined;
  expiration?: Date | undefined;
};

/** The reason, for the coverage, why an account has no credentials. `detail`: the problem and the advice. */
export type Refused = { reason: string; detail: string };

export type AccountsOptions = {
  /** Region and endpoint. */
  settings: AwsSettings;
  /** The base credentials, which assume all roles. */
  own: Renewing<OwnedCredentials>;
  /** The account that the base credentials must belong to, where it is known beforehand. */
  expected?: string | undefined;
  /** The role in every other account, as a template; without it, no other account is reached. */
  template: string | null | undefined;
  externalId: string | undefined;
  /** Credentials for an account from a person's own AWS configuration; they come before the template. */
  configured?: ((account: string) => Promise<Renewing<OwnedCredentials> | undefined>) | undefined;
  /** The only other accounts that may be reached; default: any. */
  allowed?: readonly string[] | null | undefined;
  sessionName: string;
  /** Checks a newly assumed role of another account, and throws to refuse it: see `externalIdGuard`. Optional. */
  check?:
    | ((settings: AwsSettings, role: { roleArn: string; signal?: AbortSignal | undefined }) => Promise<void>)
    | undefined;
  signal?: AbortSignal | undefined;
};

export type Accounts = {
  /**
   * An account's credentials (undefined: the base account's), or new ones in place of `refused`, which AWS rejected.
   */
  access(account: string | undefined, refused?: OwnedCredentials): Promise<OwnedCredentials | Refused>;
  /** All secrets of the issued credentials. */
  secrets(): string[];
};

const REFUSED_MS = 30_000;

/** Compares credentials by access key: callers may hold copies. */
function sameKey(refused: OwnedCredentials | undefined): (current: OwnedCredentials) => boolean {
  return ({ credentials }) => credentials.accessKeyId === refused?.credentials.accessKeyId;
}

function mismatch(said: string, account: string): Refused {
  return {
    reason: 'account_mismatch',
    detail: `The credentials that were to be for account ${account} are for ${said} (sts:GetCallerIdentity): what they show is not taken for this account's. Check the role, and where AWS_ENDPOINT_URL leads.`,
  };
}

function denied(problem: AwsProblem, account: string): Refused {
  if (problem.code !== 'role_not_assumable') return { reason: problem.code, detail: problem.message };
  return {
    reason: 'account_role_denied',
    detail: `It lives in account ${account}. ${problem.detail} Create that role there with the trust policy for other accounts ("plumbline aws show"), and allow sts:AssumeRole on it to the role that assumes it.`,
  };
}

/** Assumes a role; returns its credentials, and their account by STS. Throws `AwsProblem`. */
export async function ownedRole(
  settings: AwsSettings,
  request: Parameters<typeof assumeRole>[1],
): Promise<OwnedCredentials> {
  const credentials = await assumeRole(settings, request);
  const { accountId } = await callerIdentity({ ...settings, credentials }, request.signal);
  return { credentials, account: accountId, expiration: credentials.expiration };
}

/**
 * Opens credentials for the accounts in states: the base credentials for their own account, and for any other a role in
 * it, assumed with them. A role that cannot be assumed is tried once. Refusals of AWS are results; only the signal's
 * reason and errors other than AWS's are thrown.
 */
export function openAccounts(options: AccountsOptions): Accounts {
  const { settings, own, expected, template, externalId, configured, allowed, sessionName, check, signal } = options;
  const roles = new Map<string, Renewing<OwnedCredentials>>();
  const refusals = new Map<string, Refused>();
  const issuedSecrets = new Set<string>();

  const roleIn = (account: string, roleArn: string): Renewing<OwnedCredentials> => {
    const existing = roles.get(account);
    if (existing) return existing;
    const become = async ({ credentials }: OwnedCredentials) => {
      const as = { ...settings, credentials };
      const role = await ownedRole(as, { roleArn, externalId, sessionName, signal });
      await check?.(as, { roleArn, signal });
      return role;
    };
    const role = renewing(async () => {
      const mine = await own.get();
      try {
        return await become(mine);
      } catch (error) {
        if (!(error instanceof AwsProblem) || error.code !== 'credentials_missing') throw error;
        return become(await own.get(sameKey(mine)));
      }
    });
    roles.set(account, role);
    return role;
  };

  const chained = async (account: string, refused: OwnedCredentials | undefined) => {
    const remembered = refusals.get(account);
    if (remembered) return remembered;
    const answer = await attempt(
      () => roleIn(account, accountRole(template ?? '', account)).get(sameKey(refused)),
      account,
    );
    if ('reason' in answer && answer.reason !== 'source_unreachable') refusals.set(account, answer);
    return answer;
  };

  const attempt = async (get: () => Promise<OwnedCredentials>, account: string | undefined) => {
    try {
      const got = await get();
      const { secretAccessKey, sessionToken } = got.credentials;
      for (const secret of [secretAccessKey, sessionToken]) if (secret !== undefined) issuedSecrets.add(secret);
      if (account !== undefined && got.account !== account) return mismatch(got.account ?? 'nobody', account);
      return got;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AwsProblem) return account === expected ? refusedOwn(error) : denied(error, account ?? '');
      throw error;
    }
  };

  // The search for missing credentials takes seconds, and would run for every state.
  let none: { answer: Refused; until: number } | undefined;
  const mineOrNone = async (refused: OwnedCredentials | undefined) => {
    if (none && Date.now() < none.until) return none.answer;
    const answer = await attempt(() => own.get(sameKey(refused)), expected);
    if ('reason' in answer && answer.reason !== 'source_unreachable') none = { answer, until: Date.now() + REFUSED_MS };
    return answer;
  };

  const access: Accounts['access'] = async (account, refused) => {
    const mine = await mineOrNone(refused);
    if ('reason' in mine) return mine;
    // Where the base credentials' account is unknown, every account counts as theirs.
    if (account === undefined || mine.account === undefined || account === mine.account) return mine;
    const named = await configured?.(account);
    if (named) return attempt(() => named.get(sameKey(refused)), account);
    if (template === null || template === undefined)
      return {
        reason: 'other_account',
        detail: `It lives in account ${account}, and the credentials are for ${mine.account}. Name the role that is to be assumed in other accounts (account_role_arn, --account-role), or scan it with a role of that account.`,
      };
    if (allowed && !allowed.includes(account))
      return {
        reason: 'account_not_allowed',
        detail: `It lives in account ${account}, which is not among the accounts that may be reached; add it to accounts (--accounts).`,
      };
    return chained(account, refused);
  };
  return { access, secrets: () => [...issuedSecrets] };
}

const refusedOwn = ({ code, message }: AwsProblem): Refused => ({ reason: code, detail: message });

/** The base credentials in the form that AWS's SDK takes. */
export function inForce(own: Renewing<OwnedCredentials>): RenewedCredentials {
  return async (refused) => {
    const got = await own.get(refused && sameKey({ credentials: refused, account: undefined }));
    return { ...got.credentials, expiration: got.expiration };
  };
}
