import { describe, expect, test } from 'vitest';
import { changed, deleted } from '../../../../testkit/weighed.ts';
import type { Weight } from './severity.ts';

type Case = [what: string, severity: string, rule: string, weight: Weight];

function weighs(cases: Case[]): void {
  test.each(cases)('weighs %s as %s by %s', (_what, severity, rule, weight) => {
    expect(weight).toMatchObject({ severity, rule });
    expect(weight.why).toMatch(/[^.]$/);
  });
}

const metadata = [{ name: 'x', namespace: 'shop', labels: {} }];
const everywhere = [{ pod_selector: [{ match_labels: {} }], policy_types: ['Ingress'] }];
const networkPolicy = (ingress: object[], types = ['Ingress']) => ({
  metadata,
  spec: [{ ...everywhere[0], policy_types: types, ingress: ingress as never }],
});
const from = (cidr: string, except: string[] = []) => ({
  from: [{ ip_block: [{ cidr, except }], pod_selector: [], namespace_selector: [] }],
  ports: [{ port: '443', protocol: 'TCP' }],
});
const binding = (role: string, ...names: string[]) => ({
  role_ref: [{ kind: 'ClusterRole', name: role }],
  subject: names.map((name) => ({ kind: 'Group', name, namespace: '' })),
});
const roleRule = (verbs: string[], resources: string[], groups = ['']) => [{ verbs, resources, api_groups: groups }];
const pod = (security: object) => ({ spec: [{ container: [{ name: 'c', security_context: [security as never] }] }] });

