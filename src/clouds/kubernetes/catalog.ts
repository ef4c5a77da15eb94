import type { Catalog, TypeEntry } from '../contract/entry.ts';

const HPAS = ['', '_v1', '_v2', '_v2beta2'].map((version) => `kubernetes_horizontal_pod_autoscaler${version}`);

/** A resource whose replicas a HorizontalPodAutoscaler may set. */
const replicated = (kind: string): TypeEntry => ({
  scaled: [
    {
      count: 'spec.replicas',
      scalers: HPAS.map((type) => ({
        type,
        by: 'spec.scale_target_ref.name',
        to: ['metadata.name'],
        where: { field: 'spec.scale_target_ref.kind', is: kind },
        same: ['metadata.namespace'],
      })),
      limits: ['spec.min_replicas', 'spec.max_replicas'],
      why: 'a HorizontalPodAutoscaler scales it within its limits',
    },
  ],
});

/** Resource types of Kubernetes. */
export const KUBERNETES: Catalog = {
  kubernetes_annotations: { tags: 'set' },
  kubernetes_deployment: replicated('Deployment'),
  kubernetes_deployment_v1: replicated('Deployment'),
  kubernetes_labels: { tags: 'set' },
  kubernetes_replication_controller: replicated('ReplicationController'),
  kubernetes_replication_controller_v1: replicated('ReplicationController'),
  kubernetes_stateful_set: replicated('StatefulSet'),
  kubernetes_stateful_set_v1: replicated('StatefulSet'),
};
