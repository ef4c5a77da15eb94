import type { JsonObject } from '../../../../base/json.ts';
import { cloudFormationOf, roleNamed, terraformOf } from './role-setup.ts';

type Settings = {
  external_id: string;
  role_arn: string | null;
  state_bucket: string | null;
  account_role_arn: string | null;
};

type Policies = {
  trust_policy: JsonObject;
  permission_policy: JsonObject;
  account_trust_policy: JsonObject | null;
  account_permission_policy: JsonObject | null;
};

function setupOfRole(arn: string | null, description: string, trust: JsonObject, permissions: JsonObject) {
  const role = { ...roleNamed(arn), description, trust, permissions };
  return {
    name: role.name,
    trust_policy: trust,
    permission_policy: permissions,
    cloudformation: cloudFormationOf(role),
    terraform: terraformOf(role),
  };
}

/** Everything needed to create an organization's roles. @param principal the account that the roles trust */
export function setupOf(settings: Settings, principal: string | null, policies: Policies) {
  const { external_id, role_arn, state_bucket, account_role_arn } = settings;
  const { account_trust_policy: trust, account_permission_policy: permissions } = policies;
  const missing = [
    principal === null && ('principal' as const),
    state_bucket === null && ('state_bucket' as const),
    account_role_arn !== null && role_arn === null && ('role_arn' as const),
  ];
  return {
    external_id,
    principal,
    role: setupOfRole(
      role_arn,
      'Lets Plumbline read Terraform states and how things are configured',
      policies.trust_policy,
      policies.permission_policy,
    ),
    account_role:
      trust && permissions
        ? setupOfRole(account_role_arn, 'Lets Plumbline read how things are configured', trust, permissions)
        : null,
    missing: missing.filter((one) => one !== false),
  };
}
