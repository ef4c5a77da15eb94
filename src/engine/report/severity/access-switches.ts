import type { Rule } from './change.ts';
import { ends, switchRules } from './switches.ts';

/** Switches for network access and permissions. */
export const ACCESS_SWITCHES: readonly Rule[] = switchRules([
  {
    id: 'public-access',
    names: ends(`
      block_public_acls block_public_policy ignore_public_acls restrict_public_buckets block_public_access
      block_public_security_group_rules`),
    safe: true,
    worse: ['critical', 'public access is no longer blocked'],
    better: ['low', 'public access is blocked now'],
  },
  {
    id: 'public-access',
    names: ends('publicly_accessible public_network_access(_enabled)? anonymous_pull_enabled'),
    safe: false,
    worse: ['critical', 'it can be reached from the internet now'],
    better: ['medium', 'it can no longer be reached from the internet'],
  },
  {
    id: 'public-access',
    names: ends('allow_blob_public_access allow_nested_items_to_be_public'),
    safe: false,
    worse: ['critical', 'its containers may be made public now'],
    better: ['medium', 'its containers may no longer be made public'],
  },
  {
    id: 'public-access',
    names: /^cloudflare_r2_managed_domain:enabled$/,
    safe: false,
    worse: ['critical', 'anybody may read the bucket at its public address now'],
    better: ['medium', 'the bucket can no longer be read at its public address'],
  },
  {
    id: 'public-endpoint',
    names: ends(`
      associate_public_ip_address map_public_ip_on_launch assign_public_ip endpoint_public_access ipv4_enabled
      node_public_ip_enabled enable_node_public_ip`),
    safe: false,
    worse: ['high', 'it gets a public address now'],
    better: ['medium', 'it no longer gets a public address'],
  },
  {
    id: 'public-endpoint',
    names: ends('enable_private_endpoint enable_private_nodes private_cluster_enabled'),
    safe: true,
    worse: ['high', 'it has a public address now'],
    better: ['medium', 'it no longer has a public address'],
  },
  {
    id: 'public-endpoint',
    names: /^cloudflare_(dns_)?record:proxied$/,
    safe: true,
    worse: ['high', 'the DNS record bypasses the Cloudflare proxy'],
    better: ['medium', 'the DNS record uses the Cloudflare proxy now'],
  },
  {
    id: 'metadata-tokens',
    names: ends('http_tokens'),
    safe: true,
    worse: ['high', 'the metadata service gives credentials without a token now'],
    better: ['low', 'the metadata service asks for a token now'],
  },
  {
    id: 'admin-granted',
    names:
      /^postgresql_role:(superuser|create_role)$|^(google|azurerm)_container_(cluster|registry):(enable_legacy_abac|admin_enabled)$/,
    safe: false,
    worse: ['critical', 'it has administrator rights now'],
    better: ['medium', 'it no longer has administrator rights'],
  },
  {
    id: 'iam-widened',
    names:
      /^postgresql_role:(create_database|replication|bypass_row_level_security|login)$|^postgresql_grant(_role)?:with_(grant|admin)_option$|^postgresql_schema:policy\.\w+$|^azurerm_storage_account:shared_access_key_enabled$|[:.]local_(authentication|user)_enabled$/,
    safe: false,
    worse: ['high', 'it may do more than the state says'],
    better: ['medium', 'it may do less than the state says'],
  },
  {
    id: 'iam-widened',
    names:
      /^azurerm_kubernetes_cluster:(local_account_disabled|role_based_access_control_enabled)$|^github_organization_settings:web_commit_signoff_required$|:(.*\.)?boolean_policy\.enforced$|^google_org_policy_policy:spec\.rules\.enforce$/,
    safe: true,
    worse: ['high', 'what limited access is no longer enforced'],
    better: ['low', 'what limits access is enforced now'],
  },
  {
    id: 'iam-widened',
    names:
      /^minio_iam_(user|service_account):disable_user$|^minio_iam_group:disable_group$|^datadog_(user|service_account):disabled$/,
    safe: true,
    worse: ['high', 'an account that was disabled can be used now'],
    better: ['medium', 'the account is disabled'],
  },
  {
    id: 'iam-widened',
    names: /^minio_iam_(user|service_account):status$/,
    safe: false,
    worse: ['high', 'an account that was disabled can be used now'],
    better: ['medium', 'the account is disabled'],
  },
  {
    id: 'iam-widened',
    names:
      /^github_organization_settings:members_can_\w+$|^github_actions_\w+_workflow_permissions:can_approve_pull_request_reviews$/,
    safe: false,
    worse: ['high', 'members may do more than the state says'],
    better: ['medium', 'members may do less than the state says'],
  },
  {
    id: 'privileged',
    names: ends('privileged host_network host_pid host_ipc allow_privilege_escalation'),
    safe: false,
    worse: ['high', 'its containers have rights on the host now'],
    better: ['low', 'its containers have fewer rights on the host now'],
  },
  {
    id: 'privileged',
    names: ends('run_as_non_root'),
    safe: true,
    worse: ['high', 'its containers may run as root now'],
    better: ['low', 'its containers may no longer run as root'],
  },
  {
    id: 'review-off',
    names:
      /^github_branch_protection(_v3)?:(enforce_admins|require_signed_commits|required_linear_history|require_conversation_resolution|lock_branch|required_(pull_request_reviews|status_checks)(\.(strict|dismiss_stale_reviews|require_code_owner_reviews|require_last_push_approval|restrict_dismissals))?|restrict_pushes(\.blocks_creations)?)$|^github_(repository|organization)_ruleset:rules\.(deletion|creation|update|non_fast_forward|required_signatures|required_linear_history|(pull_request|required_status_checks)(\.\w+)?)$|^github_repository_environment:prevent_self_review$/,
    safe: true,
    worse: ['high', 'branch protection was weakened'],
    better: ['low', 'branch protection was strengthened'],
  },
  {
    id: 'review-off',
    names:
      /^github_branch_protection(_v3)?:(allows_force_pushes|allows_deletions)$|^github_repository_environment:can_admins_bypass$/,
    safe: false,
    worse: ['high', 'the branch can be rewritten or deleted now'],
    better: ['low', 'the branch can no longer be rewritten or deleted'],
  },
  {
    id: 'filter-off',
    names:
      /_waf\w*:(.*\.)?((default_)?action\.(allow|count)|override_action\.count|action_to_use\.(allow|count))$|_security_policy(_rule)?:(.*\.)?preview$|^cloudflare_\w+_rule:paused$/,
    safe: false,
    worse: ['high', 'what was blocked is let through now'],
    better: ['low', 'what was let through is blocked now'],
  },
  {
    id: 'filter-off',
    names:
      /^azurerm_web_application_firewall_policy:(policy_settings\.enabled|custom_rules\.enabled)$|^cloudflare_ruleset:rules\.enabled$/,
    safe: true,
    worse: ['high', 'a rule that blocked is switched off'],
    better: ['low', 'a rule that blocks is switched on'],
  },
  {
    id: 'iam-widened',
    names: /_iam_access_key:status$/,
    safe: false,
    worse: ['high', 'the access key can be used again'],
    better: ['medium', 'the access key can no longer be used'],
  },
]);
