import type { Value } from '../../../base/value.ts';
import type { Severity } from '../../model/analysis.ts';
import { fields } from '../../value/canonical.ts';
import { added, anyOf, bothWays, removed, sayAll, type Rule } from './change.ts';

/** A value that is worse than others of its attribute: everybody, an administrator, any website. */
type Mark = {
  id: string;
  severity: Severity;
  names: RegExp;
  values: RegExp;
  /** A condition on the rest of the resource. */
  when?: (live: Record<string, Value>) => boolean;
  /** `came`: the reason if the value appears, with the values. `went`: severity, reason and rule if it disappears. */
  came(values: string): string;
  went: readonly [Severity, string, rule?: string];
};

/** The members of a role, or the principals of a permission. */
const MEMBERS =
  /_iam_(member|binding):members?$|_role_binding(_v1)?:subject\.name$|[:.](allowed_)?principals?$|_cloudwatch_event_permission:principal$|^google_bigquery_dataset(_access)?:(access\.)?(special_group|iam_member)$/;

const ADMIN_ROLES =
  /^(cluster-admin|roles\/(owner|editor|iam\.securityAdmin|resourcemanager\.\w*[aA]dmin)|Owner|User Access Administrator)$/;

/** The name of a binding's role. */
function roleOf({ role, role_ref: reference, role_definition_name: defined }: Record<string, Value>): string {
  const [inner] = Array.isArray(reference) ? reference : [];
  return ([role, defined, fields(inner ?? null).name].find((one) => typeof one === 'string') as string) ?? '';
}

