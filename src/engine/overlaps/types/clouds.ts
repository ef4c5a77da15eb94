import { asBlock, blocks, field, lastPart, listed } from '../match/parts.ts';
import { blocksOf, listOf, PARTIAL, type Overlap } from '../match/overlap.ts';

/** The fields of a rule of a network security group. */
const RULE = [
  'name',
  'description',
  'priority',
  'direction',
  'access',
  'protocol',
  ...['source', 'destination'].flatMap((end) => [
    `${end}_port_range`,
    `${end}_port_ranges`,
    `${end}_address_prefix`,
    `${end}_address_prefixes`,
    `${end}_application_security_group_ids`,
  ]),
];
const PERMISSIONS = ['certificate', 'key', 'secret', 'storage'].map((kind) => `${kind}_permissions`);

const AZURE: Overlap[] = [
  blocksOf(
    'azurerm_network_security_group',
    'security_rule',
    {
      type: 'azurerm_network_security_rule',
      by: 'network_security_group_name',
      to: ['name'],
      same: ['resource_group_name'],
    },
    ...RULE,
  ),
  blocksOf(
    'azurerm_route_table',
    'route',
    { type: 'azurerm_route', by: 'route_table_name', to: ['name'], same: ['resource_group_name'] },
    'name',
    'address_prefix',
    'next_hop_type',
    'next_hop_in_ip_address',
  ),
  blocksOf(
    'azurerm_key_vault',
    'access_policy',
    { type: 'azurerm_key_vault_access_policy', by: 'key_vault_id', to: ['id'] },
    'tenant_id',
    'object_id',
    'application_id',
    ...PERMISSIONS,
  ),
  blocksOf(
    'azurerm_storage_account',
    'network_rules',
    { type: 'azurerm_storage_account_network_rules', by: 'storage_account_id', to: ['id'] },
    'default_action',
    'bypass',
    'ip_rules',
    'virtual_network_subnet_ids',
  ),
  listOf(
    'azurerm_virtual_network',
    'dns_servers',
    'dns_servers',
    [{ type: 'azurerm_virtual_network_dns_servers', by: 'virtual_network_id', to: ['id'] }],
    'the network lists the DNS servers that a resource of their own manages',
  ),
  {
    parent: 'azurerm_virtual_network',
    attributes: ['subnet'],
    children: [{ type: 'azurerm_subnet', by: 'virtual_network_name', to: ['name'], same: ['resource_group_name'] }],
    parts: { ...PARTIAL, shared: true },
    why: 'the network lists the subnets that subnet resources manage',
  },
];

/** Bindings list all members of a role; a member resource adds its own. */
const MEMBERS: Overlap[] = [
  ['project', 'project'],
  ['folder', 'folder'],
  ['organization', 'org_id'],
  ['storage_bucket', 'bucket'],
  ['service_account', 'service_account_id'],
  ['kms_crypto_key', 'crypto_key_id'],
  ['secret_manager_secret', 'secret_id'],
  ['pubsub_topic', 'topic'],
].map(([kind, of = '']) =>
  listOf(
    `google_${kind}_iam_binding`,
    'members',
    'member',
    [{ type: `google_${kind}_iam_member`, by: of, to: [of], same: ['role'] }],
    'the binding lists the members that member resources add',
  ),
);

const GOOGLE: Overlap[] = [
  ...MEMBERS,
  {
    parent: 'google_compute_instance',
    attributes: ['attached_disk'],
    children: [{ type: 'google_compute_attached_disk', by: 'instance', to: ['id', 'self_link', 'name'] }],
    parts: { ofParent: lastPart(blocks('source')), ofChild: lastPart(asBlock('disk')), shared: true },
    why: 'the instance lists the disks that attachments manage',
  },
  {
    parent: 'google_compute_instance_group',
    attributes: ['instances'],
    children: [
      { type: 'google_compute_instance_group_membership', by: 'instance_group', to: ['id', 'self_link', 'name'] },
    ],
    parts: { ofParent: lastPart(listed), ofChild: lastPart(field('instance')), shared: true },
    why: 'the group lists the instances that memberships manage',
  },
  {
    parent: 'google_container_cluster',
    attributes: ['node_pool'],
    children: [{ type: 'google_container_node_pool', by: 'cluster', to: ['name', 'id'] }],
    parts: { ...PARTIAL, shared: true },
    why: 'the cluster lists the pools that pool resources manage',
  },
  {
    parent: 'google_compute_security_policy',
    attributes: ['rule'],
    children: [{ type: 'google_compute_security_policy_rule', by: 'security_policy', to: ['name', 'id'] }],
    parts: { ...PARTIAL, shared: true },
    why: 'the policy lists the rules that rule resources manage',
  },
];

/** Google and Azure. */
export const CLOUDS: Overlap[] = [...GOOGLE, ...AZURE];