describe('Kubernetes', () => {
  weighs([
    [
      'a ClusterRoleBinding to everybody',
      'critical',
      'public-policy',
      changed(
        'kubernetes_cluster_role_binding_v1',
        binding('view', 'system:masters'),
        binding('view', 'system:masters', 'system:unauthenticated'),
      ),
    ],
    [
      'a new cluster administrator',
      'critical',
      'admin-granted',
      changed(
        'kubernetes_cluster_role_binding',
        binding('cluster-admin', 'ops'),
        binding('cluster-admin', 'ops', 'zoe'),
      ),
    ],
    [
      'a new member of another role',
      'high',
      'iam-widened',
      changed('kubernetes_role_binding_v1', binding('edit', 'ops'), binding('edit', 'ops', 'zoe')),
    ],
    [
      'a member of a role that is gone from it',
      'medium',
      'iam-narrowed',
      changed('kubernetes_role_binding_v1', binding('edit', 'ops', 'zoe'), binding('edit', 'ops')),
    ],
    [
      'a role that may do everything',
      'critical',
      'admin-granted',
      changed(
        'kubernetes_cluster_role_v1',
        { rule: roleRule(['get'], ['pods']) },
        { rule: roleRule(['*'], ['*'], ['*']) },
      ),
    ],
    [
      'a verb more',
      'high',
      'iam-widened',
      changed(
        'kubernetes_role_v1',
        { rule: roleRule(['get'], ['secrets']) },
        { rule: roleRule(['get', 'delete'], ['secrets']) },
      ),
    ],
    [
      'a verb less',
      'medium',
      'iam-narrowed',
      changed(
        'kubernetes_role_v1',
        { rule: roleRule(['get', 'list'], ['pods']) },
        { rule: roleRule(['get'], ['pods']) },
      ),
    ],
    [
      'a NetworkPolicy that lets everybody in',
      'critical',
      'open-to-world',
      changed('kubernetes_network_policy_v1', networkPolicy([from('10.0.0.0/8')]), networkPolicy([from('0.0.0.0/0')])),
    ],
    [
      'a NetworkPolicy without limits for what comes in',
      'critical',
      'open-to-world',
      changed('kubernetes_network_policy', networkPolicy([from('10.0.0.0/8')]), networkPolicy([], ['Egress'])),
    ],
    [
      'a NetworkPolicy for a wider range',
      'high',
      'network-widened',
      changed(
        'kubernetes_network_policy_v1',
        networkPolicy([from('10.1.0.0/16')]),
        networkPolicy([from('10.0.0.0/8')]),
      ),
    ],
    [
      'a NetworkPolicy that leaves out a part of its range',
      'medium',
      'network-narrowed',
      changed(
        'kubernetes_network_policy_v1',
        networkPolicy([from('10.0.0.0/8')]),
        networkPolicy([from('10.0.0.0/8', ['10.9.0.0/16'])]),
      ),
    ],
    ['a NetworkPolicy that is gone', 'high', 'filter-off', deleted('kubernetes_network_policy_v1')],
    [
      'a namespace whose pods may be privileged',
      'high',
      'privileged',
      changed(
        'kubernetes_namespace_v1',
        { metadata: [{ name: 'x', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } }] },
        { metadata: [{ name: 'x', labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } }] },
      ),
    ],
    [
      'a namespace whose pods nothing limits',
      'high',
      'privileged',
      changed(
        'kubernetes_namespace_v1',
        { metadata: [{ name: 'x', labels: { a: 'b', 'pod-security.kubernetes.io/enforce': 'baseline' } }] },
        { metadata: [{ name: 'x', labels: { a: 'b' } }] },
      ),
    ],
    [
      'the same label where a resource of its own sets it',
      'high',
      'privileged',
      changed(
        'kubernetes_labels',
        { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
        { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } },
      ),
    ],
    [
      'another label of a namespace',
      'low',
      'words',
      changed(
        'kubernetes_namespace_v1',
        { metadata: [{ name: 'x', labels: { team: 'a' } }] },
        { metadata: [{ name: 'x', labels: { team: 'b' } }] },
      ),
    ],
    [
      'a container with rights on the host',
      'high',
      'privileged',
      changed('kubernetes_pod_v1', pod({ privileged: false }), pod({ privileged: true })),
    ],
    [
      'a service that has a load balancer now',
      'high',
      'public-endpoint',
      changed('kubernetes_service_v1', { spec: [{ type: 'ClusterIP' }] }, { spec: [{ type: 'LoadBalancer' }] }),
    ],
    [
      'a load balancer without its ranges',
      'critical',
      'open-to-world',
      changed(
        'kubernetes_service_v1',
        { spec: [{ load_balancer_source_ranges: ['10.0.0.0/8'] }] },
        { spec: [{ load_balancer_source_ranges: [] }] },
      ),
    ],
    [
      'how a service spreads its traffic',
      'medium',
      'setting',
      changed(
        'kubernetes_service_v1',
        { spec: [{ external_traffic_policy: 'Local' }] },
        { spec: [{ external_traffic_policy: 'Cluster' }] },
      ),
    ],
    ['a claim of storage that is gone', 'critical', 'data-gone', deleted('kubernetes_persistent_volume_claim_v1')],
    ['a binding that is gone', 'medium', 'grant-gone', deleted('kubernetes_cluster_role_binding_v1')],
  ]);
});

test('mentions the exception of a NetworkPolicy’s range', () => {
  const [wide, part] = [from('10.0.0.0/8'), from('10.0.0.0/8', ['10.9.0.0/16'])];
  const { why } = changed('kubernetes_network_policy_v1', networkPolicy([wide]), networkPolicy([part]));
  expect(why).toBe('port 443 (tcp) is no longer open to all of 10.0.0.0/8');
});

const bindings = (role: string, ...members: string[]) => JSON.stringify({ bindings: [{ role, members }] });

