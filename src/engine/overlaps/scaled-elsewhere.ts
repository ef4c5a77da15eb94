import type { ChildLink } from './match/children.ts';

/** A count that an autoscaler sets, its scalers and its limits. */
export type Scaled = {
  type: string;
  /** The attribute's name, with the blocks that it lies in before it: `spec.replicas`. */
  count: string;
  /** The resources that scale it; empty where the resource scales itself (`itself`). */
  scalers: ChildLink[];
  /** The switch or block that makes the resource scale itself. */
  itself?: string;
  /** The limits' fields, of the scaler or (`limitsOf`) of the resource; of several the widest apply. */
  limits: readonly [least: string, most: string];
  limitsOf?: 'resource';
  why: string;
};

const HPA_WHY = 'a HorizontalPodAutoscaler scales it within its limits';
const AUTOSCALER_WHY = 'an autoscaler scales it within its limits';
const POOL_WHY = 'the pool scales itself within its limits';
const SETTING_WHY = 'an autoscale setting scales it within the limits of its profiles';

const HPAS = ['', '_v1', '_v2', '_v2beta2'].map((version) => `kubernetes_horizontal_pod_autoscaler${version}`);

const replicasOf = (type: string, kind: string): Scaled => ({
  type,
  count: 'spec.replicas',
  scalers: HPAS.map((hpa) => ({
    type: hpa,
    by: 'spec.scale_target_ref.name',
    to: ['metadata.name'],
    where: { field: 'spec.scale_target_ref.kind', is: kind },
    same: ['metadata.namespace'],
  })),
  limits: ['spec.min_replicas', 'spec.max_replicas'],
  why: HPA_WHY,
});

const managedGroup = (region: '' | 'region_'): Scaled => ({
  type: `google_compute_${region}instance_group_manager`,
  count: 'target_size',
  scalers: [{ type: `google_compute_${region}autoscaler`, by: 'target', to: ['id', 'self_link'] }],
  limits: ['autoscaling_policy.min_replicas', 'autoscaling_policy.max_replicas'],
  why: AUTOSCALER_WHY,
});

const bySetting = (type: string, count: string): Scaled => ({
  type,
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
  why: SETTING_WHY,
});

/** A pool of nodes of Azure; its switch has two names. */
const pool = (type: string, within: string): Scaled[] =>
  ['auto_scaling_enabled', 'enable_auto_scaling'].map((name) => ({
    type,
    count: `${within}node_count`,
    scalers: [],
    itself: `${within}${name}`,
    limits: [`${within}min_count`, `${within}max_count`],
    why: POOL_WHY,
  }));

/** Scaled counts of other providers than AWS. */
export const SCALED_ELSEWHERE: readonly Scaled[] = [
  ...['', '_v1'].flatMap((version) => [
    replicasOf(`kubernetes_deployment${version}`, 'Deployment'),
    replicasOf(`kubernetes_stateful_set${version}`, 'StatefulSet'),
    replicasOf(`kubernetes_replication_controller${version}`, 'ReplicationController'),
  ]),
  managedGroup(''),
  managedGroup('region_'),
  // Its limits are those of each zone, or those of all zones together.
  ...['max_node_count', 'total_max_node_count'].map((most): Scaled => ({
    type: 'google_container_node_pool',
    count: 'node_count',
    scalers: [],
    itself: 'autoscaling',
    limits: ['autoscaling.min_node_count', `autoscaling.${most}`],
    why: POOL_WHY,
  })),
  ...pool('azurerm_kubernetes_cluster', 'default_node_pool.'),
  ...pool('azurerm_kubernetes_cluster_node_pool', ''),
  ...['linux', 'windows', 'orchestrated'].map((kind) =>
    bySetting(`azurerm_${kind}_virtual_machine_scale_set`, 'instances'),
  ),
  bySetting('azurerm_service_plan', 'worker_count'),
];