const MARKS: readonly Mark[] = [
  {
    id: 'public-access',
    severity: 'critical',
    names: /[:.](acl|predefined_acl|default_acl|access_type|container_access_type|role_entity)$/,
    values: /^public|^(blob|container)$|:all(Authenticated)?Users$/,
    came: (values) => `anybody may read it now (${values})`,
    went: ['low', 'it is no longer public'],
  },
  {
    id: 'public-access',
    severity: 'critical',
    names: /^github_repository:visibility$/,
    values: /^public$/,
    came: () => 'anybody may read the repository now',
    went: ['low', 'the repository is no longer public'],
  },
  {
    id: 'public-access',
    severity: 'critical',
    names: /^google_storage_bucket:public_access_prevention$/,
    values: /^inherited$/,
    came: () => 'public access is no longer blocked',
    went: ['low', 'public access is blocked now'],
  },
  {
    id: 'public-access',
    severity: 'critical',
    names: /_lambda_function_url:authorization_type$/,
    values: /^NONE$/,
    came: () => 'anybody may call it now: requests need no signature',
    went: ['medium', 'requests must be signed now'],
  },
  {
    id: 'public-access',
    severity: 'critical',
    names: /^azurerm_\w+:((network_rules|network_acls|network_rule_set)\.)?default_action$/,
    values: /^Allow$/,
    came: () => 'public by default: traffic that matches no rule is allowed',
    went: ['medium', 'traffic that matches no rule is blocked now'],
  },
  {
    id: 'public-policy',
    severity: 'critical',
    names: MEMBERS,
    values: /(^|:)all(Authenticated)?Users$|^system:(unauthenticated|anonymous|authenticated)$|^\*$/,
    when: ({ condition }) =>
      condition === undefined || condition === null || (Array.isArray(condition) && condition.length === 0),
    came: (values) => `anybody has what it allows now (${values})`,
    went: ['medium', 'what it allows is no longer public'],
  },
  {
    id: 'admin-granted',
    severity: 'critical',
    names: MEMBERS,
    values: /./,
    when: (live) => ADMIN_ROLES.test(roleOf(live)),
    came: (values) => `administrator rights go to ${values} now`,
    went: ['medium', 'somebody no longer has administrator rights'],
  },
  {
    id: 'admin-granted',
    severity: 'critical',
    names: /[:.](role_ref\.name|role|role_definition_name)$/,
    values: ADMIN_ROLES,
    came: (values) => `it gives administrator rights now: ${values}`,
    went: ['medium', 'it no longer gives administrator rights'],
  },
  {
    id: 'admin-granted',
    severity: 'critical',
    names: /(^|[:.])(managed_policy_arns|policy_arns?|policy_name)$/,
    values: /:policy\/(?:job-function\/)?(AdministratorAccess|IAMFullAccess|PowerUserAccess)$|^consoleAdmin$/,
    came: (values) => `it has administrator rights now: ${values}`,
    went: ['medium', 'it no longer has administrator rights'],
  },
  {
    id: 'admin-granted',
    severity: 'critical',
    names: anyOf(
      /^rabbitmq_user:tags$/,
      /^github_(membership:role|repository_collaborators?:(.*\.)?permission|team_repository:permission)$/,
      /^aws_quicksight_user:user_role$/,
    ),
    values: /^(administrator|admin|ADMIN(_PRO)?)$/,
    came: () => 'it has administrator rights now',
    went: ['medium', 'it no longer has administrator rights'],
  },
  {
    id: 'admin-granted',
    severity: 'critical',
    names: /_lakeformation_data_lake_settings:admins$|[:.]admin_group_object_ids$/,
    values: /./,
    came: (values) => `it has new administrators: ${values}`,
    went: ['medium', 'somebody is no longer an administrator'],
  },
  {
    id: 'public-access',
    severity: 'critical',
    names: /_snapshot(_copy)?:shared_accounts$/,
    values: /^all$/,
    came: () => 'any AWS account may restore the snapshot now',
    went: ['medium', 'the snapshot is no longer public'],
  },
  {
    id: 'iam-widened',
    severity: 'high',
    names: /_snapshot(_copy)?:shared_accounts$/,
    values: /^\d{12}$/,
    came: (values) => `other accounts may restore the snapshot now: ${values}`,
    went: ['medium', 'another account may no longer restore the snapshot'],
  },
  {
    id: 'iam-widened',
    severity: 'high',
    names: /_lakeformation_permissions:permissions(_with_grant_option)?$/,
    values: /./,
    came: (values) => `its principal has more permissions now: ${values}`,
    went: ['medium', 'its principal has fewer permissions now'],
  },
  {
    id: 'admin-granted',
    severity: 'critical',
    names: /^google_(org_policy_policy:spec\.rules\.allow_all|\w*organization_policy:list_policy\.allow\.all)$/,
    values: /^true$/i,
    came: () => 'the organization policy allows everything now',
    went: ['low', 'the organization policy no longer allows everything'],
  },
  {
    id: 'everything-denied',
    severity: 'critical',
    names: /^google_(org_policy_policy:spec\.rules\.deny_all|\w*organization_policy:list_policy\.deny\.all)$/,
    values: /^true$/i,
    came: () => 'the organization policy denies everything now: what is under it fails',
    went: ['high', 'the organization policy no longer denies everything', 'iam-widened'],
  },
  {
    id: 'iam-widened',
    severity: 'high',
    names: /^rabbitmq_(topic_)?permissions:permissions\.(configure|write|read)$/,
    values: /^\.\*$/,
    came: () => 'its permission covers everything now (.*)',
    went: ['medium', 'its permission no longer covers everything'],
  },
  {
    id: 'cors-open',
    severity: 'high',
    names: /cors.*origins?(\.items)?$/,
    values: /^(https?:\/\/)?\*$/,
    came: (values) => `any website may call it from a browser now (CORS origin ${values})`,
    went: ['low', 'only listed websites may call it from a browser now'],
  },
  {
    id: 'filter-off',
    severity: 'high',
    names:
      /_waf\w*:(.*\.)?(default_)?action(\.type)?$|^google_compute_\w*security_policy(_rule)?:(rule\.)?action$|^cloudflare_(ruleset:rules\.action|firewall_rule:action(\.mode)?|access_rule:mode)$|^azurerm_\w*firewall_policy:custom_rules\.action$/,
    values: /^(allow|count|log|skip|bypass|whitelist)$/i,
    came: (values) => `what was blocked is let through now: the action is ${values}`,
    went: ['low', 'what was let through is blocked now'],
  },
];

const meant = ({ values }: Mark, some: readonly Value[]) =>
  some.filter((one) => (typeof one === 'string' || typeof one === 'boolean') && values.test(String(one)));

export const MARK_RULES: readonly Rule[] = MARKS.flatMap((one) => {
  const [better, went, betterId] = one.went;
  return bothWays({ id: one.id, severity: one.severity, better, betterId }, (way, leaf, { live }) => {
    if (!one.names.test(leaf.place) || one.when?.(fields(live)) === false) return undefined;
    if (way === 'better')
      return meant(one, removed(leaf)).length > 0 && meant(one, leaf.live).length === 0 ? went : undefined;
    const values = meant(one, added(leaf));
    return values.length === 0 ? undefined : one.came(sayAll(leaf, values));
  });
});