describe('Google', () => {
  weighs([
    [
      'a bucket for all users',
      'critical',
      'public-policy',
      changed('google_storage_bucket_iam_binding', { members: ['user:a@x'] }, { members: ['user:a@x', 'allUsers'] }),
    ],
    [
      'another owner of a project',
      'critical',
      'admin-granted',
      changed(
        'google_project_iam_binding',
        { role: 'roles/owner', members: ['user:a@x'] },
        { role: 'roles/owner', members: ['user:a@x', 'user:zoe@y'] },
      ),
    ],
    [
      'a policy for all users',
      'critical',
      'public-policy',
      changed(
        'google_storage_bucket_iam_policy',
        { policy_data: bindings('roles/storage.objectViewer', 'user:a@x') },
        { policy_data: bindings('roles/storage.objectViewer', 'user:a@x', 'allAuthenticatedUsers') },
      ),
    ],
    [
      'a member more in a policy',
      'high',
      'iam-widened',
      changed(
        'google_project_iam_policy',
        { policy_data: bindings('roles/viewer', 'user:a@x') },
        { policy_data: bindings('roles/viewer', 'user:a@x', 'user:b@x') },
      ),
    ],
    [
      'a bucket that may be made public',
      'critical',
      'public-access',
      changed(
        'google_storage_bucket',
        { public_access_prevention: 'enforced' },
        { public_access_prevention: 'inherited' },
      ),
    ],
    [
      'a list of a bucket with all users',
      'critical',
      'public-access',
      changed(
        'google_storage_bucket_acl',
        { role_entity: ['OWNER:me'] },
        { role_entity: ['OWNER:me', 'READER:allUsers'] },
      ),
    ],
    [
      'a firewall that is switched on again',
      'critical',
      'open-to-world',
      changed(
        'google_compute_firewall',
        { disabled: true, source_ranges: ['0.0.0.0/0'], allow: [{ protocol: 'tcp', ports: ['22'] }] },
        { disabled: false, source_ranges: ['0.0.0.0/0'], allow: [{ protocol: 'tcp', ports: ['22'] }] },
      ),
    ],
    [
      'a database for everybody',
      'critical',
      'open-to-world',
      changed(
        'google_sql_database_instance',
        { settings: [{ ip_configuration: [{ authorized_networks: [{ value: '10.0.0.0/8' }] }] }] },
        { settings: [{ ip_configuration: [{ authorized_networks: [{ value: '0.0.0.0/0' }] }] }] },
      ),
    ],
    [
      'a database that takes connections without encryption',
      'high',
      'tls-off',
      changed(
        'google_sql_database_instance',
        { settings: [{ ip_configuration: [{ ssl_mode: 'ENCRYPTED_ONLY' }] }] },
        { settings: [{ ip_configuration: [{ ssl_mode: 'ALLOW_UNENCRYPTED_AND_ENCRYPTED' }] }] },
      ),
    ],
    [
      'a cluster without authorized networks',
      'critical',
      'open-to-world',
      changed(
        'google_container_cluster',
        { master_authorized_networks_config: [{ cidr_blocks: [{ cidr_block: '10.0.0.0/8' }] }] },
        { master_authorized_networks_config: [{ cidr_blocks: [] }] },
      ),
    ],
    [
      'a rule of Cloud Armor that lets through',
      'high',
      'filter-off',
      changed('google_compute_security_policy', { rule: [{ action: 'deny(403)' }] }, { rule: [{ action: 'allow' }] }),
    ],
    [
      'an organization policy that denies everything',
      'critical',
      'everything-denied',
      changed(
        'google_org_policy_policy',
        { spec: [{ rules: [{ deny_all: 'FALSE' }] }] },
        { spec: [{ rules: [{ deny_all: 'TRUE' }] }] },
      ),
    ],
    [
      'an organization policy that allows everything',
      'critical',
      'admin-granted',
      changed(
        'google_organization_policy',
        { list_policy: [{ allow: [{ all: false }] }] },
        { list_policy: [{ allow: [{ all: true }] }] },
      ),
    ],
    [
      'network tags of an instance',
      'high',
      'network-changed',
      changed('google_compute_instance', { tags: ['web'] }, { tags: ['web', 'ssh'] }),
    ],
    [
      'a sink of logs that goes elsewhere',
      'high',
      'audit-off',
      changed('google_logging_project_sink', { destination: 'a' }, { destination: 'b' }),
    ],
    ['a database that is gone', 'critical', 'data-gone', deleted('google_sql_database_instance')],
  ]);
});

const nsgRule = (more: object) => ({
  access: 'Allow',
  direction: 'Inbound',
  protocol: 'Tcp',
  source_address_prefix: '10.0.0.0/8',
  destination_port_range: '',
  destination_port_ranges: ['22'],
  ...more,
});

