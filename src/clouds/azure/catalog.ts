import type { Catalog, TypeEntry } from '../contract/entry.ts';
import { childBy, PARTIAL, blocksOf, listOf, type Scaled } from '../contract/overlaps.ts';

/** Fields of a network security group's rule. */
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

/** An AKS node pool. Its autoscaling switch has two names, by provider version. */
const pool = (within: string): Scaled[] =>
  ['auto_scaling_enabled', 'enable_auto_scaling'].map((name) => ({
    count: `${within}node_count`,
    scalers: [],
    itself: `${within}${name}`,
    limits: [`${within}min_count`, `${within}max_count`],
    why: 'the pool scales itself within its limits',
  }));

const bySetting = (count: string): TypeEntry => ({
  scaled: [
    {
      count,
      scalers: [
        {
          type: 'azurerm_monitor_autoscale_setting',
          by: 'target_resource_id',
          to: ['id'],
          where: { field: 'enabled', is: true },
        },
      ],
      limits: ['profile.capacity.minimum', 'profile.capacity.maximum'],
      why: 'an autoscale setting scales it within the limits of its profiles',
    },
  ],
});

/** Resource types of Azure. */
export const AZURE: Catalog = {
  azurerm_key_vault: {
    overlaps: [
      blocksOf(
        'access_policy',
        childBy('azurerm_key_vault_access_policy', 'key_vault_id', 'id'),
        'tenant_id',
        'object_id',
        'application_id',
        ...PERMISSIONS,
      ),
    ],
  },
  azurerm_kubernetes_cluster: { scaled: pool('default_node_pool.') },
  azurerm_kubernetes_cluster_node_pool: { scaled: pool('') },
  azurerm_linux_virtual_machine_scale_set: bySetting('instances'),
  azurerm_network_security_group: {
    overlaps: [
      blocksOf(
        'security_rule',
        {
          type: 'azurerm_network_security_rule',
          by: 'network_security_group_name',
          to: ['name'],
          same: ['resource_group_name'],
        },
        ...RULE,
      ),
    ],
  },
  azurerm_orchestrated_virtual_machine_scale_set: bySetting('instances'),
  azurerm_route_table: {
    overlaps: [
      blocksOf(
        'route',
        { type: 'azurerm_route', by: 'route_table_name', to: ['name'], same: ['resource_group_name'] },
        'name',
        'address_prefix',
        'next_hop_type',
        'next_hop_in_ip_address',
      ),
    ],
  },
  azurerm_service_plan: bySetting('worker_count'),
  azurerm_storage_account: {
    overlaps: [
      blocksOf(
        'network_rules',
        childBy('azurerm_storage_account_network_rules', 'storage_account_id', 'id'),
        'default_action',
        'bypass',
        'ip_rules',
        'virtual_network_subnet_ids',
      ),
    ],
  },
  azurerm_virtual_network: {
    overlaps: [
      listOf(
        'dns_servers',
        'dns_servers',
        childBy('azurerm_virtual_network_dns_servers', 'virtual_network_id', 'id'),
        'the network lists the DNS servers that a resource of their own manages',
      ),
      {
        attributes: ['subnet'],
        children: [{ type: 'azurerm_subnet', by: 'virtual_network_name', to: ['name'], same: ['resource_group_name'] }],
        parts: { ...PARTIAL, shared: true },
        why: 'the network lists the subnets that subnet resources manage',
      },
    ],
  },
  azurerm_windows_virtual_machine_scale_set: bySetting('instances'),
};
