import type { Severity } from '../../model/analysis.ts';
import { text } from '../../value/fields.ts';
import { bothWays, nowAndBefore, type Leaf, type Rule, type Way } from './change.ts';

/** An attribute with words that have an order. `names` is matched against `type:path.to.attribute`. */
type Ladder = {
  id: string;
  names: RegExp;
  /** From the strictest to the loosest. Several services may have different words for the same step. */
  words: readonly string[];
  /** An unset attribute is looser than any word. */
  nothing?: true;
  severity: Severity;
  /** The start of the sentence: `the ruleset is`. */
  says: string;
};

const LADDERS: readonly Ladder[] = [
  {
    id: 'privileged',
    names: /^kubernetes_(namespace(_v1)?|labels):.*\[pod-security\.kubernetes\.io\/enforce\]$/,
    words: ['restricted', 'baseline', 'privileged'],
    nothing: true,
    severity: 'high',
    says: 'the pod-security level that the namespace enforces is',
  },
  {
    id: 'public-endpoint',
    names: /^kubernetes_service(_v1)?:spec\.type$/,
    words: ['ExternalName', 'ClusterIP', 'NodePort', 'LoadBalancer'],
    severity: 'high',
    says: 'the service is a',
  },
  {
    id: 'public-endpoint',
    names: /^google_(cloud_run_v2_\w+:ingress|cloudfunctions2?_function:(service_config\.)?ingress_settings)$/,
    words: [
      'INGRESS_TRAFFIC_INTERNAL_ONLY',
      'ALLOW_INTERNAL_ONLY',
      'INGRESS_TRAFFIC_INTERNAL_LOAD_BALANCER',
      'ALLOW_INTERNAL_AND_GCLB',
      'INGRESS_TRAFFIC_ALL',
      'ALLOW_ALL',
    ],
    severity: 'high',
    says: 'it takes traffic from',
  },
  {
    id: 'tls-off',
    names: /^cloudflare_(zone_setting:ssl|zone_settings_override:settings\.ssl)$/,
    words: ['strict', 'full', 'flexible', 'off'],
    severity: 'high',
    says: 'the SSL mode is',
  },
  {
    id: 'tls-off',
    names:
      /^google_sql_database_instance:settings\.ip_configuration\.ssl_mode$|[:.]delivery_options\.tls_policy$|_ses_receipt_rule:tls_policy$/,
    words: [
      'TRUSTED_CLIENT_CERTIFICATE_REQUIRED',
      'ENCRYPTED_ONLY',
      'Require',
      'REQUIRE',
      'ALLOW_UNENCRYPTED_AND_ENCRYPTED',
      'Optional',
      'OPTIONAL',
    ],
    severity: 'high',
    says: 'encryption of connections is',
  },
  {
    id: 'availability',
    names: /^google_sql_database_instance:settings\.availability_type$/,
    words: ['REGIONAL', 'ZONAL'],
    severity: 'medium',
    says: 'it is',
  },
  {
    id: 'iam-widened',
    names:
      /^github_(team_repository|repository_collaborators?|membership|team_membership|team_members|organization_settings):(.*\.)?((default_repository_)?permission|role)$|^github_actions_\w+:default_workflow_permissions$/,
    words: ['none', 'read', 'pull', 'triage', 'write', 'push', 'maintain', 'member', 'maintainer', 'admin'],
    severity: 'high',
    says: 'the permission is',
  },
  {
    id: 'iam-widened',
    names: /^github_actions_\w+_permissions:allowed_actions$/,
    words: ['local_only', 'selected', 'all'],
    severity: 'high',
    says: 'the actions that workflows may use are',
  },
  {
    id: 'review-off',
    names: /^github_(repository|organization)_ruleset:enforcement$/,
    words: ['active', 'evaluate', 'disabled'],
    severity: 'high',
    says: 'the ruleset is',
  },
  {
    id: 'filter-off',
    names: /^azurerm_web_application_firewall_policy:policy_settings\.mode$/,
    words: ['Prevention', 'Detection'],
    severity: 'high',
    says: 'the mode of the firewall is',
  },
  {
    id: 'deletion-protection',
    names: /[:.](default_retention\.mode|s3_bucket_retention:mode)$|^azurerm_recovery_services_vault:immutability$/,
    words: ['COMPLIANCE', 'Locked', 'GOVERNANCE', 'Unlocked', 'Disabled'],
    severity: 'high',
    says: 'what keeps it from being deleted is',
  },
];

function climbed({ names, words, nothing }: Ladder, { place, before, live }: Leaf): Way | undefined {
  if (!names.test(place) || before.length > 1 || live.length > 1) return undefined;
  const stepOf = ([value]: Leaf['live']) =>
    value === undefined && nothing ? words.length : words.indexOf(text(value));
  const [was, is] = [stepOf(before), stepOf(live)];
  if (was < 0 || is < 0) return undefined;
  return is > was ? 'worse' : 'better';
}

export const LADDER_RULES: readonly Rule[] = LADDERS.flatMap((one) =>
  bothWays(one, (way, leaf) => (climbed(one, leaf) === way ? `${one.says} ${nowAndBefore(leaf)}` : undefined)),
);