describe('Azure', () => {
  weighs([
    [
      'a rule of a group for everybody',
      'critical',
      'open-to-world',
      changed(
        'azurerm_network_security_group',
        { security_rule: [nsgRule({})] },
        { security_rule: [nsgRule({ source_address_prefix: '*' })] },
      ),
    ],
    [
      'a port more',
      'high',
      'network-widened',
      changed('azurerm_network_security_rule', nsgRule({}), nsgRule({ destination_port_ranges: ['22', '443'] })),
    ],
    [
      'a firewall of a database for everybody',
      'critical',
      'open-to-world',
      changed(
        'azurerm_mssql_firewall_rule',
        { start_ip_address: '10.0.0.1', end_ip_address: '10.0.0.9' },
        { start_ip_address: '0.0.0.0', end_ip_address: '255.255.255.255' },
      ),
    ],
    [
      'a storage account that is reached by default',
      'critical',
      'public-access',
      changed(
        'azurerm_storage_account',
        { network_rules: [{ default_action: 'Deny' }] },
        { network_rules: [{ default_action: 'Allow' }] },
      ),
    ],
    [
      'containers that may be public',
      'critical',
      'public-access',
      changed(
        'azurerm_storage_account',
        { allow_nested_items_to_be_public: false },
        { allow_nested_items_to_be_public: true },
      ),
    ],
    [
      'a container that is public',
      'critical',
      'public-access',
      changed('azurerm_storage_container', { container_access_type: 'private' }, { container_access_type: 'blob' }),
    ],
    [
      'plain HTTP',
      'high',
      'tls-off',
      changed('azurerm_storage_account', { https_traffic_only_enabled: true }, { https_traffic_only_enabled: false }),
    ],
    [
      'an old TLS',
      'high',
      'tls-version',
      changed('azurerm_storage_account', { min_tls_version: 'TLS1_2' }, { min_tls_version: 'TLS1_0' }),
    ],
    [
      'a setting of a database that asks for TLS',
      'high',
      'tls-off',
      changed(
        'azurerm_postgresql_flexible_server_configuration',
        { name: 'require_secure_transport', value: 'ON' },
        { name: 'require_secure_transport', value: 'OFF' },
      ),
    ],
    [
      'local accounts of a cluster',
      'high',
      'iam-widened',
      changed('azurerm_kubernetes_cluster', { local_account_disabled: true }, { local_account_disabled: false }),
    ],
    [
      'a cluster for every address',
      'critical',
      'open-to-world',
      changed(
        'azurerm_kubernetes_cluster',
        { api_server_access_profile: [{ authorized_ip_ranges: ['10.0.0.0/8'] }] },
        { api_server_access_profile: [{ authorized_ip_ranges: [] }] },
      ),
    ],
    [
      'a cluster for fewer addresses than all',
      'medium',
      'network-narrowed',
      changed(
        'azurerm_kubernetes_cluster',
        { api_server_access_profile: [{ authorized_ip_ranges: [] }] },
        { api_server_access_profile: [{ authorized_ip_ranges: ['10.0.0.0/8'] }] },
      ),
    ],
    [
      'another administrator of a cluster',
      'critical',
      'admin-granted',
      changed(
        'azurerm_kubernetes_cluster',
        { azure_active_directory_role_based_access_control: [{ admin_group_object_ids: ['a'] }] },
        { azure_active_directory_role_based_access_control: [{ admin_group_object_ids: ['a', 'b'] }] },
      ),
    ],
    [
      'a right more on a key vault',
      'high',
      'iam-widened',
      changed(
        'azurerm_key_vault_access_policy',
        { secret_permissions: ['Get'] },
        { secret_permissions: ['Get', 'Purge'] },
      ),
    ],
    [
      'a firewall that only detects',
      'high',
      'filter-off',
      changed(
        'azurerm_web_application_firewall_policy',
        { policy_settings: [{ mode: 'Prevention' }] },
        { policy_settings: [{ mode: 'Detection' }] },
      ),
    ],
    [
      'logs that go elsewhere',
      'high',
      'audit-off',
      changed(
        'azurerm_monitor_diagnostic_setting',
        { log_analytics_workspace_id: 'a' },
        { log_analytics_workspace_id: 'b' },
      ),
    ],
    ['a lock that is gone', 'high', 'deletion-protection', deleted('azurerm_management_lock')],
    [
      'a denial that is gone',
      'high',
      'deny-gone',
      deleted('azurerm_network_security_rule', nsgRule({ access: 'Deny' })),
    ],
  ]);
});

