import { ownedRole } from './accounts.ts';
import { exposed, probeExternalId } from './external-id.ts';
import { AwsProblem } from './problems.ts';
import type { RoleRequest } from './role.ts';
import { accountRole } from './session-policy.ts';
import type { AwsSettings } from './settings.ts';
import type { Outcome } from './check.ts';

type AccountRoles = {
  /** The role's ARN, with `{account}` as placeholder. */
  template: string;
  accounts: readonly string[] | null;
  /** The request that assumes each role. */
  request: Omit<RoleRequest, 'roleArn'>;
  /** True where an admin accepted that roles can be assumed without the external id. */
  isOverridden: boolean;
};

/** The maximum number of accounts that the time limit of a check allows. */
const MAX_TRIED = 20;

/** Tries to assume the roles of the configured accounts. Other accounts become known with an analysis. */
export async function checkAccountRoles(
  asRole: AwsSettings,
  { template, accounts, request, isOverridden }: AccountRoles,
): Promise<{ outcome: Outcome }> {
  if (accounts === null)
    return {
      outcome: {
        ok: true,
        code: 'accounts_not_named',
        detail: `${template} is assumed when a state names another account; none can be tried before.`,
        hint: 'Name the accounts (accounts) to have their roles tried here, and to have no other account reached.',
      },
    };
  const tried = accounts.slice(0, MAX_TRIED);
  const outcomes = await Promise.all(
    tried.map(async (account) => {
      const role = { ...request, roleArn: accountRole(template, account) };
      return (
        (await ownedAccount(asRole, role, account)) ??
        (isOverridden ? undefined : exposedAccount(asRole, role, account))
      );
    }),
  );
  const failed = outcomes.filter((one) => one !== undefined);
  const [first] = failed;
  const open = failed.find((one) => one.problem);
  if (open?.problem) {
    const { code, detail, hint } = open.problem;
    const named = failed.filter((one) => one.problem).map(({ account }) => account);
    return { outcome: { ok: false, code, detail: `${detail} So it is in: ${named.join(', ')}.`, hint } };
  }
  if (first)
    return {
      outcome: {
        ok: false,
        code: 'account_role_denied',
        detail: `${failed.length} of ${tried.length} accounts cannot be reached: ${failed.map(({ account }) => account).join(', ')}. ${first.detail}`,
        hint: 'Create the role there with the trust policy for other accounts (account_trust_policy), allow the first role sts:AssumeRole on it, and try again.',
      },
    };
  const rest = accounts.length - tried.length;
  const detail = `Became ${template} in ${tried.length} accounts${rest > 0 ? `; ${rest} more were not tried` : ''}.`;
  return { outcome: { ok: true, detail } };
}

type Failed = { account: string; detail: string; problem?: AwsProblem };

/** Undefined where the role enforces the external id, or an emulator cannot show it. */
async function exposedAccount(asRole: AwsSettings, request: RoleRequest, account: string): Promise<Failed | undefined> {
  const result = await probeExternalId(asRole, request);
  if (result === 'enforced' || result === 'emulated') return undefined;
  const problem = exposed(request.roleArn, result);
  return { account, detail: problem.detail, problem };
}

/** Undefined where the role can be assumed and is of this account. Throws `AwsProblem` for other problems. */
async function ownedAccount(asRole: AwsSettings, request: RoleRequest, account: string): Promise<Failed | undefined> {
  try {
    const { account: said } = await ownedRole(asRole, request);
    if (said === account) return undefined;
    return { account, detail: `What was assumed for ${account} is of account ${said ?? 'nobody'}.` };
  } catch (error) {
    if (error instanceof AwsProblem && error.code === 'role_not_assumable') return { account, detail: error.detail };
    throw error;
  }
}
