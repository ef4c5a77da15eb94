import type { Catalog, TypeEntry } from '../contract/entry.ts';
import { childBy, PARTIAL, listOf } from '../contract/overlaps.ts';
import { field, lastPart, listed, row, rows } from '../contract/parts.ts';

/** A binding lists all members of a role; a member resource adds one. */
const binding = (kind: string, of: string): TypeEntry => ({
  overlaps: [
    listOf(
      'members',
      'member',
      { type: `google_${kind}_iam_member`, by: of, to: [of], same: ['role'] },
      'the binding lists the members that member resources add',
    ),
  ],
});

const managedGroup = (autoscaler: string): TypeEntry => ({
  scaled: [
    {
      count: 'target_size',
      scalers: [{ type: autoscaler, by: 'target', to: ['id', 'self_link'] }],
      limits: ['autoscaling_policy.min_replicas', 'autoscaling_policy.max_replicas'],
      why: 'an autoscaler scales it within its limits',
    },
  ],
});

/** Resource types of Google Cloud. */
export const GOOGLE: Catalog = {
  google_compute_instance: {
    overlaps: [
      {
        attributes: ['attached_disk'],
        children: [childBy('google_compute_attached_disk', 'instance', 'id', 'self_link', 'name')],
        parts: { ofParent: lastPart(rows('source')), ofChild: lastPart(row('disk')), shared: true },
        why: 'the instance lists the disks that attachments manage',
      },
    ],
  },
  google_compute_instance_group: {
    overlaps: [
      {
        attributes: ['instances'],
        children: [childBy('google_compute_instance_group_membership', 'instance_group', 'id', 'self_link', 'name')],
        parts: { ofParent: lastPart(listed), ofChild: lastPart(field('instance')), shared: true },
        why: 'the group lists the instances that memberships manage',
      },
    ],
  },
  google_compute_instance_group_manager: managedGroup('google_compute_autoscaler'),
  google_compute_region_instance_group_manager: managedGroup('google_compute_region_autoscaler'),
  google_compute_security_policy: {
    overlaps: [
      {
        attributes: ['rule'],
        children: [childBy('google_compute_security_policy_rule', 'security_policy', 'name', 'id')],
        parts: { ...PARTIAL, shared: true },
        why: 'the policy lists the rules that rule resources manage',
      },
    ],
  },
  google_container_cluster: {
    overlaps: [
      {
        attributes: ['node_pool'],
        children: [childBy('google_container_node_pool', 'cluster', 'name', 'id')],
        parts: { ...PARTIAL, shared: true },
        why: 'the cluster lists the pools that pool resources manage',
      },
    ],
  },
  google_container_node_pool: {
    // The limits apply to each zone, or to all zones together.
    scaled: ['max_node_count', 'total_max_node_count'].map((most) => ({
      count: 'node_count',
      scalers: [],
      itself: 'autoscaling',
      limits: ['autoscaling.min_node_count', `autoscaling.${most}`],
      why: 'the pool scales itself within its limits',
    })),
  },
  google_folder_iam_binding: binding('folder', 'folder'),
  google_kms_crypto_key_iam_binding: binding('kms_crypto_key', 'crypto_key_id'),
  google_organization_iam_binding: binding('organization', 'org_id'),
  google_project_iam_binding: binding('project', 'project'),
  google_project_service_identity: { isNeverRead: true },
  google_pubsub_topic_iam_binding: binding('pubsub_topic', 'topic'),
  google_secret_manager_secret_iam_binding: binding('secret_manager_secret', 'secret_id'),
  google_service_account_iam_binding: binding('service_account', 'service_account_id'),
  google_storage_bucket_iam_binding: binding('storage_bucket', 'bucket'),
};