describe('PostgreSQL, RabbitMQ and MinIO', () => {
  weighs([
    ['a superuser', 'critical', 'admin-granted', changed('postgresql_role', { superuser: false }, { superuser: true })],
    [
      'a role more',
      'high',
      'iam-widened',
      changed('postgresql_role', { roles: ['reader'] }, { roles: ['reader', 'writer'] }),
    ],
    [
      'a privilege more',
      'high',
      'iam-widened',
      changed('postgresql_grant', { privileges: ['SELECT'] }, { privileges: ['SELECT', 'DELETE'] }),
    ],
    [
      'a limit of connections',
      'medium',
      'setting',
      changed('postgresql_role', { connection_limit: 10 }, { connection_limit: -1 }),
    ],
    [
      'an administrator of RabbitMQ',
      'critical',
      'admin-granted',
      changed('rabbitmq_user', { tags: ['monitoring'] }, { tags: ['monitoring', 'administrator'] }),
    ],
    [
      'a user of RabbitMQ who watches less',
      'medium',
      'iam-narrowed',
      changed('rabbitmq_user', { tags: ['monitoring'] }, { tags: [] }),
    ],
    [
      'a permission on every queue',
      'high',
      'iam-widened',
      changed('rabbitmq_permissions', { permissions: [{ write: '^orders$' }] }, { permissions: [{ write: '.*' }] }),
    ],
    [
      'the pattern of a policy of queues',
      'medium',
      'setting',
      changed('rabbitmq_policy', { policy: [{ pattern: 'a' }] }, { policy: [{ pattern: 'b' }] }),
    ],
    ['a vhost that is gone', 'critical', 'data-gone', deleted('rabbitmq_vhost')],
    ['a permission that is gone', 'medium', 'grant-gone', deleted('rabbitmq_permissions')],
    [
      'a bucket of MinIO that is public',
      'critical',
      'public-access',
      changed('minio_s3_bucket', { acl: 'private' }, { acl: 'public-read' }),
    ],
    [
      'a user of MinIO who is enabled',
      'high',
      'iam-widened',
      changed('minio_iam_user', { status: 'disabled' }, { status: 'enabled' }),
    ],
    [
      'a user of MinIO who is disabled',
      'medium',
      'iam-narrowed',
      changed('minio_iam_user', { status: 'enabled' }, { status: 'disabled' }),
    ],
    [
      'another member of a group',
      'high',
      'iam-widened',
      changed('minio_iam_group_membership', { users: ['ann'] }, { users: ['ann', 'zoe'] }),
    ],
    [
      'versions that are not kept',
      'high',
      'backups',
      changed(
        'minio_s3_bucket_versioning',
        { versioning_configuration: [{ status: 'Enabled' }] },
        { versioning_configuration: [{ status: 'Suspended' }] },
      ),
    ],
    [
      'a mirror of the audit log that is off',
      'high',
      'audit-off',
      changed('minio_audit_webhook', { enable: true }, { enable: false }),
    ],
  ]);
});

describe('GitHub, Cloudflare and Datadog', () => {
  weighs([
    [
      'a repository that is public',
      'critical',
      'public-access',
      changed('github_repository', { visibility: 'private' }, { visibility: 'public' }),
    ],
    [
      'a permission on a repository',
      'high',
      'iam-widened',
      changed('github_team_repository', { permission: 'pull' }, { permission: 'push' }),
    ],
    [
      'an administrator of a repository',
      'critical',
      'admin-granted',
      changed('github_repository_collaborator', { permission: 'push' }, { permission: 'admin' }),
    ],
    [
      'an owner of the organization',
      'critical',
      'admin-granted',
      changed('github_membership', { role: 'member' }, { role: 'admin' }),
    ],
    [
      'a branch without reviews',
      'high',
      'review-off',
      changed(
        'github_branch_protection',
        { required_pull_request_reviews: [{ required_approving_review_count: 2 }] },
        { required_pull_request_reviews: [] },
      ),
    ],
    [
      'force pushes',
      'high',
      'review-off',
      changed('github_branch_protection', { allows_force_pushes: false }, { allows_force_pushes: true }),
    ],
    [
      'a check that need not pass',
      'high',
      'review-off',
      changed(
        'github_branch_protection',
        { required_status_checks: [{ contexts: ['test', 'scan'] }] },
        { required_status_checks: [{ contexts: ['test'] }] },
      ),
    ],
    [
      'a ruleset that is off',
      'high',
      'review-off',
      changed('github_repository_ruleset', { enforcement: 'active' }, { enforcement: 'disabled' }),
    ],
    [
      'the scan for secrets',
      'high',
      'audit-off',
      changed(
        'github_repository',
        { security_and_analysis: [{ secret_scanning: [{ status: 'enabled' }] }] },
        { security_and_analysis: [{ secret_scanning: [{ status: 'disabled' }] }] },
      ),
    ],
    [
      'a webhook that goes elsewhere',
      'high',
      'destination-changed',
      changed(
        'github_repository_webhook',
        { configuration: [{ url: 'https://a.example' }] },
        { configuration: [{ url: 'https://b.example' }] },
      ),
    ],
    ['a repository that is gone', 'critical', 'data-gone', deleted('github_repository')],
    ['topics of a repository that are gone', 'low', 'words', deleted('github_repository_topics')],
    [
      'a name that leads past Cloudflare',
      'high',
      'public-endpoint',
      changed('cloudflare_dns_record', { proxied: true }, { proxied: false }),
    ],
    [
      'the mode of SSL',
      'high',
      'tls-off',
      changed(
        'cloudflare_zone_setting',
        { setting_id: 'ssl', value: 'strict' },
        { setting_id: 'ssl', value: 'flexible' },
      ),
    ],
    [
      'the oldest TLS of a zone',
      'high',
      'tls-version',
      changed(
        'cloudflare_zone_setting',
        { setting_id: 'min_tls_version', value: '1.2' },
        { setting_id: 'min_tls_version', value: '1.0' },
      ),
    ],
    [
      'a rule that skips what it blocked',
      'high',
      'filter-off',
      changed('cloudflare_ruleset', { rules: [{ action: 'block' }] }, { rules: [{ action: 'skip' }] }),
    ],
    [
      'a bucket at a public address',
      'critical',
      'public-access',
      changed('cloudflare_r2_managed_domain', { enabled: false }, { enabled: true }),
    ],
    [
      'a role more in the account',
      'high',
      'iam-widened',
      changed('cloudflare_account_member', { roles: ['a'] }, { roles: ['a', 'b'] }),
    ],
    [
      'logs that go elsewhere',
      'high',
      'audit-off',
      changed('cloudflare_logpush_job', { destination_conf: 's3://a' }, { destination_conf: 's3://b' }),
    ],
    [
      'a permission more of a role',
      'high',
      'iam-widened',
      changed('datadog_role', { permission: [{ id: 'a' }] }, { permission: [{ id: 'a' }, { id: 'b' }] }),
    ],
    [
      'a rule that no longer looks',
      'high',
      'audit-off',
      changed('datadog_security_monitoring_rule', { enabled: true }, { enabled: false }),
    ],
    [
      'an archive of logs in another bucket',
      'high',
      'audit-off',
      changed('datadog_logs_archive', { s3_archive: [{ bucket: 'a' }] }, { s3_archive: [{ bucket: 'b' }] }),
    ],
    [
      'a shorter time for logs',
      'high',
      'log-retention',
      changed('datadog_logs_index', { retention_days: 30 }, { retention_days: 7 }),
    ],
  ]);
});
